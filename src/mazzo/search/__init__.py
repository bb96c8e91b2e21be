"""Search over views: agents that try their actions in worlds that agree with all they know."""
