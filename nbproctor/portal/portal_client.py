"""Hands a notebook in to a portal; succeeds only when a receipt for exactly these bytes is on the disk."""

from __future__ import annotations

import json
import os
import re
import tempfile
import time
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from html import unescape
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import quote

import httpx
import typer

from nbproctor.errors import GradingError
from nbproctor.portal.receipts import Receipt, verified
from nbproctor.system.printable import one_line, plain
from nbproctor.system.whole_files import write


@dataclass(frozen=True)
class KeptLogin:
    """How somebody logs in to the portal of a course: its address, and a name and code of its roster."""

    portal: str
    name: str
    code: str = field(repr=False)


def logins_folder() -> Path:
    """This person's settings folder on this system."""
    return Path(typer.get_app_dir("nbproctor"))


def kept_logins() -> dict[str, KeptLogin]:
    """The saved logins by course; raises GradingError if their file cannot be read."""
    try:
        return {course: KeptLogin(**kept) for course, kept in json.loads(_path().read_text("utf-8")).items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, AttributeError):
        raise GradingError(f"{_path()} could not be read: remove it, and use course login again") from None


def keep_login(course: str, login: KeptLogin) -> Path:
    """Save a login, replacing an earlier one; returns the file."""
    logins = {name: asdict(each) for name, each in (kept_logins() | {course: login}).items()}
    logins_folder().mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=logins_folder())  # which nobody else may read
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(logins, file)
    Path(name).replace(_path())
    return _path()


def _path() -> Path:
    return logins_folder() / "portals.json"


_SECONDS_OF_A_REQUEST, _FEWEST_SECONDS_OF_A_REQUEST = 60.0, 5.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.3, 5.0
_WRONG_FILE = 422  # a status of the portal's own
_ANYWAY = "To hand it in anyway, use the portal's page in a browser, or course submit --insist"
_SENTENCE = re.compile(r'<p role="alert">(.*?)</p>', re.DOTALL)
_MOST = 253_402_300_799_999_999  # of a number: the last microsecond of the year 9999
# What is used of the portal's answers, each of which another program may have made.
_HANDED_IN = {"number": int, "received": int, "feedback": str}
LISTING = {
    "course": str,
    "person": str,
    "assignments": [{"name": str, "notebooks": [str], "terms": str, "handed_in": [_HANDED_IN]}],
}
_COUNTED = {"counted": [{"student": str, "number": int, "received": int, "others": [int]}], "waiting": [str]}
_ASSIGNMENT = {"csrf": str, "handed_in": [{"number": int, "sha256": str}]}
_RECEIPTS = {"public_key": str}


class RefusedError(GradingError):
    """The portal answers, and refuses the request."""


class AwayError(GradingError):
    """The portal does not answer."""


