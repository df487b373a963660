"""Errors that a person can cure, each said in one sentence."""


class GradingError(Exception):
    """Something an instructor can cure: the message says what, where and how.

    The command line prints it as one line and exits with 1; any other exception is a bug and keeps
    its traceback.
    """
