"""How reports say numbers, outcomes and scores, and what they say of an exercise."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from nbproctor.examination.grader.stopped_cells import (
    ENDED_IN_A_CALL,
    ENDED_IN_A_CELL,
    NOT_COMPARED,
    NOT_TESTED,
    WITHHELD_MESSAGE,
)
from nbproctor.results import ExerciseResult, Outcome, Result
from nbproctor.system.printable import one_line


def number(value: float) -> str:
    """Write a number without needless digits: 3, not 3.0; 66.67, not 66.66999999999999."""
    rounded = round(float(value), 4)
    return str(int(rounded)) if rounded.is_integer() else str(rounded)


def duration(value: float) -> str:
    """Write how long something took, to its two largest units: `2 days 3 h`, `1 h 5 min`, `40 s`."""
    rest = max(round(value), 1)
    parts: list[tuple[int, str]] = []
    for unit, length in (("day", 86_400), ("h", 3_600), ("min", 60), ("s", 1)):
        count, rest = divmod(rest, length)
        if count or parts:
            parts.append((count, "days" if unit == "day" and count != 1 else unit))
    return " ".join(f"{count} {unit}" for count, unit in parts[:2] if count)


def seconds(value: float) -> str:
    """Write a duration with two significant digits or so: 0.04 s, 2.5 s, 61 s."""
    digits = 2 if value < 1 else 1 if value < 10 else 0
    return f"{value:.{digits}f} s"


# Each mark is one column wide and in the fonts that every system has.
MARKS: Mapping[Outcome, str] = {
    Outcome.PASSED: "✓",
    Outcome.PARTIAL: "◐",
    Outcome.FAILED: "✗",
    Outcome.ERRORED: "!",
    Outcome.TIMED_OUT: "◷",
    Outcome.NOT_ATTEMPTED: "○",
    Outcome.NOT_RUN: "·",
    Outcome.WAITING: "…",
    Outcome.UNEXAMINED: "?",
    Outcome.DECIDED: "✎",
}
# Most classes have none of these; then they are not mentioned.
RARE = frozenset({Outcome.PARTIAL, Outcome.NOT_RUN, Outcome.WAITING, Outcome.UNEXAMINED, Outcome.DECIDED})


def words(outcome: Outcome) -> str:
    """Say the outcome in words: `timed out`."""
    return _WORDS.get(outcome, outcome.replace("_", " "))


_WORDS = {
    Outcome.PARTIAL: "partly passed",
    Outcome.WAITING: "waiting to be graded by hand",
    Outcome.UNEXAMINED: "could not be graded yet",
    Outcome.DECIDED: "graded by hand",
}


def tally(exercises: Iterable[ExerciseResult]) -> Counter[Outcome]:
    """How often each outcome occurs now, in the order of `Outcome`; those that do not occur count 0."""
    counts = Counter(exercise.outcome_now for exercise in exercises)
    return Counter({outcome: counts[outcome] for outcome in Outcome})


def score_in_words(result: Result) -> str:
    """`9 of 10 points`; where some are open, `0.5 of 3 points so far; 7 to be graded by hand`."""
    score = f"{number(result.score)} of {number(result.max_so_far)} points"
    if not (still_open := open_in_words(result)):
        return score
    return f"{score} so far; {still_open}" if result.max_so_far else f"nothing graded yet; {still_open}"


def open_in_words(result: Result) -> str:
    """Say how many points are open, and what they wait for; empty if none are."""
    waiting = dict.fromkeys(_WAITS_FOR, 0.0)
    for exercise in result.exercises:
        if exercise.is_open:
            waiting[exercise.outcome_now if exercise.outcome_now in waiting else None] += exercise.points
    return ", ".join(f"{number(points)} {_WAITS_FOR[outcome]}" for outcome, points in waiting.items() if points)


def percent_in_words(result: Result) -> str:
    """The percent of what is graded so far: `16.67 %`, or `–` where there is none."""
    percent = result.percent_so_far
    return "–" if percent is None else f"{number(percent)} %"


_WAITS_FOR: dict[Outcome | None, str] = {
    Outcome.WAITING: "to be graded by hand",
    Outcome.UNEXAMINED: "not graded yet because of a technical problem",
    None: "waiting for the instructor's decision",
}


_HAS_CALL = re.compile(r"\)\s+returned |^This came from |^In the call |^Call", re.MULTILINE)
ASKED_IN_VAIN = "\nSo the test does not find the name "
"""Stands in a message that begins with the error of the student's own cell: the test missed a name that it makes."""
NO_ANSWER = "You did not write an answer: its cell has not been changed."
"""The message of an exercise that a person would grade, if there were something to grade."""
GAVE_POINTS = "The test gave "
"""Begins the message of a test that gave fewer points than there are."""
_SAYS_NOTHING_TO_TRY = ("AssertionError", WITHHELD_MESSAGE, NOT_TESTED, NOT_COMPARED)
_NO_REASON = "The test failed, but does not say why."


def shown_titles(exercises: Sequence[ExerciseResult]) -> list[str]:
    """The title of each exercise, with its name if others that are shown beside it have the same title."""
    counts = Counter(exercise.title for exercise in exercises)
    return [_shown_title(exercise, counts) for exercise in exercises]


