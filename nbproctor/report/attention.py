"""Which submissions of a class need the instructor's attention, why, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from nbproctor.report.words import duration, number, shown_titles
from nbproctor.results import ExerciseResult, Outcome, Result
from nbproctor.system.printable import one_line

_CHARACTERS = 300
"""Most characters of a reason."""
_MOST_LINES, _MOST_STUDENTS = 20, 3
"""Most lines about one need, and most students that a line names."""


class Need(StrEnum):
    """What a submission needs attention for, the most urgent first, and what the instructor does about it."""

    order: int
    to_do: str

    def __new__(cls, words: str, to_do: str) -> Need:
        """Make a need, whose value is its words."""
        need = str.__new__(cls, words)
        need._value_, need.to_do, need.order = words, to_do, len(cls.__members__)
        return need

    UNEXAMINED = "not graded", "because of a technical problem; run the same command again to retry only these"
    REFUSED = "refused", "0 points; replace the file with the right one, and grade again"
    OTHER_NOTEBOOK = (
        "another notebook",
        "what was handed in was graded; replace it with the right notebook, and grade again",
    )
    DECISION = "points pending", "decide for the class with c.Grading.counted_tests, or for one student in formgrader"
    BY_HAND = "to grade by hand", "use formgrader, then course feedback"
    LOOK_AGAIN = "to look at again", "the answer may have changed since it was graded by hand; use formgrader"
    LATE = "late", "where there is no penalty, decide whether the submission counts"
    BLANK = "blank", "no exercise has been changed; ask whether this is the right file"
    REPAIRED = "repaired", "something was repaired before grading; compare with what was handed in"
    KEPT = "earlier grade kept", "regrading would lower it; --regrade without --never-lower accepts the lower grade"


@dataclass(frozen=True)
class Attention:
    """Submissions that need attention for the same reason."""

    need: Need
    why: str  # in one line, may quote what students wrote; empty if the need says all
    students: tuple[str, ...]  # sorted


def needs_attention(results: Iterable[Result]) -> list[Attention]:
    """What needs attention in a class: the most urgent first, then what most submissions share."""
    found: dict[tuple[Need, str], list[str]] = {}
    for result in results:
        for need, why in _needs(result):
            found.setdefault((need, _cut(one_line(why))), []).append(result.student)
    noted = [Attention(need, why, tuple(sorted(students))) for (need, why), students in found.items()]
    return sorted(noted, key=lambda each: (each.need.order, -len(each.students), each.students))


def _cut(why: str) -> str:
    """The beginning of a reason, up to a whole word if it has any."""
    if len(why) <= _CHARACTERS:
        return why
    begin = why[: _CHARACTERS - 2]
    return f"{begin.rpartition(' ')[0] or begin} …"


def repairs_of(result: Result) -> tuple[str, ...]:
    """What was repaired in a submission, without the reasons why it, or one of its notebooks, was refused."""
    repairs = result.submission.repairs[1:] if result.submission.refused else result.submission.repairs
    refused = list(_refused_parts(result))
    return tuple(repair for repair in repairs if not any(why.endswith(repair) for why in refused))


def _needs(result: Result) -> Iterator[tuple[Need, str]]:
    record, exercises, repairs = result.submission, result.exercises, result.submission.repairs
    if result.unexamined:
        nothing_was = len(result.unexamined) == len(exercises) and repairs
        yield Need.UNEXAMINED, repairs[0] if nothing_was else ", ".join(result.unexamined)
    if record.refused:
        yield Need.REFUSED, repairs[0] if repairs else "it cannot be read as a notebook"
    for why in _refused_parts(result):
        yield Need.REFUSED, why
    if record.other_notebook:
        yield Need.OTHER_NOTEBOOK, "; ".join(record.other_notebook)
    if decide := [_worth(each.cell, each) for each in exercises if each.has_open_points]:
        yield Need.DECISION, ", ".join(decide)
    titled = zip(shown_titles(exercises), exercises, strict=True)
    if by_hand := [_worth(title, each) for title, each in titled if each.outcome_now is Outcome.WAITING]:
        yield Need.BY_HAND, ", ".join(by_hand)
    if again := [_both_scores(each) for each in exercises if each.decision.look_again]:
        yield Need.LOOK_AGAIN, ", ".join(again)
    if result.seconds_late:
        penalty = f"{number(result.penalty)} points taken off" if result.penalty else "no penalty"
        yield Need.LATE, f"by {duration(result.seconds_late)}; {penalty}"
    is_blank = all(each.outcome is Outcome.NOT_ATTEMPTED or each.cell in record.unanswered for each in exercises)
    if exercises and is_blank and not record.other_notebook:
        yield Need.BLANK, ""
    if (repairs := repairs_of(result)) and not result.unexamined:
        yield Need.REPAIRED, "; ".join(repairs)
    if result.kept_since:
        yield Need.KEPT, result.kept_why


def _refused_parts(result: Result) -> Iterator[str]:
    """The notebooks of an assignment of several that were refused, and why."""
    of_notebooks: dict[str, list[ExerciseResult]] = {}
    for each in result.exercises:
        name, slash, _ = each.cell.partition("/")
        if slash and not result.submission.refused:
            of_notebooks.setdefault(name, []).append(each)
    for name, own in of_notebooks.items():
        reason = own[0].message
        said = any(repair.endswith(reason) for repair in result.submission.repairs)
        if said and all(each.outcome is Outcome.NOT_RUN for each in own):
            yield f"{name}: {reason}"


def _worth(name: str, exercise: ExerciseResult) -> str:
    return f"{name} ({number(exercise.points)} {'point' if exercise.points == 1 else 'points'})"


def _both_scores(exercise: ExerciseResult) -> str:
    return f"{exercise.name} ({number(exercise.score)} by hand, now {number(exercise.earned)} automatically)"


def attention_lines(noted: Sequence[Attention]) -> Iterator[str]:
    """The same in words: a line for each need, with what to do, and below it who and why."""
    for need, group in groupby(noted, key=lambda each: each.need):
        those = list(group)
        yield f"{need} ({sum(len(each.students) for each in those)}): {need.to_do}"
        for each in those[:_MOST_LINES]:
            named = ", ".join(one_line(student) for student in each.students[:_MOST_STUDENTS])
            more = len(each.students) - _MOST_STUDENTS
            yield f"  {named}{f' and {more} more' if more > 0 else ''}{each.why and f': {each.why}'}"
        if left := sum(len(each.students) for each in those[_MOST_LINES:]):
            yield f"  and {left} more; see the report"
