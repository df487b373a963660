"""What ends a test cell that asked the candidate: it is gone, or it gave an object where data is due."""


class CandidateGone(BaseException):
    """The candidate ended, or sent what is not data.

    Not an `Exception`, so that a test cell which expects exceptions does not take it for one.
    """


class NotPlainDataError(TypeError):
    """The student's code gave an object where a test needs plain data."""
