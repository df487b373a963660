"""The conversations with the reference: recorded once, so that whoever says the same needs no examiner.

A test is recorded if it goes the same way twice, and looks at nothing but the replies that it gets: at no clock, no
file but the release's, no random source and no number of an object. What comes after a test that is not recorded is not
recorded either, for it may depend on that test.
"""

from __future__ import annotations

import linecache
import os
import socket
import sys
import sysconfig
import traceback
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType
from typing import Any

import nbproctor
import tester_fw
from nbproctor.examination.examiner.rehearsal.reference_rehearsal import ReferenceSitting, Tests, in_a_process
from nbproctor.examination.wire.conversations import Exchange, RecordedConversation
from nbproctor.examination.wire.json_codec import PlainCodec, report_bytes
from nbproctor.examination.wire.messages.process_messages import PrepareExaminers, TestReport
from nbproctor.examination.wire.wire_bounds import MAX_BYTES
from nbproctor.shell.cell_outputs import fitting
from nbproctor.shell.symbols import may_see_words

MakesRecordedExaminer = Callable[[socket.socket, list[Exchange]], AbstractContextManager[Tests]]

# How long all conversations may be, in bytes: they travel in one message, and stay in memory.
_MOST_BYTES = MAX_BYTES // 4
# Functions, by name, whose results differ from run to run, or between processes.
_CHANGING = frozenset({"now", "today", "utcnow", "urandom", "getrandom", "getpid", "getnode"})
# Those that a library asks without showing what it was told: copy.deepcopy, for one.
_NUMBERING = frozenset({"id"})
# Modules whose functions are such.
_CLOCKS = frozenset({"time"})
# Packages that run a cell and look at a clock for purposes of their own.
_RUNNING = ("nbproctor", "tester_fw", "IPython", "traitlets", "asyncio", "threading", "selectors", "logging")
# What a process opens that imports a module.
_CODE_FILES = (".py", ".pyc", ".so", ".pth")


@dataclass(frozen=True)
class RecordedTests:
    """What was said over the reference. A secret.

    Args:
        conversations: test by test, up to the first that is no function of what is said.
        cases_mark: a keyed mark of the official cases with which it was said; empty if it is not to be kept.
    """

    conversations: Sequence[RecordedConversation] = field(default=(), repr=False)
    cases_mark: str = field(default="", repr=False)


def record(
    sitting: ReferenceSitting,
    examiner: MakesRecordedExaminer,
    tests: Sequence[str],
    request: PrepareExaminers,
    cases_mark: str,
) -> RecordedTests:
    """What an earlier run kept, if that was said with the same cases; else have the reference examined twice.

    Of two examinations, the conversations count that were the same, as many as there is room for. They are to be kept
    if both examinations were the same to their end: then another one would be as well.

    Args:
        sitting: the examination of the reference.
        examiner: makes an examiner from a socket to the candidate and a list in which exchanges are kept.
        tests: the `grade_id` of the tests that may be recorded, in order.
        request: what the parent gets ready for, with what was kept.
        cases_mark: a keyed mark of the official cases; empty if none can be made.
    """
    if cases_mark and cases_mark == request.cases_mark:
        kept = (RecordedConversation.from_bytes(b64decode(said)) for said in request.conversations)
        return RecordedTests(tuple(kept), cases_mark)
    if not tests:
        return RecordedTests()
    room = report_bytes(request.output_bytes)
    found = [in_a_process(sitting, lambda at: _recorded(at, examiner, tests, room)) for _ in range(2)]
    first, second = (each or [] for each in found)
    alike, size = [], 0
    for one, other in zip(first, second, strict=False):
        if one != other or (size := size + len(one)) > _MOST_BYTES:
            break
        alike.append(RecordedConversation.from_bytes(one))
    is_lasting = None not in found and first == second
    return RecordedTests(alike, cases_mark if is_lasting else "")


