"""Mutants that pass: recorded as equivalent, with the reason, or shown by cases of other seeds to be mistakes."""

from __future__ import annotations

import copy
import re
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from nbproctor.assignment.cases import case_of
from nbproctor.assignment.notebook import Exercise
from nbproctor.assignment.sampler import Inputs, Sampler
from nbproctor.check.checked_exam import CheckedExam
from nbproctor.check.findings import Finding, failed, proven
from nbproctor.check.forked_tasks import Ended
from nbproctor.check.mutants import Mutant
from nbproctor.check.solutions import cure_of_a_mistake
from nbproctor.check.trial import Endless, Trial, enter, reference_judges, run_instead, silence, time_limit
from nbproctor.errors import GradingError
from tester_fw import messages
from tester_fw.case_files import Case
from tester_fw.compare import difference
from tester_fw.inputs import UNCHANGEABLE
from tester_fw.rules import EXACT

FILE = "solutions/equivalent.toml"
_OTHER_CURES = (
    f". Or simplify the solution if it does not need this line, or record in {FILE} why the two are equivalent"
)
_FIRST_INPUTS = 10_000
"""The first so many inputs are all compared; in a thorough check, all inputs are."""
_INPUT_STEP = 23
"""Of the later inputs, those are compared whose number is a multiple of this."""


@dataclass(frozen=True)
class Comparison:
    """What comparing a mutant with the reference on some of all inputs showed."""

    compared: int
    total: int
    difference: str = ""  # a sentence on the inputs for which they differ


def read_equivalents(exam: CheckedExam) -> dict[tuple[str, str], str]:
    """The recorded reasons, by the mutant's cell and diff.

    Raises:
        GradingError: the file is not TOML, or an entry lacks something.
    """
    path = exam.folder / FILE
    if not path.exists():
        return {}
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", [])
        return {(entry["cell"], entry["diff"].strip()): entry["reason"] for entry in entries}
    except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        raise GradingError(
            f"{path}: {type(error).__name__}: {error}; an entry is [[equivalent]] with cell, diff and reason"
        ) from error


def compare(
    exam: CheckedExam, exercise: Exercise, cells: Sequence[str], code: str, thorough: bool = False
) -> Comparison:
    """Compare code that replaces solution cells with the reference, to be called in a process of its own.

    Args:
        cells: the `grade_id` of each.
        thorough: compare on all inputs, however many there are.
    """
    enter(exam)
    run_instead(exam, cells, exam.sources_of(cells))
    judges = reference_judges(exam, exercise)
    samplers = [exam.samplers[judge.conf.case_file] for judge in judges]
    function = judges[0].conf.func.__name__ if len(judges) == 1 else ""
    if not function or exam.shell.user_ns.get(function) is not judges[0].conf.func:
        return Comparison(0, 0)
    pair = _Pair(exam, cells, code, function, judges[0].seconds)
    return _compared(pair, samplers[0], all_inputs(samplers[0], judges[0].conf.case_file), thorough)


def all_inputs(sampler: Sampler, case_file: str) -> Iterator[Inputs]:
    """All inputs that there can be, if the sampler of a case file declares them; else none.

    Raises:
        GradingError: its function raises, or yields something else than dicts.
    """
    function = f"the function with @{case_file}.every"
    try:
        for inputs in sampler.all_inputs() if sampler.all_inputs else ():
            if not isinstance(inputs, dict):
                raise GradingError(f"{function} yields {inputs!r:.80}: yield a dict of inputs, as its kinds return")
            yield inputs
    except GradingError:
        raise
    except Exception as error:  # whatever an author's function raises
        raise GradingError(f"{function} raises {type(error).__name__}: {error}") from error


@dataclass(frozen=True)
class _Pair:
    """The reference and other code. Each runs alone: one might call the other by a name that both bind."""

    exam: CheckedExam
    cells: Sequence[str]
    code: str
    function: str
    seconds: float

    def outcomes(self, inputs: Sequence[Inputs]) -> Iterator[tuple[Inputs, Any, Any]]:
        expected = self._outcomes(self.exam.sources_of(self.cells), inputs)
        return zip(inputs, expected, self._outcomes(self.code, inputs), strict=True)

    def difference(self, inputs: Inputs) -> str:
        """How the two differ, as a sentence; empty if they do not, or if the reference refuses the inputs."""
        ((_, right, wrong),) = self.outcomes([inputs])
        if isinstance(right, _Raised) or not _differ(right, wrong):
            return ""
        return f"for {inputs!r} it {_told(wrong)}; the reference {_told(right)}"

    def _outcomes(self, code: str, inputs: Sequence[Inputs]) -> list[Any]:
        run_instead(self.exam, self.cells, code)
        function = self.exam.shell.user_ns.get(self.function)
        return [_outcome(function, case_inputs, self.seconds) for case_inputs in inputs]


