"""A simulated class: its students log in, hand in as planned, and wait for their reports."""

from __future__ import annotations

import ast
import asyncio
import copy
import json
import random
import re
import ssl
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from html import unescape
from types import TracebackType

import httpx
import numpy as np
from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment, Role, grade_id, role
from nbproctor.errors import GradingError

RIGHT_SHARE = 0.85
ENDLESS = "while True: pass"
EXHAUSTING = "everything = [bytearray(1 << 26) for _ in range(1 << 14)]"
"""A terabyte, in pieces of 64 MB that are written to."""
_WORKS_SEED = "a class"


def drawn_works(source: Assignment, release: NotebookNode) -> Iterator[NotebookNode]:
    """Notebooks in which each exercise is right with a probability of `RIGHT_SHARE`, without end, always the same ones.

    Solutions are drawn from the source notebook and from `solutions/` beside it: the reference or another right one,
    or a wrong one; where no wrong one is known, the cell gets a comment.
    """
    reference = {grade_id(cell): cell.source for cell in source.notebook.cells if role(cell) is Role.STUDENT}
    blank = {grade_id(cell): cell.source for cell in release.cells}
    pools: dict[tuple[str, bool], list[str]] = defaultdict(list)
    for cell, solution in reference.items():
        for kind in ("right", "wrong"):
            files = sorted((source.path.parent / "solutions" / kind).glob(f"{cell}_*.py"))
            pools[cell, kind == "right"] = [file.read_text("utf-8") for file in files]
        pools[cell, True].insert(0, solution)
        pools[cell, False] = pools[cell, False] or [f"{blank.get(cell, '')}\n# not solved"]
    draws = random.Random(_WORKS_SEED)
    while True:
        notebook = copy.deepcopy(release)
        for cell in notebook.cells:
            if grade_id(cell) in reference:
                cell.source = draws.choice(pools[grade_id(cell), draws.random() < RIGHT_SHARE])
        yield notebook


def with_statement(source: Assignment, work: NotebookNode, statement: str) -> NotebookNode:
    """A copy of a notebook in which one function of one exercise begins with a statement, in one line.

    Where no solution has a function, the statement begins the first of them.
    """
    changed = copy.deepcopy(work)
    students = {grade_id(cell) for cell in source.notebook.cells if role(cell) is Role.STUDENT}
    solutions = [cell for cell in changed.cells if grade_id(cell) in students]
    for cell in solutions:
        if line := _body_of_a_function(cell.source):
            lines = cell.source.splitlines()
            indent = lines[line - 1][: len(lines[line - 1]) - len(lines[line - 1].lstrip())]
            cell.source = "\n".join([*lines[: line - 1], indent + statement, *lines[line - 1 :]])
            return changed
    if solutions:
        solutions[0].source = f"{statement}\n{solutions[0].source}"
    return changed


def _body_of_a_function(code: str) -> int:
    """The line in which the body of the first function begins, counted from 1; 0 if there is none."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return 0
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.body[0].lineno > node.lineno:
            return node.body[0].lineno
    return 0


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
        receipt: empty until it is there.
        seconds_to_receipt: from the beginning of the upload to the receipt, with all retries.
        times_sent: how often it was sent.
        seconds_to_report: from the beginning of the upload until the student's page showed the result; 0 until then.
        told_at: the seconds from the beginning of the upload until the page said when to expect the report.
        told_seconds: within how many seconds from then on it was expected; 0 if the page said nothing.
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
        """The submission's number, from the receipt."""
        return int(json.loads(self.receipt)["number"])


class SimulatedStudent:
    """A student with a browser of their own. Use it as an asynchronous context manager.

    Its methods raise GradingError if the portal refuses, or does not answer for `patience` seconds.
    """

    def __init__(self, portal: str, name: str, code: str, patience: float = 60.0) -> None:
        self.name = name
        self._code = code
        self._patience = patience
        self._browser = httpx.AsyncClient(
            base_url=portal, timeout=_SECONDS_OF_A_REQUEST, trust_env=False, verify=_NO_TLS, follow_redirects=False
        )

    async def log_in(self) -> None:
        """Log in with the code."""
        form = {"name": self.name, "code": self._code}
        await self._answered("POST", "/login", 303, data=form)

    async def hand_in(self, assignment: str, work: bytes) -> HandedInWork:
        """Open the assignment's page, hand in, and keep the receipt; without an answer, the same is sent again."""
        path = f"/assignments/{assignment}"
        page = (await self._answered("GET", path, 200))[0].text
        form = {name: unescape(_hidden(page, name)) for name in ("csrf", "key")}
        handed_in = HandedInWork(self.name, sha256(work).hexdigest(), time.time())
        begun = time.monotonic()
        answer, handed_in.times_sent = await self._answered(
            "POST",
            path,
            201,
            data=form,
            files={"file": (f"{assignment}.ipynb", work)},
            headers={"Accept": "application/json"},
        )
        handed_in.seconds_to_receipt = time.monotonic() - begun
        handed_in.receipt = answer.content
        return handed_in

    async def wait_for_report(self, handed_in: HandedInWork) -> str:
        """Reload the submission's page, as often as it says, until it shows the result; returns the page."""
        while True:
            page = (await self._answered("GET", f"/submissions/{handed_in.number}", 200))[0].text
            if not handed_in.told_seconds and (told := _EXPECTED.search(page)):
                handed_in.told_at, handed_in.told_seconds = time.time() - handed_in.begun, float(told[1])
            if not (again := _REFRESH.search(page)):
                handed_in.seconds_to_report = time.time() - handed_in.begun
                return page
            await asyncio.sleep(int(again[1]))

    async def _answered(self, method: str, path: str, status: int, **request: object) -> tuple[httpx.Response, int]:
        """The answer of this status, and how often the request was sent: again without an answer, or after a fault."""
        gives_up, pause, times = time.monotonic() + self._patience, _FIRST_PAUSE, 0
        while True:
            times += 1
            try:
                answer = await self._browser.request(method, path, **request)  # type: ignore[arg-type]
                if answer.status_code == status:
                    return answer, times
                if answer.status_code < 500:
                    text = " ".join(re.sub("<[^>]*>", " ", answer.text).split())
                    raise GradingError(f"{self.name}: the portal answered {answer.status_code}: {text[:300]}")
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