class PortalClient:
    """A person's connection to a portal. Use it as a context manager.

    Args:
        name: theirs on the roster; empty if the portal is to say it.
        patience: for how many seconds unanswered requests are retried.
        token: of a JupyterHub that knows them; without one, they log in.
        cookies: of an earlier client that logged in.
    """

    def __init__(
        self, portal: str, name: str = "", patience: float = 60.0, token: str = "", cookies: httpx.Cookies | None = None
    ) -> None:
        self._portal = portal
        self._name = name
        self._patience = patience
        headers = {"Accept": "application/json"} | ({"Authorization": f"token {token}"} if token else {})
        seconds = max(min(_SECONDS_OF_A_REQUEST, patience), _FEWEST_SECONDS_OF_A_REQUEST)
        try:
            self._http = httpx.Client(base_url=portal, headers=headers, timeout=seconds, cookies=cookies)
        except httpx.InvalidURL:
            raise _no_address(portal) from None

    @property
    def cookies(self) -> httpx.Cookies:
        """What keeps somebody logged in."""
        return self._http.cookies

    def log_in(self, code: str) -> None:
        """Log in; raises GradingError if the portal refuses or does not answer."""
        self._asked("POST", "/login", 303, data={"name": self._name, "code": code})

    def listing(self) -> dict[str, Any]:
        """The course, who asks, and the assignments: their notebooks, terms, and what was handed in.

        Raises:
            RefusedError: the portal does not know who asks.
            GradingError: it does not answer, or is not a portal.
        """
        told = self._json("/exchange", LISTING)
        self._name = self._name or str(told["person"])
        return told

    def release(self, assignment: str) -> bytes:
        """The released files of an assignment, as a zip archive."""
        return self._asked("GET", f"/exchange/assignments/{quote(assignment, '')}", 200).content

    def feedback(self, number: int) -> bytes:
        """The page of the report on a submission."""
        return self._asked("GET", f"/exchange/submissions/{number}/feedback", 200).content

    def counted(self, assignment: str) -> dict[str, Any]:
        """For instructors: each student's submission that counts, and the students without a report."""
        return self._json(f"/exchange/assignments/{quote(assignment, '')}/counted", _COUNTED)

    def notebook(self, number: int) -> bytes:
        """The file that was handed in as a submission."""
        return self._asked("GET", f"/exchange/submissions/{number}/notebook", 200).content

    def submit(self, assignment: str, notebook: Path, insists: bool = False) -> tuple[Receipt, Path]:
        """Hand a notebook in, and save the receipt beside it; returns the receipt and its file.

        A file that is the same as the last one is not handed in again: it gets the receipt that it has.

        Args:
            insists: whether to hand in a file that is not the assignment's notebook.

        Raises:
            GradingError: the file cannot be read, the portal refuses it or does not answer, or what it gave is not a
                receipt for these bytes.
        """
        try:
            work = notebook.read_bytes()
        except OSError as problem:
            raise GradingError(f"{notebook} could not be read: {problem.strerror}") from None
        checksum = sha256(work).hexdigest()
        try:
            answer = self._handed_in(assignment, notebook.name, work, insists)
            public_key = str(self._json("/receipts", _RECEIPTS)["public_key"])
        except AwayError as problem:
            raise AwayError(
                f"there is no receipt, because {problem}; you can safely hand in the file again: the same file counts "
                "only once"
            ) from None
        receipt = verified(answer.content, public_key)
        if (receipt.student, receipt.assignment, receipt.sha256) != (self._name, assignment, checksum):
            raise GradingError(f"the portal's receipt {receipt.number} is not for {notebook}: tell your instructor")
        path = notebook.with_name(f"{assignment}.receipt-{receipt.number}.json")
        write(path, answer.content)
        return receipt, path

    def _handed_in(self, assignment: str, name: str, work: bytes, insists: bool) -> httpx.Response:
        page = self._json(path := f"/assignments/{quote(assignment, '')}", _ASSIGNMENT)
        before = {"number": 0, "sha256": ""} | next(iter(page["handed_in"]), {})
        checksum = sha256(work).hexdigest()
        if before["sha256"] == checksum:
            return self._asked("GET", f"/submissions/{before['number']}/receipt", 200)
        # A key makes one submission of however many requests it is in; it is the same if somebody tries again later.
        key = sha256(f"{before['number']} {checksum}".encode()).hexdigest()
        fields = {"csrf": page["csrf"], "key": key} | ({"insist": "1"} if insists else {})
        return self._asked("POST", path, 201, data=fields, files={"file": (name, work)})

    def _json(self, path: str, shape: dict[str, Any]) -> dict[str, Any]:
        try:
            told: dict[str, Any] = self._asked("GET", path, 200).json()
        except (ValueError, RecursionError):
            told = {}
        if not has_shape(told, shape):
            raise GradingError(f"{self._portal} is not a portal, or its version differs: check the address")
        return told

    def _asked(self, method: str, path: str, status: int, **request: Any) -> httpx.Response:
        """The answer to a request, which is sent again when there is none, or the portal has a fault."""
        gives_up, pause = time.monotonic() + self._patience, _FIRST_PAUSE
        while True:
            try:
                answer = self._http.request(method, path, **request)
                if answer.status_code == status:
                    return answer
                if answer.status_code == _WRONG_FILE:
                    raise RefusedError(f"{_told(answer)}. {_ANYWAY}")
                if answer.status_code < 500:
                    raise RefusedError(f"{self._portal} did not accept it: {_told(answer)}")
                problem = f"it answered {answer.status_code}: {_told(answer)}"
            except (httpx.InvalidURL, httpx.UnsupportedProtocol):
                raise _no_address(self._portal) from None
            except httpx.TransportError as error:
                problem = str(error) or type(error).__name__
            if time.monotonic() > gives_up:
                raise AwayError(f"{self._portal} does not answer ({problem}): try again")
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def __enter__(self) -> PortalClient:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._http.close()


def has_shape(told: object, shape: Any) -> bool:
    """Whether what another program sent has at least this shape: plain lines, and numbers that can be times."""
    if isinstance(shape, dict):
        return isinstance(told, dict) and all(key in told and has_shape(told[key], each) for key, each in shape.items())
    if isinstance(shape, list):
        return isinstance(told, list) and all(has_shape(each, shape[0]) for each in told)
    if shape is str:  # a terminal that shows it obeys nothing in it
        return isinstance(told, str) and plain(told) == told and "\n" not in told
    return type(told) is int and 0 <= told <= _MOST


def _no_address(portal: str) -> GradingError:
    return GradingError(f"{portal} is not an address like https://exam.example.org")


def _told(answer: httpx.Response) -> str:
    """The sentence of a page that says what is wrong; else the status."""
    found = _SENTENCE.search(answer.text)
    return one_line(unescape(found[1])).removesuffix(".") if found else f"status {answer.status_code}"
