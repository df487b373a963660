"""A simulated student: does by HTTP what a student does in a browser without JavaScript, and keeps the receipts."""

from __future__ import annotations

import asyncio
import json
import random
import re
import ssl
import time
from dataclasses import dataclass
from hashlib import sha256
from html import unescape
from types import TracebackType

import httpx

from nbproctor.errors import GradingError

_SECONDS_OF_A_REQUEST = 60.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 3.0
_REFRESH = re.compile(r'http-equiv="refresh" content="(\d+)')
_EXPECTED = re.compile(r"<span data-expected>(\d+)</span>")
_NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # shared: to make one takes longer than a hundred requests


@dataclass
class HandedInWork:
    """What one student handed in once.

    Args:
        begun: when the upload began, in seconds since 1970.
        receipt: the receipt; empty until it is there.
        seconds_to_receipt: from the beginning of the upload to the receipt, with all that was tried again.
        times_sent: how often it was sent.
        seconds_to_report: from the beginning of the upload until the student's page showed the result; 0 until then.
        told_at: when the page first told when to expect the report, in seconds from the beginning of the upload.
        told_seconds: within how many seconds from then on it told to expect it; 0 if it told nothing.
    """

    student: str
    sha256: str
    begun: float
    receipt: bytes = b""
    seconds_to_receipt: float = 0.0
    times_sent: int = 0
    seconds_to_report: float = 0.0
    told_at: float = 0.0
    told_seconds: float = 0.0

    @property
    def number(self) -> int:
        """The submission's number, which the receipt says."""
        return int(json.loads(self.receipt)["number"])


class SimulatedStudent:
    """A student with a browser of their own. Use it as an asynchronous context manager.

    Args:
        patience: for how many seconds a request is tried again that the portal does not answer.
    """

    def __init__(self, portal: str, name: str, code: str, patience: float = 60.0) -> None:
        self.name = name
        self._code = code
        self._patience = patience
        self._browser = httpx.AsyncClient(
            base_url=portal, timeout=_SECONDS_OF_A_REQUEST, trust_env=False, verify=_NO_TLS, follow_redirects=False
        )

    async def log_in(self) -> None:
        """Log in.

        Raises:
            GradingError: the portal does not let the student in, or does not answer.
        """
        form = {"name": self.name, "code": self._code}
        answer, _ = await self._answered("POST", "/login", data=form)
        self._require(answer, 303)

    async def hand_in(self, assignment: str, work: bytes) -> HandedInWork:
        """Open the assignment's page, hand in, and keep the receipt; who gets no answer sends the same again.

        Raises:
            GradingError: the portal does not take it, or does not answer.
        """
        path = f"/assignments/{assignment}"
        answer, _ = await self._answered("GET", path)
        page = self._require(answer, 200).text
        form = {name: unescape(_hidden(page, name)) for name in ("csrf", "key")}
        handed_in = HandedInWork(self.name, sha256(work).hexdigest(), time.time())
        begun = time.monotonic()
        answer, handed_in.times_sent = await self._answered(
            "POST",
            path,
            data=form,
            files={"file": (f"{assignment}.ipynb", work)},
            headers={"Accept": "application/json"},
        )
        handed_in.seconds_to_receipt = time.monotonic() - begun
        handed_in.receipt = self._require(answer, 201).content
        return handed_in

    async def wait_for_report(self, handed_in: HandedInWork) -> str:
        """Look at the submission's page, as often as it says, until it shows the result.

        Returns:
            the page.

        Raises:
            GradingError: the portal does not show it to the student, or does not answer.
        """
        while True:
            answer, _ = await self._answered("GET", f"/submissions/{handed_in.number}")
            page = self._require(answer, 200).text
            if not handed_in.told_seconds and (told := _EXPECTED.search(page)):
                handed_in.told_at, handed_in.told_seconds = time.time() - handed_in.begun, float(told[1])
            if not (again := _REFRESH.search(page)):
                handed_in.seconds_to_report = time.time() - handed_in.begun
                return page
            await asyncio.sleep(int(again[1]))

    def _require(self, answer: httpx.Response, status: int) -> httpx.Response:
        if answer.status_code != status:
            text = " ".join(re.sub("<[^>]*>", " ", answer.text).split())
            raise GradingError(f"{self.name}: the portal answered {answer.status_code}: {text[:300]}")
        return answer

    async def _answered(self, method: str, path: str, **request: object) -> tuple[httpx.Response, int]:
        """The answer to a request, and how often it was sent: again when there is no answer, or a fault's."""
        gives_up, pause, times = time.monotonic() + self._patience, _FIRST_PAUSE, 0
        while True:
            times += 1
            try:
                answer = await self._browser.request(method, path, **request)  # type: ignore[arg-type]
                if answer.status_code < 500:
                    return answer, times
                problem = f"it answered {answer.status_code}"
            except httpx.TransportError as error:
                problem = type(error).__name__
            if time.monotonic() > gives_up:
                raise GradingError(f"{self.name}: the portal does not answer {method} {path}: {problem}")
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def __aenter__(self) -> SimulatedStudent:
        return self

    async def __aexit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        await self._browser.aclose()


def _hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    if not found:
        raise GradingError(f"the page for handing in has no field {name}")
    return found[1]
