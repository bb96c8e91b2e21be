"""One folder per game. A folder here is found by the registry; nothing else has to be edited."""