_LOG_IN_AT_ONCE = 8
_LONGEST_WAIT_SECONDS = 1800.0  # for a report
_WAITING = "Handing in and waiting for reports"
TellStep = Callable[[str, int, int | None], object]
"""Hears what is being done, how much of it is, and of how much; None if that is not known."""


@dataclass(frozen=True)
class PlannedWork:
    """What a student is to hand in, and how many seconds after all have logged in."""

    student: str
    second: float
    work: bytes


@dataclass
class ClassOutcome:
    """What became of a class.

    Args:
        problems: a sentence for each student who did not get what they came for.
        seconds: from when all had logged in.
        own_processor_seconds: the processor time of the simulation itself.
        most_late: the most seconds by which an upload began later than planned: the simulation was too busy.
    """

    handed_in: list[HandedInWork] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    seconds: float = 0.0
    own_processor_seconds: float = 0.0
    most_late: float = 0.0


@dataclass(frozen=True)
class SimulatedClass:
    """A class of simulated students, with their login codes by name."""

    portal: str
    assignment: str
    codes: Mapping[str, str]

    def hand_in(self, plan: Sequence[PlannedWork], tell: TellStep = lambda *_: None) -> ClassOutcome:
        """Have all log in, hand in as planned, once or several times, and wait for their reports."""
        return asyncio.run(self._hand_in(plan, tell))

    async def _hand_in(self, plan: Sequence[PlannedWork], tell: TellStep) -> ClassOutcome:
        outcome, reports = ClassOutcome(), 0

        def tell_one_more(_: object) -> None:
            nonlocal reports
            reports += 1
            tell(_WAITING, reports, len(plan))

        async with AsyncExitStack() as opened:
            students = {
                name: await opened.enter_async_context(SimulatedStudent(self.portal, name, self.codes[name]))
                for name in dict.fromkeys(planned.student for planned in plan)
            }
            tell(f"Logging in {len(students)} students", 0, None)
            await _log_in(list(students.values()))
            tell(_WAITING, 0, len(plan))
            began, used = time.monotonic(), time.process_time()
            async with asyncio.TaskGroup() as tasks:
                for planned in plan:
                    task = tasks.create_task(self._one(students[planned.student], planned, began, outcome))
                    task.add_done_callback(tell_one_more)
            outcome.seconds = time.monotonic() - began
            outcome.own_processor_seconds = time.process_time() - used
        return outcome

    async def _one(self, student: SimulatedStudent, planned: PlannedWork, began: float, outcome: ClassOutcome) -> None:
        await asyncio.sleep(began + planned.second - time.monotonic())
        outcome.most_late = max(outcome.most_late, time.monotonic() - began - planned.second)
        try:
            handed_in = await student.hand_in(self.assignment, planned.work)
            outcome.handed_in.append(handed_in)
            await asyncio.wait_for(student.wait_for_report(handed_in), _LONGEST_WAIT_SECONDS)
        except GradingError as problem:
            outcome.problems.append(str(problem))
        except TimeoutError:
            outcome.problems.append(f"{student.name}: no report within {_LONGEST_WAIT_SECONDS:.0f} seconds")


async def _log_in(students: Sequence[SimulatedStudent]) -> None:
    """Log all in, a few at a time, as before an exam begins."""
    room = asyncio.Semaphore(_LOG_IN_AT_ONCE)

    async def log_in(student: SimulatedStudent) -> None:
        async with room:
            await student.log_in()

    await asyncio.gather(*map(log_in, students))


@dataclass(frozen=True)
class Percentiles:
    """How long something took, in seconds."""

    p50: float
    p95: float
    p99: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Percentiles:
        """Those of some values; all zero if there are none."""
        return cls(*map(float, np.percentile(values or [0.0], (50, 95, 99, 100))))
