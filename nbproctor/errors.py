"""Errors that a person can cure, each said in one sentence."""


class GradingError(Exception):
    """Something an instructor can cure: the message says what, where and how.

    The command line prints it as one line and exits with its status; any other exception is a bug and keeps
    its traceback.

    Attributes:
        exit_status: of the command.
    """

    exit_status = 1


class NoCourseError(GradingError):
    """A folder lies in no course."""


class PassingError(GradingError):
    """Trouble of the machine, which may have passed when the same is tried again."""


class SandboxError(GradingError):
    """This machine has no sandbox as strong as the course asks for."""


class UnexaminedError(GradingError):
    """Some submissions could not be examined, for no fault of theirs; all others were."""

    exit_status = 3


class StoppedError(GradingError):
    """A person stopped the command, with Ctrl-C."""

    exit_status = 130
