"""Judges a student's own tests: a runner runs them, and the functions that they test run here.

To the runner such a function is only something to call. It returns a verdict on each, and no table.
"""

from __future__ import annotations

import io
import socket
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

from nbproctor.assignment.reference import replaced_tester
from nbproctor.examination.outcomes.outcome import value_codec
from nbproctor.examination.outcomes.suite_messages import (
    END,
    FAILS,
    FUNCTION,
    PASSES,
    RAISED,
    RETURNED,
    exception_named,
    is_call,
    read_call,
    read_verdict,
)
from nbproctor.examination.wire.channel import Channel, ChannelClosed
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.messages import Judged
from nbproctor.examination.wire.wire_bounds import WireError
from tester_fw import suites, testers
from tester_fw.case_files import Case
from tester_fw.testers import SplitCase

_CHANGEABLE = (list, dict, set, bytearray)


@dataclass
class SuiteCases:
    """The functions on which one test cell's suite is judged.

    Args:
        judged: the names under which the suite finds them.
        cases: the functions, each with the verdict that a suite should reach.
        points: for a suite that finds all.
        verdicts: those reached in earlier runners, by the `id` of the case.
    """

    case_file: str
    suite: str
    judged: tuple[str, ...]
    cases: tuple[SplitCase, ...]
    points: float
    order_key: bytes
    verdicts: dict[int, set[str]] = field(default_factory=dict)


def judge_suite(cases: SuiteCases, runner: socket.socket) -> Judged:
    """Judge a suite in one runner, and note the verdicts in `cases`."""
    channel = Channel(runner, value_codec())
    functions: dict[str, Any] = {}
    asked = _Runner(channel, cases, functions)
    printed = io.StringIO()
    try:
        with replaced_tester(_CasesTester, {}, suite_cases=cases), redirect_stdout(printed):
            conf = {"case_file": cases.case_file, "func": asked, "judged": list(cases.judged)}
            value = _AskingSuite(conf, asked).judge(cases.points, functions)
    except _RunnerEnded:
        return Judged(is_complete=False, cases=asked.runs)
    except Exception as error:  # what the suite would have raised for the student
        asserted, name, said = isinstance(error, AssertionError), type(error).__name__, str(error)
        render = getattr(error, "_render_traceback_", None)
        lines = render() if render else [f"{name}: {said}"]
        return Judged(name, said, asserted, not asserted, lines, cases=asked.runs)
    finally:
        with suppress(ChannelClosed):
            channel.send([END])
        channel.close()
    return Judged(printed=printed.getvalue(), cases=asked.runs, value=value)


class _RunnerEnded(BaseException):
    """The runner has ended, or sent nonsense; a suite that catches every `Exception` does not catch this."""


class _Runner:
    """Stands for the suite: has it run in a runner on one function, and calls that function for it.

    `functions` holds the judged functions while the suite runs on them.
    """

    def __init__(self, channel: Channel, cases: SuiteCases, functions: dict[str, Callable[..., Any]]) -> None:
        self._channel, self._judged, self._functions = channel, cases.judged, functions
        self.__name__ = cases.suite
        self.runs = 0
        self.line = ""

    def __call__(self) -> None:
        """Run the suite; raise what it raised there, or `_RunnerEnded` if it did not end there."""
        try:
            verdict, raised, text, self.line = self._verdict()
        except (ChannelClosed, WireError) as trouble:
            raise _RunnerEnded from trouble
        if verdict == FAILS:
            raise exception_named(raised)(text)

    def _verdict(self) -> tuple[str, str, str, str]:
        self._channel.send([FUNCTION, self.runs])
        while is_call(message := self._channel.receive()):
            name, args, kwargs = read_call(message, self._judged)
            self._channel.send(self._answer(name, args, kwargs))
        verdict = read_verdict(message)
        self.runs += 1
        return verdict

    def _answer(self, name: str, args: list[Any], kwargs: dict[str, Any]) -> list[Any]:
        given: dict[Any, Any] = {**dict(enumerate(args)), **kwargs}
        before = {key: _bytes(value) for key, value in given.items() if type(value) in _CHANGEABLE}
        try:
            returned = self._functions[name](*args, **kwargs)
        except Exception as error:  # a judged function may raise, and the suite may look for that
            return [RAISED, type(error).__name__, str(error)[:1000]]
        changed = [[key, given[key]] for key, data in before.items() if _bytes(given[key]) != data]
        return [RETURNED, returned, changed]


def _bytes(value: object) -> bytes:
    try:
        return Codec().encode(value)
    except WireError:
        return b""


class _CasesTester(testers.Tester):
    """The tester within a suite, with the official functions in a secret order."""

    suite_cases: ClassVar[SuiteCases]

    def load_cases(self) -> list[Case]:
        """Return the functions."""
        return [{**case.inputs, **case.outputs} for case in self.suite_cases.cases]

    def rounds(self) -> list[list[SplitCase]]:
        """Return one order: a suite runs once on all functions in each of two runners."""
        self.cases, self.verdicts = list(self.suite_cases.cases), self.suite_cases.verdicts
        chance = Random(self.suite_cases.order_key + len(self.verdicts).to_bytes(8, "big"))
        return [_order_in_the_next_runner(self.cases, self.verdicts, chance)]


def _order_in_the_next_runner(
    cases: Sequence[SplitCase], reached: Mapping[int, set[str]], chance: Random
) -> list[SplitCase]:
    """The order in which a suite runs on the judged functions; `reached` is empty in the first runner.

    What it remembers of other functions must not help it: right ones all behave the same, so a suite that has seen some
    could recognise the others. So the first function in the first runner is a right one, and the first in the second is
    one that the suite has caught. The suite then knows no other function, it cannot know which runner it is in, and it
    has to reach the same verdicts in both.
    """
    order = chance.sample(list(cases), len(cases))
    if reached:
        may_be_first = [_verdict(case) == FAILS and FAILS in reached.get(id(case), ()) for case in order]
    else:
        may_be_first = [_verdict(case) == PASSES for case in order]
    first = may_be_first.index(True) if any(may_be_first) else 0
    return [order[first], *order[:first], *order[first + 1 :]]


def _verdict(case: SplitCase) -> str:
    return str(case.outputs["output_0"])


class _AskingSuite(suites.Suite):
    """Judges the suite of a runner."""

    def __init__(self, conf: dict[str, Any], runner: _Runner) -> None:
        super().__init__(conf, b"", "")
        self._runner = runner

    def line_that_raised(self, error: BaseException) -> str:
        """Return the line of the suite, as the runner reported it."""
        return self._runner.line
