"""Hands a notebook in to a portal, and does not end well before a receipt for these very bytes is on the disk."""

from __future__ import annotations

import re
import secrets
import time
from hashlib import sha256
from html import unescape
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx

from nbproctor.errors import GradingError
from nbproctor.portal.receipts import Receipt, verified
from nbproctor.system.whole_files import write

_SECONDS_OF_A_REQUEST = 60.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.3, 5.0
_WRONG_FILE = 422  # a status of the portal's own
_SENTENCE = re.compile(r'<p role="alert">(.*?)</p>', re.DOTALL)


class PortalClient:
    """A student's way to a portal. Use it as a context manager.

    Args:
        patience: for how many seconds a request is tried again that the portal does not answer.
    """

    def __init__(self, portal: str, name: str, patience: float = 60.0) -> None:
        self._portal = portal
        self._name = name
        self._patience = patience
        self._http = httpx.Client(
            base_url=portal, headers={"Accept": "application/json"}, timeout=_SECONDS_OF_A_REQUEST
        )

    def log_in(self, code: str) -> None:
        """Log in.

        Raises:
            GradingError: the portal does not let the student in, or does not answer.
        """
        self._asked("POST", "/login", 303, data={"name": self._name, "code": code})

    def submit(self, assignment: str, notebook: Path, insists: bool = False) -> tuple[Receipt, Path]:
        """Hand a notebook in, and keep the receipt beside it.

        What was handed in last is not handed in again: it gets the receipt that it has.

        Args:
            insists: whether a file is handed in too that is not the assignment's notebook.

        Returns:
            What the receipt says, and the receipt's file.

        Raises:
            GradingError: the file cannot be read, the portal does not take it or does not answer, or what it gave is
                no receipt for these bytes.
        """
        try:
            work = notebook.read_bytes()
        except OSError as problem:
            raise GradingError(f"{notebook} could not be read: {problem.strerror}") from None
        checksum = sha256(work).hexdigest()
        answer = self._handed_in(assignment, notebook.name, work, insists)
        public_key = str(self._asked("GET", "/receipts", 200).json()["public_key"])
        receipt = verified(answer.content, public_key)
        if (receipt.student, receipt.assignment, receipt.sha256) != (self._name, assignment, checksum):
            raise GradingError(f"the portal's receipt {receipt.number} is not for {notebook}: tell your instructor")
        path = notebook.with_name(f"{assignment}.receipt-{receipt.number}.json")
        write(path, answer.content)
        return receipt, path

    def _handed_in(self, assignment: str, name: str, work: bytes, insists: bool) -> httpx.Response:
        """The answer with the receipt."""
        page = self._asked("GET", f"/assignments/{assignment}", 200).json()
        for last in page["handed_in"][:1]:
            if last["sha256"] == sha256(work).hexdigest():
                return self._asked("GET", f"/submissions/{last['number']}/receipt", 200)
        # A key makes one submission of however many requests it is in.
        fields = {"csrf": page["csrf"], "key": secrets.token_urlsafe(16)} | ({"insist": "1"} if insists else {})
        return self._asked("POST", f"/assignments/{assignment}", 201, data=fields, files={"file": (name, work)})

    def _asked(self, method: str, path: str, status: int, **request: Any) -> httpx.Response:
        """The answer to a request, which is sent again when there is none, or the portal has a fault."""
        gives_up, pause = time.monotonic() + self._patience, _FIRST_PAUSE
        while True:
            try:
                answer = self._http.request(method, path, **request)
                if answer.status_code == status:
                    return answer
                if answer.status_code == _WRONG_FILE:
                    raise GradingError(f"{_told(answer)}. Use --insist to hand it in anyway")
                if answer.status_code < 500:
                    raise GradingError(f"{self._portal} did not accept it: {_told(answer)}")
                problem = f"it answered {answer.status_code}: {_told(answer)}"
            except (httpx.InvalidURL, httpx.UnsupportedProtocol):
                raise GradingError(f"{self._portal} is not an address like https://exam.example.org") from None
            except httpx.TransportError as error:
                problem = str(error) or type(error).__name__
            if time.monotonic() > gives_up:
                raise GradingError(f"{self._portal} does not answer: {problem}. There is no receipt: try again")
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def __enter__(self) -> PortalClient:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._http.close()


def _told(answer: httpx.Response) -> str:
    """The sentence of a page that says what is wrong; else the status."""
    found = _SENTENCE.search(answer.text)
    return " ".join(unescape(found[1]).split()).removesuffix(".") if found else f"status {answer.status_code}"
