"""Which mistake a failing exercise has: what the student's code gives on cases that are the same for everybody.

Two submissions with the same marks behave alike on each of these cases. This is asked when all verdicts are reached,
so that nothing that a function does then changes one. Marks are keyed digests of what the student's code gave: whoever
reads them learns neither a case nor an expected answer.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from itertools import takewhile
from typing import Any

from nbproctor.examination.examiner.official_tester import OfficialTester
from nbproctor.examination.examiner.rehearsal.refusals import CandidateGone
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.figures.figure_forms import UnheldError, encoded_form, is_loaded, place_of
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.results import UNFINISHED
from tester_fw.errors import ModifiedInputError, WrongAnswerError
from tester_fw.smallest import time_limit
from tester_fw.testers import SplitCase

SECONDS = 4.0
"""How long one exercise may take by the clock: many times what most take, as a busy machine would end their rows."""
_ALL_SECONDS = 5.0
"""After so long no other exercise of a submission is asked about: the grader waits for twice this."""
_MOST_CASES = 100
_MOST_CASES_AGAIN = 20
_MARK_DIGITS = 6
PASSED = "."
"""The mark of a case that passes."""


def in_time(tests: Iterable[str]) -> Iterator[str]:
    """Tests, one after the other, as long as there is time to ask about another one of the submission.

    Args:
        tests: the `grade_id` of each.
    """
    ends = time.monotonic() + _ALL_SECONDS
    return takewhile(lambda _: time.monotonic() < ends, tests)


class MistakeMarks:
    """Makes the marks of mistakes.

    Args:
        key: of the digests.
        test: the `grade_id` of the test cell.
    """

    def __init__(self, key: bytes, test: str) -> None:
        self._key = key
        self._test = test

    def of_tester(self, tester: OfficialTester) -> str:
        """A mark for each of some cases, the same ones for everybody, in words divided by blanks.

        Time may end the row early, so that it is the beginning of another's. It is empty if no case fails, or if the
        function gives something else when it is called again with some cases that failed; `UNFINISHED` if time ended it
        before a case failed.
        """
        cases = dict(enumerate(tester.cases[:: max(1, -(-len(tester.cases) // _MOST_CASES))]))
        marks = self._marks(tester, cases)
        failed = [number for number, mark in enumerate(marks) if mark != PASSED][:_MOST_CASES_AGAIN]
        if not failed and len(marks) < len(cases):
            return UNFINISHED
        again = self._marks(tester, {number: cases[number] for number in failed})
        is_alike = all(marks[number] == mark for number, mark in zip(failed, again, strict=False))
        return " ".join(marks) if failed and is_alike else ""

    def of_replies(self, replies: Iterable[object], error: BaseException | None) -> str:
        """One mark for all that a test cell heard of the student's code.

        Args:
            replies: what it heard.
            error: what ended it.
        """
        heard = b"".join(map(_canonical, replies))
        return "=" + self._digest(0, type(error).__name__.encode(), heard)

    def _marks(self, tester: OfficialTester, cases: dict[int, SplitCase]) -> list[str]:
        marks: list[str] = []
        ends = time.monotonic() + SECONDS / 2
        with suppress(KeyboardInterrupt, CandidateGone), time_limit(SECONDS / 2):
            for number, error in zip(cases, tester.tried(list(cases.values()), SECONDS / 4), strict=False):
                marks.append(self._mark(tester, error, number))
        if time.monotonic() >= ends:  # a message may have been broken off
            tester.official.link.close()
        return marks

    def _mark(self, tester: OfficialTester, error: BaseException | None, number: int) -> str:
        if error is None:
            return PASSED
        if isinstance(error, CandidateGone):
            raise error
        if isinstance(error, ModifiedInputError):
            return self._digest(number, b"changed", _canonical(tester.inputs))
        if isinstance(error, WrongAnswerError) and len(tester.returned) < len(tester.conf.outputs):
            return self._digest(number, b"shape", str(error).encode())
        if isinstance(error, WrongAnswerError):
            return self._digest(number, b"returned", _canonical(tester.returned))
        return self._digest(number, b"raised", type(error).__name__.encode())

    def _digest(self, number: int, kind: bytes, content: bytes) -> str:
        said = b"\0".join([self._test.encode(), str(number).encode(), kind, content])
        return hmac.new(self._key, said, sha256).hexdigest()[:_MARK_DIGITS]


def _canonical(value: object) -> bytes:
    """Bytes that equal values share, whatever the order of a set, and the last digits of a float."""
    kind = type(value)
    if kind in (list, tuple):
        return _tagged(kind, map(_canonical, value))  # type: ignore[call-overload]
    if kind in (set, frozenset):
        return _tagged(kind, sorted(map(_canonical, value)))  # type: ignore[call-overload]
    if kind is dict:
        return _tagged(kind, sorted(_canonical(item) for item in value.items()))  # type: ignore[attr-defined]
    if kind is float:
        return _tagged(kind, [f"{value:.9g}".encode()])
    try:
        return _tagged(kind, [_encode(value)])
    except WireError:  # an object of the student's
        return b"object"


def _tagged(kind: type, parts: Iterable[bytes]) -> bytes:
    content = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    return kind.__name__.encode() + b":" + content


def _figure(value: object) -> bytes:
    """The bytes of a thing in a figure: its place there, and all that the figure holds.

    Raises:
        WireError: it is no such thing.
    """
    found = place_of(value) if is_loaded() else None
    if found is None:
        raise WireError("an object of the student's")
    try:
        return repr(found[1]).encode() + encoded_form(found[0])
    except UnheldError as error:
        raise WireError(str(error)) from None


_encode: Callable[[Any], bytes] = Codec(_figure).encode
