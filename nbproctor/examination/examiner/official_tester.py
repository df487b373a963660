"""The notebook's `Tester` as the examiner has it: official cases, and calls that are made ahead of their turn.

A call to the candidate and back costs more than most of what students' functions do. So the cases that come next are
sent along, but with the first: most of what is wrong is wrong at once, and is told of before another call could take
for ever. What a call did happens here in its turn: what it printed is printed then, what it raised is raised then.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, ClassVar, TypeVar, cast

import msgpack

from nbproctor.examination.examiner.candidate_link import Link
from nbproctor.examination.examiner.proxies import Proxy
from nbproctor.examination.examiner.rehearsal.reference_uses import UseRecorder
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.wire_bounds import WireError
from tester_fw.case_files import Case
from tester_fw.conf import Conf, Input, Output, fit_to_cases
from tester_fw.inputs import fresh
from tester_fw.smallest import quietly
from tester_fw.suites import FAILS, PASSES
from tester_fw.testers import DATA_FOLDER, SplitCase, Tester

_MOST_CALLS_AHEAD = 64
# How long the reference is rehearsed with a test's own function.
_REHEARSAL_SECONDS = 0.25
# How long the smallest failing case is searched for: less than at home, where no other submission waits.
_SEARCH_SECONDS = 0.25

Bytes = TypeVar("Bytes")


@dataclass(frozen=True)
class OnTheWire:
    """A case as bytes.

    Args:
        inputs: the inputs as they are sent.
        right: the right answer as it would come back.
        copy: the inputs pickled, to make copies of.
    """

    inputs: bytes
    right: bytes
    copy: bytes


@dataclass(frozen=True)
class PreparedCases:
    """What a tester with a conf needs, made once for all submissions.

    Args:
        conf: the conf, fitted to the cases.
        cases: each case as the tester has it, by the `id` of the case as it was drawn.
        wires: the bytes of each case that holds plain data only, by the `id` of the case as the tester has it.
    """

    conf: Conf
    cases: dict[int, SplitCase]
    wires: dict[int, OnTheWire]


ConfWithoutFunction = tuple[str, tuple[Input, ...], tuple[Output, ...]]


def without_function(conf: Conf) -> ConfWithoutFunction:
    """All of a conf but its function, which differs between submissions."""
    return conf.case_file, conf.inputs, conf.outputs


def prepare_cases(conf: Conf, cases: Sequence[Case]) -> PreparedCases:
    """Fit the conf to the cases and encode them.

    Args:
        conf: the conf of the reference's test cell.
        cases: the cases, which must not be freed, as their `id` stands for them.
    """
    fitted, codec = fit_to_cases(conf, list(cases)), Codec()
    split = {id(case): SplitCase.of(fitted, case) for case in cases}
    wires = {id(split[id(case)]): _encoded(codec, fitted, case) for case in cases}
    return PreparedCases(fitted, split, {key: wire for key, wire in wires.items() if wire is not None})


def _encoded(codec: Codec, conf: Conf, case: Case) -> OnTheWire | None:
    if any(about.dtype == "db" for about in conf.inputs):
        return None
    right = tuple(case[output.name] for output in _in_order(conf))
    inputs = {about.name: fresh(about, case[about.name]) for about in conf.inputs}
    try:
        return OnTheWire(
            codec.encode(inputs), codec.encode(right[0] if len(right) == 1 else right), pickle.dumps(inputs)
        )
    except (WireError, pickle.PicklingError):
        return None


def _in_order(conf: Conf) -> list[Output]:
    return sorted(conf.outputs, key=lambda output: output.index)


@dataclass
class OfficialCases:
    """What the testers of one submission share.

    Args:
        cases: the official cases of each case file.
        prepared: what is prepared of the cases, by what the conf of the reference's test cell says.
        link: the link to the candidate.
        order_key: decides in which order the cases come.
        most_cases: how many cases of each case file run at most; None for as many as the test cell asks for.
        testers: the testers that test cells made; each adds itself.
    """

    cases: Mapping[str, list[Case]]
    prepared: Mapping[ConfWithoutFunction, PreparedCases]
    link: Link
    order_key: bytes
    most_cases: int | None = None
    testers: list[OfficialTester] = field(default_factory=list)
    verdicts: dict[str, dict[int, set[str]]] = field(default_factory=dict)

    @property
    def is_rehearsal(self) -> bool:
        """Whether it is the reference that is examined."""
        return isinstance(self.link.uses, UseRecorder)


class OfficialTester(Tester):
    """Stands for the notebook's `Tester`; `official` is given to it by a subclass, since test cells make testers."""

    official: ClassVar[OfficialCases]

    def __init__(self, conf: dict[str, Any], key: bytes | str, path: str = DATA_FOLDER) -> None:
        super().__init__(conf, key, path)
        # The same order for all submissions, which nobody can know: where two behave alike, they are asked alike.
        self._order = Random(self.official.order_key + self.conf.case_file.encode())
        self._link = self.official.link
        self._is_rehearsal = self.official.is_rehearsal
        # By the case's `id`: the first call of a test's own function, encoded.
        self._first_calls = self._link.uses.calls
        # By the case's `id`: the reply to its call ahead; for a first call, the call's position and the reply.
        self._replies: dict[int, Any] = {}
        self._rehearsal_ends = time.monotonic() + _REHEARSAL_SECONDS
        self._is_first = True
        self._search_ends: float | None = None
        sends_ahead = isinstance(self.conf.func, Proxy) and self.official.most_cases is None and not self._is_rehearsal
        self._wires_ahead = self._prepared.wires if sends_ahead and self._prepared else {}

    def load_cases(self) -> list[Case]:
        """Return the official cases; in a rehearsal that tests the reference's function itself, some of them."""
        self.official.testers.append(self)
        most = self.official.most_cases if isinstance(self.conf.func, Proxy) else None
        return _spread(self.official.cases[self.conf.case_file], most)

    def fit_conf(self, cases: list[Case]) -> Conf:
        """Return the conf that was fitted to the cases when they were prepared, if they were for such a conf."""
        self._prepared = self.official.prepared.get(without_function(self.conf))
        if self._prepared is None:
            return super().fit_conf(cases)
        return replace(self._prepared.conf, func=self.conf.func)

    def split_case(self, case: Case) -> SplitCase:
        """Return the case as it was split when it was prepared."""
        return super().split_case(case) if self._prepared is None else self._prepared.cases[id(case)]

    def rounds(self) -> list[list[SplitCase]]:
        """Return one order: a suite is run on all functions once in each of two candidates."""
        self.verdicts = self.official.verdicts.setdefault(self.conf.case_file, {})
        chance = Random(self._order.random() + len(self.verdicts))
        return [_order_in_the_next_candidate(self.cases, self.verdicts, chance)]

    def run_test(self) -> None:
        """Run one case, as long as cases are asked for."""
        __tracebackhide__ = True
        if not self._is_wanted():
            return
        if not self.upcoming:
            self.upcoming = self.cases.copy()
            self._order.shuffle(self.upcoming)
        super().run_test()

    def _is_wanted(self) -> bool:
        # What a test's own function calls first is recorded, for as many cases as there is time.
        most, is_tests_function = self.official.most_cases, not isinstance(self.conf.func, Proxy)
        return most is None or self.runs < most or (is_tests_function and time.monotonic() < self._rehearsal_ends)

    def fresh_inputs(self) -> dict[str, Any]:
        """Return the inputs themselves where the call is made on copies anyway; a changed one is replaced after it."""
        if id(self.case) in self._wires_ahead:
            return dict(self.case.inputs)
        wire = self._wire()
        return super().fresh_inputs() if wire is None else pickle.loads(wire.copy)  # noqa: S301 - pickled here

    def run_case(self) -> Exception | None:
        """Run the case; if its call was made ahead, gave the right answer and did nothing else, that is known."""
        __tracebackhide__ = True
        wire = self._wires_ahead.get(id(self.case))
        if wire is None or self._replies.get(id(self.case)) != wire.right or self._link.has_news():
            return super().run_case()
        del self._replies[id(self.case)]
        self.returned = dict(self.case.outputs)
        return None

    def call(self) -> Any:
        """Take the answer from the calls that were made ahead, or make the next of them; or just call."""
        __tracebackhide__ = True
        wire = self._wires_ahead.get(id(self.case))
        if self._search_ends is not None and (wire is None or time.monotonic() > self._search_ends):
            raise KeyboardInterrupt  # which ends the search
        if self._wires_ahead and wire is None:
            return super().call()
        if wire is None:
            with self._link.first_operation(self._record if self._is_rehearsal else self._foreseen):
                return super().call()
        if self._link.has_news():  # of something that the calls ahead did not know
            self._replies.clear()
            self._is_first = True
            self.inputs = super().fresh_inputs()
            return super().call()
        if id(self.case) not in self._replies:
            self._call_ahead()
        reply = self._replies.pop(id(self.case))
        return self._right_answer() if reply == wire.right else self._settled(reply)

    def check_outputs(self, returned: Any) -> None:
        """Compare what was returned, unless it has exactly the bytes of the right answer."""
        __tracebackhide__ = True
        wire = self._wire()
        if wire is None or _bytes_of(returned) != wire.right:
            super().check_outputs(returned)

    def check_inputs(self) -> None:
        """Compare the inputs, unless they have exactly the bytes that they had before."""
        __tracebackhide__ = True
        wire = self._wire()
        if wire is None or _bytes_of(self.inputs) != wire.inputs:
            super().check_inputs()

    def tried(self, cases: Sequence[SplitCase], seconds: float) -> Iterator[BaseException | None]:
        """Run some cases when all verdicts are reached; yield what is wrong with each, None if nothing is.

        It ends early once a call is broken off, or no further one may be made.

        Args:
            cases: some of `cases`.
            seconds: how long calls may be made.
        """
        self.upcoming = list(reversed(cases))
        self._replies, self._is_first = {}, False
        self._search_ends = time.monotonic() + seconds if self._wires_ahead else None
        while self.upcoming:
            self.take_case(self.upcoming.pop())
            found: BaseException | None
            try:
                found, _ = quietly(self.run_case)
            except KeyboardInterrupt:
                return
            except BaseException as error:  # what a student's code raises may be of any kind
                found = error
            yield found

    @contextmanager
    def search_limit(self) -> Iterator[None]:
        """End the search between two calls, as an interrupt during a call would break a message off."""
        replies, self._replies = self._replies, dict(self._replies)
        self._search_ends = time.monotonic() + _SEARCH_SECONDS
        try:
            yield
        finally:
            self._search_ends, self._replies = None, replies

    def _wire(self) -> OnTheWire | None:
        """The case as bytes, whether it can be sent ahead or not; None if it holds more than plain data."""
        return self._prepared.wires.get(id(self.case)) if self._prepared else None

    def _settled(self, reply: Any) -> Any:
        """What the function returned, after what its call printed and changed was repeated here."""
        __tracebackhide__ = True
        self.inputs = super().fresh_inputs()
        try:
            return self._link.settle(cast(Proxy, self.conf.func), reply, self.inputs)
        except BaseException as error:
            self.name_call(error)
            raise

    def _right_answer(self) -> Any:
        """The expected outputs themselves, as the function returned them: equal to the last bit."""
        right = tuple(self.case.outputs[output.name] for output in _in_order(self.conf))
        return right[0] if len(right) == 1 else right

    def _call_ahead(self) -> None:
        group = _usable(self._next_cases(), self._wires_ahead.get)
        # The candidate interrupts a call that takes longer than a search may.
        seconds = 0.0 if self._search_ends is None else _SEARCH_SECONDS
        inputs = [wire.inputs for _, wire in group]
        self._keep(group, self._link.call_ahead(cast(Proxy, self.conf.func), inputs, seconds))

    def _keep(self, group: Sequence[tuple[SplitCase, object]], replies: Iterable[Any]) -> None:
        self._replies = {id(case): reply for (case, _), reply in zip(group, replies, strict=False)}

    def _next_cases(self) -> list[SplitCase]:
        """The case at hand and, unless it is the first, those that come after it."""
        is_first, self._is_first = self._is_first, False
        return [self.case] if is_first else [self.case, *reversed(self.upcoming[1 - _MOST_CALLS_AHEAD :])]

    # The calls of a test's own function are those that it made in the reference's rehearsal.

    def _record(self, operation: str, operands: bytes, has_news: bool) -> None:
        if operation == "call" and not has_news and _calls_by_name(operands):
            self._first_calls[id(self.case)] = operands

    def _foreseen(self, operation: str, operands: bytes, has_news: bool) -> tuple[int, Any] | None:
        if has_news:
            self._replies.clear()
        if has_news or operation != "call" or operands != self._first_calls.get(id(self.case)):
            return None
        if id(self.case) not in self._replies:
            group = _usable(self._next_cases(), self._first_calls.get)
            self._keep(group, enumerate(self._link.call_ahead(None, [call for _, call in group])))
        return cast("tuple[int, Any]", self._replies.pop(id(self.case)))


