"""Refusals: the sentence and the status with which the portal says that something was not done."""

from __future__ import annotations

from starlette.exceptions import HTTPException

from nbproctor.errors import GradingError
from nbproctor.portal.expected_notebooks import WrongFileError
from nbproctor.portal.instructors.hand_grading import OvertakenError
from nbproctor.portal.intake_desk import NotTakenError, TakenKeyError
from nbproctor.portal.people import LoginError
from nbproctor.portal.stored_files import FullDiskError, TooLargeError

Refusal = GradingError | HTTPException
_STATUS = {
    LoginError: 403,
    TakenKeyError: 409,
    NotTakenError: 403,
    OvertakenError: 409,
    TooLargeError: 413,
    WrongFileError: 422,
    FullDiskError: 507,
}
# What the framework says when no page answers.
_OF_NO_PAGE = {
    "Not Found": "there is no such page: check the address",
    "Method Not Allowed": "this page cannot accept what was sent: reload the page, and send the form from there",
}


def sentence_and_status(refusal: Refusal) -> tuple[str, int]:
    """What a page says of a refusal, and its status."""
    if isinstance(refusal, HTTPException):
        return _OF_NO_PAGE.get(refusal.detail, refusal.detail), refusal.status_code
    return str(refusal), _STATUS.get(type(refusal), 400)


def can_be_corrected(refusal: Refusal) -> bool:
    """Whether the form's own page shows the refusal: what was typed was wrong, and not who sent it, or how."""
    return isinstance(refusal, GradingError) or refusal.status_code in (400, 413)