def _recorded(
    sitting: ReferenceSitting, examiner: MakesRecordedExaminer, tests: Sequence[str], room: int
) -> list[bytes]:
    said: list[Exchange] = []
    found: list[bytes] = []
    remaining = list(tests)

    def test(examining: Tests, name: str) -> None:
        said.clear()
        examining.link.exceptions.made = []
        with _watched() as looked_at:
            report = examining.test(name)
        is_next = bool(remaining) and remaining[0] == name
        if not is_next or looked_at or not report.passed or report.refused:
            remaining.clear()
            return
        remaining.pop(0)
        needs_words = any(map(_needs_words, examining.link.exceptions.made or ()))
        encoded = PlainCodec(max_sent_bytes=room).encode(told_report(report, room).parts())
        found.append(RecordedConversation(name, tuple(said), encoded, needs_words).to_bytes())

    with sitting.examined_by(lambda sock: examiner(sock, said)) as run:
        run(test)
    return found


def told_report(report: TestReport, room: int) -> TestReport:
    """A report as the grader gets it.

    Args:
        report: what became of a test cell.
        room: how long a report may be, in bytes.
    """
    return replace(report, outputs=fitting(report.outputs, room // 2), message=report.message[: room // 20])


def _needs_words(error: BaseException) -> bool:
    """Whether a test that caught an exception may have seen its words.

    The exception has gone through all frames from the one that called the student's code to the one that caught it.
    """
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    codes = [frame.f_code for frame in frames]
    if not codes or _is_ours(codes[0].co_filename):
        return True
    cells = {code.co_filename for code in codes if not _is_ours(code.co_filename)}
    return any(may_see_words("".join(linecache.getlines(cell))) or not linecache.getlines(cell) for cell in cells)


def _is_ours(file: str) -> bool:
    return file.startswith(_OUR_FOLDERS)


_OUR_FOLDERS = tuple(str(Path(module.__file__ or "").parent) + os.sep for module in (nbproctor, tester_fw))


@contextmanager
def _watched() -> Iterator[list[str]]:
    """Meanwhile note what cells look at that may be otherwise in another run."""
    looked_at: list[str] = []

    def watch(frame: FrameType, event: str, about: Any) -> None:
        if event != "c_call":
            return
        name = getattr(about, "__name__", "")
        is_unseeded = name == "seed" and frame.f_locals.get("a") is None
        is_changing = name in _CHANGING or getattr(about, "__module__", None) in _CLOCKS or is_unseeded
        is_changing = is_changing or (name in _NUMBERING and not _is_librarys(frame))
        if is_changing and not _asker(frame).startswith(_RUNNING):
            looked_at.append(name)

    _OPENED.append(looked_at)
    sys.setprofile(watch)
    try:
        yield looked_at
    finally:
        sys.setprofile(None)
        _OPENED.clear()


def _is_librarys(frame: FrameType) -> bool:
    """Whether this is a function of a library, not of a cell's or of a module of the release."""
    return frame.f_code.co_filename.startswith(_LIBRARIES)


_LIBRARIES = tuple(sysconfig.get_path(name) + os.sep for name in ("stdlib", "platstdlib", "purelib", "platlib"))


def _asker(frame: FrameType | None) -> str:
    """The name of the module that asks, whichever random generator it asks through."""
    while frame is not None and frame.f_globals.get("__name__") in ("random", "secrets"):
        frame = frame.f_back
    return str(frame.f_globals.get("__name__", "")) if frame is not None else ""


_OPENED: list[list[str]] = []
_FILE_EVENTS = frozenset({"open", "os.listdir", "os.scandir", "subprocess.Popen", "os.system", "socket.connect"})


def watch_files() -> None:
    """Note from now on, for good, which files are opened while a test is recorded."""

    def heard(event: str, about: tuple[Any, ...]) -> None:
        if _OPENED and event in _FILE_EVENTS and not _is_code(event, about):
            _OPENED[0].append(event)

    sys.addaudithook(heard)


def _is_code(event: str, about: tuple[Any, ...]) -> bool:
    """Whether a file is opened, or a folder listed, as an import does it."""
    if event in ("os.listdir", "os.scandir"):
        return True
    path = os.fspath(about[0]) if event == "open" and isinstance(about[0], (str, bytes, os.PathLike)) else ""
    is_releases = Path(os.fsdecode(path)).resolve().is_relative_to(Path.cwd()) and str(about[1] or "r").startswith("r")
    return is_releases or os.fsdecode(path).endswith(_CODE_FILES) or not path or os.fsdecode(path).startswith("<")