def _bytes_of(value: object) -> bytes | None:
    """A value's bytes: whatever has those of the right answer is the right answer. None for what is not plain data."""
    try:
        return _CODEC.encode(value)
    except WireError:
        return None


_CODEC = Codec()


def _calls_by_name(operands: bytes) -> bool:
    """Whether a call is the same in every submission: the function is referred to by name, and all else is data."""
    references: list[Any] = []
    Codec(resolve=lambda data: references.append(msgpack.unpackb(data))).decode(operands)
    return len(references) == 1 and isinstance(references[0], str)


def _usable(cases: Sequence[SplitCase], lookup: Callable[[int], Bytes | None]) -> list[tuple[SplitCase, Bytes]]:
    """The first cases, each with what `lookup` has for it, up to one for which it has nothing."""
    usable: list[tuple[SplitCase, Bytes]] = []
    for case in cases:
        content = lookup(id(case))
        if content is None:
            break
        usable.append((case, content))
    return usable


def _spread(cases: list[Case], most: int | None) -> list[Case]:
    """At most `most` of the cases, spread over the list, in which cases of one kind stand side by side."""
    return cases if most is None else cases[:: max(1, -(-len(cases) // most))]


def _order_in_the_next_candidate(
    cases: Sequence[SplitCase], reached: Mapping[int, set[str]], chance: Random
) -> list[SplitCase]:
    """The order in which a suite is run on the judged functions.

    What it remembers of other functions must not help it: those that are right all behave alike, so whoever has seen
    some could tell which the others are. So the first function in the first candidate is a right one, and the first in
    the second is one that the suite has caught. There it knows of no other, in neither can it know which of the two it
    is in, and it has to come to the same verdicts.

    Args:
        cases: the functions, each with the verdict that a suite should reach.
        reached: the verdicts that the suite reached in the first candidate, by the `id` of the case; none in that one.
        chance: shuffles them.
    """
    order = chance.sample(cases, len(cases))
    if reached:
        may_be_first = [_verdict(case) == FAILS and FAILS in reached.get(id(case), ()) for case in order]
    else:
        may_be_first = [_verdict(case) == PASSES for case in order]
    first = may_be_first.index(True) if any(may_be_first) else 0
    return [order[first], *order[:first], *order[first + 1 :]]


def _verdict(case: SplitCase) -> str:
    """The verdict that a suite should reach."""
    return str(case.outputs["output_0"])
