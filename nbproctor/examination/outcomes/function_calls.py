"""Calls a function on every case of a file, and writes the outcomes down: in a runner, and for the reference."""

from __future__ import annotations

import linecache
import pickle
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, TracebackType
from typing import Any, Self

from IPython.core.getipython import get_ipython

from nbproctor.examination.outcomes.outcome import (
    RAISED,
    RETURNED,
    UNREADABLE,
    CaseOutcome,
    Frame,
    TablesWriter,
    value_codec,
)
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.shell.cell_tracebacks import text_of
from nbproctor.shell.output_collector import CollectingStream, Collector

_MOST_PRINTED = 20_000
_MOST_FRAMES = 8
_TOOLS_FOLDER = str(Path(__file__).parents[2])


@dataclass(frozen=True)
class OfficialInputs:
    """The inputs of the cases of one case file, in the secret order in which they are called.

    Args:
        cases: the inputs of each case by name, pickled: each call gets objects of its own.
        databases: the inputs that the function gets as a database.
        watched: the inputs that must not change.
        visible: a case of the file that ships, with its outputs, pickled; empty if there is none.
    """

    cases: tuple[bytes, ...]
    databases: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()
    visible: bytes = b""

    def to_json(self) -> dict[str, Any]:
        """The inputs as plain data for `from_json`."""
        return {
            "cases": [b64encode(case).decode() for case in self.cases],
            "databases": list(self.databases),
            "watched": list(self.watched),
            "visible": b64encode(self.visible).decode(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The inputs that `to_json` returned."""
        cases = tuple(map(b64decode, data["cases"]))
        return cls(cases, tuple(data["databases"]), tuple(data["watched"]), b64decode(data["visible"]))


def call_all(function: Callable[..., Any], case_file: str, official: OfficialInputs, tables: TablesWriter) -> None:
    """Call a function on all cases of a file; write a table of what came of it."""
    tables.begin(case_file)
    calls = _Calls(function, official)
    before = sys.stdout, sys.stderr
    try:
        for case in official.cases:
            tables.add(calls.outcome(case))
    finally:
        sys.stdout, sys.stderr = before


class _Calls:
    def __init__(self, function: Callable[..., Any], official: OfficialInputs) -> None:
        self._function, self._official = function, official
        self._codec = value_codec()
        self._collector = Collector(_MOST_PRINTED)
        self._streams = self._new_streams()

    def outcome(self, case: bytes) -> CaseOutcome:
        """Call the function with the inputs of a case; whatever it does, this returns."""
        inputs = pickle.loads(case)  # noqa: S301 - pickled by the judges' parent
        for name in self._official.databases:
            inputs[name] = _database(inputs[name])
        before = {name: self._content(name, inputs[name]) for name in self._official.watched}
        self._put_streams()
        try:
            returned = self._function(**inputs)
        except BaseException as error:
            return _outcome_of(error, self._printed())
        printed = self._printed()
        kind, value, text = RETURNED, b"", ""
        try:
            value = self._codec.encode(returned)
        except WireError as problem:
            kind, text = UNREADABLE, str(problem)
        except BaseException as problem:  # the code of a class of the student's, while it was looked at
            return _outcome_of(problem, printed)
        changed = {name: now for name, was in before.items() if (now := self._content(name, inputs[name])) != was}
        return CaseOutcome(kind, value, text=text, printed=printed, changed=changed)

    def _put_streams(self) -> None:
        """Start to collect what is printed, whatever earlier calls have done to the streams."""
        out, err = self._streams
        if not (out.is_as_made() and err.is_as_made()):
            out, err = self._streams = self._new_streams()
        if not self._collector.is_untouched():
            self._collector.restart()
        sys.stdout, sys.stderr = out, err

    def _new_streams(self) -> tuple[CollectingStream, CollectingStream]:
        return CollectingStream("stdout", self._collector), CollectingStream("stderr", self._collector)

    def _printed(self) -> str:
        if self._collector.is_untouched():
            return ""
        self._collector.finish()
        return "".join(str(output.get("text", "")) for output in self._collector.outputs)

    def _content(self, name: str, value: Any) -> bytes:
        """The content of an input; of a database, the columns and rows of every table."""
        try:
            return self._codec.encode(_contents(value) if name in self._official.databases else value)
        except Exception as problem:  # a database that is closed, or what cannot travel
            return f"{type(problem).__name__}: {problem}".encode("utf-8", "replace")


def _database(frames: Any) -> Any:
    # In a runner, the release's own package.
    from tester_fw.database import open_database

    return open_database(frames)


def _contents(connection: Any) -> Any:
    from tester_fw.database import contents

    return contents(connection)


def _outcome_of(error: BaseException, printed: str) -> CaseOutcome:
    return CaseOutcome(
        RAISED,
        raised=str(type.__getattribute__(type(error), "__name__")),
        text=text_of(error),
        is_assertion=any(ancestor is AssertionError for ancestor in type.mro(type(error))),
        frames=tuple(_frames(error.__traceback__)),
        printed=printed,
    )


def _frames(traceback: TracebackType | None) -> Iterator[Frame]:
    """The places of the submitted code, and of the libraries that it called: of many, the first and the last."""
    found: list[tuple[CodeType, int]] = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if not code.co_filename.startswith(_TOOLS_FOLDER):
            found.append((code, traceback.tb_lineno))
        traceback = traceback.tb_next
    half = _MOST_FRAMES // 2
    for code, line in found if len(found) <= _MOST_FRAMES else [*found[:half], *found[-half:]]:
        source = linecache.getline(code.co_filename, line).strip()
        yield Frame(_place(code.co_filename), line, code.co_name, source)


def _place(file: str) -> str:
    shell = get_ipython()
    cell = shell.compile.format_code_name(file) if shell else None  # the name of a cell's code is made of its text
    return " ".join(cell) if cell else f"File {Path(file).name}"