def _compared(pair: _Pair, sampler: Sampler, inputs: Iterable[Inputs], thorough: bool) -> Comparison:
    compared = total = 0
    numbered = enumerate(inputs, 1)
    while chunk := list(islice(numbered, _FIRST_INPUTS)):
        total = chunk[-1][0]
        chosen = [
            case_inputs
            for number, case_inputs in chunk
            if thorough or number <= _FIRST_INPUTS or number % _INPUT_STEP == 0
        ]
        for case_inputs, right, wrong in pair.outcomes(chosen):
            compared += 1
            if _differ(right, wrong):
                smallest = sampler.shrunk(case_inputs, lambda smaller: bool(pair.difference(smaller)))
                return Comparison(compared, total, pair.difference(smallest))
    return Comparison(compared, total)


def _outcome(function: Any, inputs: Inputs, seconds: float) -> Any:
    own = inputs if all(type(value) in UNCHANGEABLE for value in inputs.values()) else copy.deepcopy(inputs)
    try:
        with time_limit(seconds):
            return function(**own)
    except (Exception, Endless) as error:
        return _Raised(type(error).__name__)


@dataclass(frozen=True)
class _Raised:
    kind: str


def _told(outcome: Any) -> str:
    return f"raises {outcome.kind}" if isinstance(outcome, _Raised) else f"returns {outcome!r}"


def _differ(right: Any, wrong: Any) -> bool:
    if type(right) in UNCHANGEABLE or isinstance(right, _Raised):
        return type(right) is not type(wrong) or bool(right != wrong)
    return difference(right, wrong, "", rules=EXACT) is not None


def judge_mutant(
    exam: CheckedExam, mutant: Mutant, trial: Trial | Ended, reason: str | None, comparison: Comparison | Ended | None
) -> Finding:
    """A mutant must lose on every seed, or be recorded as equivalent, and then differ from the reference nowhere.

    Args:
        reason: why it is recorded as equivalent; `None` if it is not recorded.
    """
    subject = f"{mutant.cell}: {mutant.mistake}"
    if isinstance(trial, Ended) or trial.is_lost:
        if reason is None:
            return proven("mutants", subject, "is killed")
        sentence = f"is killed, but {FILE} calls it equivalent: remove it from that file"
        return failed("mutants", subject, f"{sentence}\n{mutant.diff}")
    if reason is None:
        difference = getattr(comparison, "difference", "")
        cure = f"{cure_of_a_mistake(exam, mutant.exercise)} it"
        cure = f"{cure[0].upper()}{cure[1:]}"
        lines = mutant.diff if difference else _entry(mutant)
        cure += f": {difference}" if difference else _OTHER_CURES
        way = trial.escapes or "its tests pass"
        return failed("mutants", subject, f"survives: {way}. {cure}\n{lines}")
    return _equivalent(mutant, subject, reason, comparison)


def _entry(mutant: Mutant) -> str:
    """The entry that records a mutant as equivalent, without the reason."""
    return f"[[equivalent]]\ncell = \"{mutant.cell}\"\ndiff = '''\n{mutant.diff}\n'''\nreason = \"\""


def _equivalent(mutant: Mutant, subject: str, reason: str, comparison: Comparison | Ended | None) -> Finding:
    if isinstance(comparison, Ended):
        return failed("mutants", subject, f"its comparison with the reference did not finish: {comparison.sentence}")
    if comparison is not None and comparison.difference:
        return failed("mutants", subject, f"{FILE} calls it equivalent, but {comparison.difference}\n{mutant.diff}")
    if comparison is None or not comparison.compared:
        return proven("mutants", subject, f"is equivalent: {reason}")
    extent = "all" if comparison.compared == comparison.total else f"{comparison.compared:,} of"
    return proven("mutants", subject, f"is equivalent on {extent} {comparison.total:,} inputs: {reason}")