def _shown_title(exercise: ExerciseResult, counts: Mapping[str, int]) -> str:
    if not exercise.title:
        return exercise.name
    notebook, slash, _ = exercise.cell.partition("/")  # of an assignment of several notebooks
    of = f"{notebook}: " if slash else ""
    return f"{of}{exercise.title}" + (f" ({exercise.name.removeprefix(of)})" if counts[exercise.title] > 1 else "")


def is_graded_by_hand(exercise: ExerciseResult) -> bool:
    """Whether a person grades an exercise, or would if there were an answer."""
    return exercise.outcome is Outcome.WAITING or _has_no_answer(exercise)


def _has_no_answer(exercise: ExerciseResult) -> bool:
    return exercise.outcome is Outcome.NOT_ATTEMPTED and exercise.message == NO_ANSWER


def message_of(exercise: ExerciseResult, cell: str = "your own cell") -> str:
    """Say what was wrong, if anything; `cell` is what the student's own cell is called."""
    message = _NO_REASON if exercise.message == "AssertionError" else exercise.message
    if not exercise.cell_error:
        return message
    if exercise.cell_error == exercise.message.partition("\n")[0]:
        return f"{message}\nBefore that, {cell} had ended with the same error."
    return f"{message}\nBefore that, {cell} had ended with {exercise.cell_error}"


def by_person(exercise: ExerciseResult) -> str:
    """Say what points a person gave, `graded by hand: 1.5 / 2`, or that they wrote a comment; empty if neither."""
    extra = number(exercise.decision.extra_credit) if exercise.decision.extra_credit else ""
    if exercise.is_decided:
        given = f"graded by hand: {number(exercise.score)} / {number(exercise.points)}"
        return f"{given}, {extra} of it extra credit" if extra else given
    if extra:
        return f"extra credit: {extra}"
    return "with a comment" if exercise.decision.comment else ""


def by_person_with_comment(exercise: ExerciseResult) -> str:
    """Say the same, and the comment, on one line."""
    said = f": {one_line(exercise.decision.comment)}" if exercise.decision.comment else ""
    again = "; needs another look, because the answer may have changed" if exercise.decision.look_again else ""
    return f"{by_person(exercise)}{again}{said}"


def next_step(exercise: ExerciseResult) -> str:
    """Say in one sentence what a student should do next about an exercise; empty if there is nothing to say."""
    if exercise.outcome_now is Outcome.DECIDED:
        return ""
    if exercise.has_open_points:
        return _OPEN_POINTS
    if exercise.outcome in _STEPS_WITH_CALL and exercise.isolated and _HAS_CALL.search(exercise.message):
        return _STEPS_WITH_CALL[exercise.outcome]
    if exercise.message in _SAYS_NOTHING_TO_TRY:
        return ""
    if _has_no_answer(exercise):
        return _WRITE_IT
    if exercise.message in (ENDED_IN_A_CELL, ENDED_IN_A_CALL):
        return _PROCESS_ENDED
    if exercise.outcome is Outcome.ERRORED and exercise.message.startswith("Stopped: "):
        return _LIMIT
    if exercise.message.startswith(GAVE_POINTS) and not exercise.cases:  # its output may be no more than a number
        return _FEWER_POINTS
    if exercise.outcome is Outcome.ERRORED and "NameError" in exercise.message + exercise.cell_error:
        return _NAME_ERROR
    return _STEPS.get(exercise.outcome, "")


_OPEN_POINTS = "There is nothing for you to do: your instructor decides whether these points count."
_STEPS_WITH_CALL = {
    Outcome.FAILED: (
        "Run this call in your notebook. Work out the expected result by hand, then step through your code to find "
        "where it differs."
    ),
    Outcome.ERRORED: (
        "Run this call in your notebook. The last line of the output names the error; the lines above it show where "
        "in your code it happens."
    ),
}
_NAME_ERROR = (
    "Restart the kernel and run all cells from the top. If a name is misspelled, or was defined only in an earlier "
    "version of a cell, you will then see this error too."
)
_PROCESS_ENDED = "Run your cells one by one until one of them ends the kernel, for example with a call to exit()."
_WRITE_IT = "Write your answer in the cell below the question."
_LIMIT = "Look for something that grows without end: a list, a string, a file or the number of processes."
_FEWER_POINTS = "Compare your code with everything that the exercise asks for: something is missing or wrong."
_STEPS = {
    Outcome.PARTIAL: "Read the output of the test: it shows what your code does not do yet.",
    Outcome.FAILED: "Reproduce in your notebook what the test reports, and compare your result with what is asked for.",
    Outcome.ERRORED: (
        "Restart the kernel and run all cells from the top. The last line of the output names the error, and the arrow "
        "points at the line where it happens."
    ),
    Outcome.TIMED_OUT: (
        "Look at each loop and each function that calls itself: what makes it end, and does that happen? Try the "
        "smallest input, and print what changes each time through the loop."
    ),
    Outcome.NOT_ATTEMPTED: (
        "Start with the example in the exercise. A first attempt can be simple; the test in your notebook shows how "
        "far it gets."
    ),
    Outcome.NOT_RUN: "Fix the problem that stopped your notebook; this exercise will then be tested.",
    Outcome.UNEXAMINED: "There is nothing for you to do: it will be graded again.",
    Outcome.WAITING: "There is nothing for you to do: it will be graded by hand, and then its points will be added.",
}
