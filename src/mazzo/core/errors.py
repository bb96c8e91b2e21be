"""The one kind of error that is the caller's to mend."""


class MazzoError(ValueError):
    """Bad input, told in one line that says what would be right. The command line exits with 2."""


def unknown(what: str, given: str, known: list[str]) -> MazzoError:
    """`what` (a game, an agent …) called `given` does not exist; name the ones that do."""
    return MazzoError(f"no {what} is called {given!r}; choose one of: {', '.join(known) or '(none)'}")
