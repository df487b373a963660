"""The notebook's `Tester` as the examiner has it: official cases, and calls that are made ahead of their turn.

A call to the candidate and back costs more than most of what students' functions do. So the cases that come next are
sent along, but with the first: most of what is wrong is wrong at once, and is told of before another call could take
for ever. What a call did happens here in its turn: what it printed is printed then, what it raised is raised then.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

import msgpack

from nbproctor.assignment.cases import Case
from nbproctor.examination.examiner.candidate_link import Link
from nbproctor.examination.examiner.proxies import Proxy
from nbproctor.examination.examiner.reference_uses import UseRecorder
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.wire_bounds import WireError
from tester_fw import testers
from tester_fw.conf import Conf, Output, fit_to_cases
from tester_fw.inputs import fresh
from tester_fw.testers import Case as DrawnCase

_MOST_AHEAD = 64
# How long the reference is rehearsed with a test's own function, in seconds.
_LONGEST_REHEARSAL = 0.25
# How long the smallest case that fails is looked for: less than at home, where nobody waits for the next submission.
_SEARCH_SECONDS = 0.25

Bytes = TypeVar("Bytes")


@dataclass(frozen=True)
class OnTheWire:
    """A case as bytes: the inputs as they are sent, the right answer as it would come back, a copy of the inputs."""

    inputs: bytes
    right: bytes
    copy: bytes


@dataclass(frozen=True)
class PreparedCases:
    """What a tester of this conf needs, made once for all submissions.

    Args:
        conf: the fitted conf.
        cases: each case as the tester has it, by the `id` of the case as it was drawn.
        wires: the bytes of each case that holds plain data only, by the `id` of the case as the tester has it.
    """

    conf: Conf
    cases: dict[int, DrawnCase]
    wires: dict[int, OnTheWire]


def prepare_cases(conf: Conf, cases: Sequence[Case]) -> PreparedCases:
    """Fit the conf to the cases and encode them; the cases have to stay, as they are known by their `id`."""
    fitted = fit_to_cases(conf, list(cases))
    codec = Codec()
    taken_apart = {id(case): _taken_apart(fitted, case) for case in cases}
    wires = {id(taken_apart[id(case)]): _encoded(codec, fitted, case) for case in cases}
    return PreparedCases(fitted, taken_apart, {key: wire for key, wire in wires.items() if wire is not None})


def _taken_apart(conf: Conf, case: Case) -> DrawnCase:
    return DrawnCase(
        {each.name: case[each.name] for each in conf.inputs}, {each.name: case[each.name] for each in conf.outputs}
    )


def whatever_function(conf: Conf) -> Conf:
    """The conf without its function, which is another one for each submission."""
    return replace(conf, func=print)


def _encoded(codec: Codec, conf: Conf, case: Case) -> OnTheWire | None:
    if any(each.dtype == "db" for each in conf.inputs):
        return None
    right = tuple(case[each.name] for each in _in_order(conf))
    inputs = {each.name: fresh(each, case[each.name]) for each in conf.inputs}
    try:
        return OnTheWire(
            codec.encode(inputs), codec.encode(right[0] if len(right) == 1 else right), pickle.dumps(inputs)
        )
    except (WireError, pickle.PicklingError):
        return None


def _in_order(conf: Conf) -> list[Output]:
    return sorted(conf.outputs, key=lambda each: each.index)


def official_tester(
    cases: dict[str, list[Case]],
    ready: dict[Conf, PreparedCases],
    link: Link,
    made: list[testers.Tester],
    most: int | None,
) -> type[testers.Tester]:
    """The class that stands for the notebook's `Tester`.

    Args:
        cases: the official cases of each case file.
        ready: what is prepare_cases, by the conf as the reference's test cell has it, without its function.
        link: to the candidate.
        made: the testers that were made are added to it.
        most: run so many cases of each case file and no more; None for as many as the test cell asks for.
    """
    is_rehearsal = isinstance(link.uses, UseRecorder)
    foreseen = link.uses.calls

    class OfficialTester(testers.Tester):
        def __init__(self, conf: dict[str, Any], key: bytes | str, path: str = testers.DATA_FOLDER) -> None:
            super().__init__(conf, key, path)
            self._replies: dict[int, Any] = {}  # to calls ahead; those that a test's own function makes, numbered
            self._rehearsal_ends = time.monotonic() + _LONGEST_REHEARSAL
            self._is_first = True
            self._search_ends: float | None = None
            is_usable = self._known is not None and isinstance(self.conf.func, Proxy) and most is None
            is_usable = is_usable and not is_rehearsal
            self._wires = self._known.wires if is_usable and self._known else {}

        def load_cases(self) -> list[Case]:
            made.append(self)
            return _spread(cases[self.conf.case_file], most if isinstance(self.conf.func, Proxy) else None)

        def fit_conf(self, cases: list[Case]) -> Conf:
            self._known = ready.get(whatever_function(self.conf))
            return super().fit_conf(cases) if self._known is None else replace(self._known.conf, func=self.conf.func)

        def _split(self, case: Case) -> DrawnCase:
            return super()._split(case) if self._known is None else self._known.cases[id(case)]

        def run_test(self) -> None:
            __tracebackhide__ = True
            if self._is_wanted() and not self._is_known_to_pass():
                super().run_test()

        def _is_wanted(self) -> bool:
            # What a test's own function calls first is recorded, for as many cases as there is time.
            is_its_own = not isinstance(self.conf.func, Proxy)
            return most is None or self.runs < most or (is_its_own and time.monotonic() < self._rehearsal_ends)

        def _is_known_to_pass(self) -> bool:
            """Take the next case if its call was made ahead, gave the right answer and did nothing else."""
            if not self._waiting:
                return False
            case = self._waiting[-1]
            reply = self._replies.get(id(case)) if self._wires else None
            if reply is None or reply != self._wires[id(case)].right or link.has_news():
                return False
            del self._replies[id(case)]
            self._case = self._waiting.pop()
            self._inputs, self._returned = dict(case.inputs), dict(case.outputs)
            self.runs += 1
            return True

        def _fresh_inputs(self) -> dict[str, Any]:
            # The call is made on copies anyway; here they are needed only if it changed them.
            if self._wire() is not None:
                return dict(self._case.inputs)
            known = self._on_the_wire()
            return super()._fresh_inputs() if known is None else pickle.loads(known.copy)  # noqa: S301 - pickled here

        def _call(self) -> Any:
            __tracebackhide__ = True
            wire = self._wire()
            if self._search_ends is not None and (wire is None or time.monotonic() > self._search_ends):
                raise KeyboardInterrupt  # which ends the search
            if wire is None:
                with link.first_operation(self._record if is_rehearsal else self._foreseen):
                    return super()._call()
            if link.has_news():  # of something that the calls ahead did not know
                self._replies.clear()
                self._is_first = True
                self._inputs = super()._fresh_inputs()
                return super()._call()
            if id(self._case) not in self._replies:
                self._call_ahead()
            reply = self._replies.pop(id(self._case))
            if reply == wire.right:
                return self._right_answer()
            return self._settled(reply)

        def _check_outputs(self, returned: Any) -> None:
            __tracebackhide__ = True
            known = self._on_the_wire()
            if known is None or _bytes_of(returned) != known.right:
                super()._check_outputs(returned)

        def _check_inputs(self) -> None:
            __tracebackhide__ = True
            known = self._on_the_wire()
            if known is None or _bytes_of(self._inputs) != known.inputs:
                super()._check_inputs()

        def _on_the_wire(self) -> OnTheWire | None:
            return self._known.wires.get(id(self._case)) if self._known else None

        def _settled(self, reply: Any) -> Any:
            __tracebackhide__ = True
            self._inputs = super()._fresh_inputs()
            try:
                return link.settle(cast(Proxy, self.conf.func), reply, self._inputs)
            except BaseException as error:
                self._annotate(error)
                raise

        def _wire(self) -> OnTheWire | None:
            return self._wires.get(id(self._case))

        def _search_limit(self) -> AbstractContextManager[None]:
            # An interrupt here would break a message off: the candidate interrupts a call that takes long.
            return self._searching()

        @contextmanager
        def _searching(self) -> Iterator[None]:
            kept, self._replies = self._replies, dict(self._replies)
            self._search_ends = time.monotonic() + _SEARCH_SECONDS
            try:
                yield
            finally:
                self._search_ends, self._replies = None, kept

        def _call_ahead(self) -> None:
            group = _usable(self._coming(), self._wires.get)
            seconds = 0.0 if self._search_ends is None else _SEARCH_SECONDS
            replies = link.call_ahead(cast(Proxy, self.conf.func), [wire.inputs for _, wire in group], seconds)
            self._replies = {id(case): reply for (case, _), reply in zip(group, replies, strict=False)}

        def _coming(self) -> list[DrawnCase]:
            is_first, self._is_first = self._is_first, False
            return [self._case] if is_first else [self._case, *reversed(self._waiting[1 - _MOST_AHEAD :])]

        # What a test's own function calls, the reference's rehearsal has told.

        def _record(self, operation: str, operands: bytes, has_news: bool) -> None:
            if operation == "call" and not has_news and _calls_by_name(operands):
                foreseen[id(self._case)] = operands

        def _foreseen(self, operation: str, operands: bytes, has_news: bool) -> tuple[int, Any] | None:
            if has_news:
                self._replies.clear()
            if has_news or operation != "call" or operands != foreseen.get(id(self._case)):
                return None
            if id(self._case) not in self._replies:
                group = _usable(self._coming(), foreseen.get)
                replies = enumerate(link.call_ahead(None, [call for _, call in group]))
                self._replies = {id(case): reply for (case, _), reply in zip(group, replies, strict=False)}
            return cast("tuple[int, Any]", self._replies.pop(id(self._case)))

        def _right_answer(self) -> Any:
            """The expected outputs themselves, as the function returned them: equal to the last bit."""
            right = tuple(self._case.outputs[each.name] for each in _in_order(self.conf))
            return right[0] if len(right) == 1 else right

    return OfficialTester


def _bytes_of(value: object) -> bytes | None:
    """A value's bytes: whatever has those of the right answer is the right answer. None for what is not plain data."""
    try:
        return _CODEC.encode(value)
    except WireError:
        return None


_CODEC = Codec()


def _calls_by_name(operands: bytes) -> bool:
    """Whether all of this is data but what is called, and that has a name: the same in every submission."""
    references: list[Any] = []
    Codec(resolve=lambda data: references.append(msgpack.unpackb(data))).decode(operands)
    return len(references) == 1 and isinstance(references[0], str)


def _usable(cases: Sequence[DrawnCase], found_by: Callable[[int], Bytes | None]) -> list[tuple[DrawnCase, Bytes]]:
    """The first of the cases, with what is known of them, up to one of which nothing is."""
    found: list[tuple[DrawnCase, Bytes]] = []
    for case in cases:
        known = found_by(id(case))
        if known is None:
            break
        found.append((case, known))
    return found


def _spread(cases: list[Case], most: int | None) -> list[Case]:
    """At most so many of the cases, from all over the list, which has those of one kind side by side."""
    return cases if most is None else cases[:: max(1, -(-len(cases) // most))]