def reason_for(mutant: Mutant, reasons: Mapping[tuple[str, str], str]) -> str | None:
    """Why a mutant is recorded as equivalent; `None` if it is not."""
    found = (why for (cell, diff), why in reasons.items() if cell == mutant.cell and is_same_diff(diff, mutant.diff))
    return next(found, None)


def unused(reasons: Iterable[tuple[str, str]], mutants: Iterable[Mutant]) -> list[Finding]:
    """A finding for each recorded cell and diff of which there is no mutant any more."""
    existing = [(mutant.cell, mutant.diff) for mutant in mutants]
    return [
        failed(
            "mutants",
            f"{cell} in {FILE}",
            f"no mutant has this diff: remove it, or copy the lines that a failed check shows\n{diff}",
        )
        for cell, diff in reasons
        if not any(cell == other and is_same_diff(diff, made) for other, made in existing)
    ]


def is_same_diff(recorded: str, made: str) -> bool:
    """Whether a recorded diff is a mutant's, copied from a table, whose lines wrap, or from the source.

    Blanks and the kind of quotes make a difference only inside a text: `' '.join` is another mistake than `''.join`.
    Where a line wraps inside a text, nobody knows whether there was a blank.
    """
    return bool(_pattern(recorded).fullmatch(_canonical(made)))


# A text in quotes, with the letters before it if it has fields; or another character.
_PIECE = re.compile(
    r"""(?P<form>[fF][rR]?|[rR][fF])?(?P<quote>['"])(?P<text>(?:\\.|(?!(?P=quote))[^\\])*)(?P=quote)|.""", re.DOTALL
)
_QUOTED_QUOTE = re.compile(r"""\\(['"])""")
_WRAP = re.compile(r"\s*\n\s*")


def _pieces(diff: str) -> Iterator[tuple[str, str | None]]:
    """The characters of a diff without blanks; at each text the letters before it, and what is in it."""
    for piece in _PIECE.finditer(diff):
        if piece["quote"]:
            text = _QUOTED_QUOTE.sub(r"\1", piece["text"])
            # Python 3.12 writes other quotes in the fields of a text than 3.11.
            yield piece["form"] or "", text.replace('"', "'") if piece["form"] else text
        elif not piece[0].isspace():
            yield piece[0], None


@lru_cache(maxsize=10_000)
def _canonical(diff: str) -> str:
    return "".join(sign if text is None else f"{sign}\0{text}\0" for sign, text in _pieces(diff))


@lru_cache(maxsize=10_000)
def _pattern(diff: str) -> re.Pattern[str]:
    parts = []
    for sign, text in _pieces(diff):
        parts.append(re.escape(sign))
        if text is not None:
            parts += ["\0", r"\s*".join(map(re.escape, _WRAP.split(text))), "\0"]
    return re.compile("".join(parts))


_MORE_SEEDS = 50
"""How many more seeds are drawn than every proof tries."""
_SECONDS = 20.0
"""The search ends after so many seconds of processor time."""
_CASES_AT_ONCE = 200


def search(exam: CheckedExam, mutant: Mutant) -> str:
    """A sentence on inputs for which a mutant fails, or an empty one; leaves its process changed.

    Cases that are drawn already come first. Then the exercise's sampler draws more, and the reference says what is
    right.
    """
    enter(exam)
    ends = time.process_time() + _SECONDS
    run_instead(exam, [mutant.cell], mutant.code)
    for judge in reference_judges(exam, mutant.exercise):
        file = judge.conf.case_file
        for cases in _batches(exam, mutant, file):
            run_instead(exam, [mutant.cell], mutant.code)
            for case in cases:
                with silence():
                    problem = judge.judged(case)
                if problem:
                    inputs = {about.name: case[about.name] for about in judge.conf.inputs}
                    call = messages.call_of(messages.name_of(judge.conf.func), inputs)
                    return f"for {call}: {problem.partition(chr(10))[0]}"
                if time.process_time() > ends:
                    return ""
    return ""


def _batches(exam: CheckedExam, mutant: Mutant, file: str) -> Iterator[list[Case]]:
    for pool in exam.pools_of(file).values():
        yield list(pool.cases)
    for number in range(_MORE_SEEDS):
        run_instead(exam, [mutant.cell], exam.source_of(mutant.cell))
        with silence():
            drawn = exam.samplers[file].draw(f"search-{number}/{file}")[:_CASES_AT_ONCE]
            try:
                yield [case_of(exam.reference, file, one) for one in drawn]
            except GradingError:
                return
