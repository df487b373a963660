"""The grades of an assignment's notebooks: put together, and taken apart again for the gradebook and pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from nbproctor.results import Decision, Outcome, Result, SubmissionRecord


@dataclass(frozen=True)
class Grades:
    """The grades of one submitted notebook.

    Args:
        notebook: its name, without `.ipynb`.
        is_new: whether it was graded in this run.
        before: its recorded result of an earlier run, if it was graded again.
    """

    notebook: str
    result: Result
    is_new: bool = True
    before: Result | None = None


@dataclass(frozen=True)
class Decisions:
    """What the gradebook says about one submitted notebook.

    Args:
        exercises: by cell; those without a decision may be missing.
        penalty: the points that are taken off because it was late.
    """

    exercises: Mapping[str, Decision]
    penalty: float = 0.0
    seconds_late: float = 0.0


def together(parts: Mapping[str, Result], cap: float) -> Result:
    """Put the grades of an assignment's notebooks, by name, together.

    Names and cells of exercises get the notebook's name before them, since two notebooks may use the same names.
    """
    first = next(iter(parts.values()))
    exercises = tuple(
        replace(exercise, name=f"{notebook}: {exercise.name}", cell=f"{notebook}/{exercise.cell}")
        for notebook, result in parts.items()
        for exercise in result.exercises
    )
    records = [result.submission for result in parts.values()]
    enforced = [result.sandbox.enforced for result in parts.values() if not result.submission.refused]
    whole = replace(
        first,
        max_score=sum(result.max_score for result in parts.values()),
        cap=cap,
        exercises=exercises,
        penalty=sum(result.penalty for result in parts.values()),
        pages={name: digest for result in parts.values() for name, digest in result.pages.items()},
        submission=replace(
            records[0],
            sha256=checksum_of([record.sha256 for record in records]),
            repairs=_said({name: part.submission.repairs for name, part in parts.items()}),
            other_notebook=_said({name: part.submission.other_notebook for name, part in parts.items()}),
            refused=all(record.refused for record in records),
            unanswered=tuple(f"{name}/{cell}" for name, part in parts.items() for cell in part.submission.unanswered),
            files={path: digest for record in records for path, digest in record.files.items()},
            answers={
                f"{name}/{cell}": each for name, part in parts.items() for cell, each in part.submission.answers.items()
            },
            notebooks={name: part.submission.sha256 for name, part in parts.items()},
        ),
        sandbox=replace(first.sandbox, enforced=_in_all(enforced)),
    )
    return whole.counted()


def _said(sentences: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Sentences about several notebooks once, all others after the name of their notebook."""
    said = [(name, sentence) for name, own in sentences.items() for sentence in dict.fromkeys(own)]
    counts = Counter(sentence for _, sentence in said)
    return tuple(dict.fromkeys(each if counts[each] > 1 else f"{name}: {each}" for name, each in said))


def checksum_of(checksums: Sequence[str]) -> str:
    """The SHA-256 of a submission, from those of its files; that of a single file is the submission's."""
    return checksums[0] if len(checksums) == 1 else sha256("".join(checksums).encode()).hexdigest()


def apart(whole: Result, notebooks: Sequence[str], is_new: bool = True) -> list[Grades]:
    """Take the grade of an assignment apart: the reverse of `together`.

    The penalty of several notebooks is left out: the gradebook knows which of them it is for.
    """
    if len(notebooks) == 1:
        return [Grades(notebooks[0], whole, is_new)]
    return [Grades(name, _of_notebook(whole, name), is_new) for name in notebooks]


def as_decided(whole: Result, notebooks: Sequence[str], decided: Mapping[tuple[str, str], Decisions]) -> Result:
    """The grade of an assignment as persons decided about its notebooks; the same if they decided about none.

    Args:
        decided: by student and notebook.
    """
    own = {name: decided[whole.student, name] for name in notebooks if (whole.student, name) in decided}
    if not own:
        return whole
    prefix = {name: f"{name}/" if len(notebooks) > 1 else "" for name in own}
    return whole.decided(
        {prefix[name] + cell: each for name, part in own.items() for cell, each in part.exercises.items()},
        sum(part.penalty for part in own.values()),
        max(part.seconds_late for part in own.values()),
    )


def _owner(sentence: str, record: SubmissionRecord) -> str:
    """The notebook whose name a sentence begins with; empty if it is about several. Names may hold colons."""
    return max((name for name in record.notebooks if sentence.startswith(f"{name}: ")), key=len, default="")


def _said_of(name: str, sentences: Sequence[str], record: SubmissionRecord) -> list[str]:
    """The sentences of `_said` about one notebook."""
    return [each.removeprefix(f"{name}: ") for each in sentences if _owner(each, record) in ("", name)]


def _of_notebook(whole: Result, name: str) -> Result:
    """The grade of the exercises of a notebook."""
    prefix, called = f"{name}/", f"{name}: "
    own = [exercise for exercise in whole.exercises if exercise.cell.startswith(prefix)]
    points = sum(exercise.points for exercise in own)
    record = whole.submission
    repairs = _said_of(name, record.repairs, record)
    # In a refused notebook, each exercise has the reason.
    reason = own[0].message if own and all(exercise.outcome is Outcome.NOT_RUN for exercise in own) else ""
    refused = reason in repairs
    part = replace(
        whole,
        max_score=points,
        cap=points,
        exercises=tuple(
            replace(exercise, cell=exercise.cell.removeprefix(prefix), name=exercise.name.removeprefix(called))
            for exercise in own
        ),
        submission=replace(
            record,
            sha256=record.notebooks.get(name, record.sha256),
            repairs=tuple(dict.fromkeys([reason, *repairs] if refused else repairs)),
            refused=refused,
            unanswered=tuple(cell.removeprefix(prefix) for cell in record.unanswered if cell.startswith(prefix)),
            answers={
                cell.removeprefix(prefix): each for cell, each in record.answers.items() if cell.startswith(prefix)
            },
            notebooks={},
            other_notebook=tuple(_said_of(name, record.other_notebook, record)),
        ),
        penalty=0.0,
        pages={each: digest for each, digest in whole.pages.items() if each == name},
    )
    return part.counted()


def _in_all(lists: list[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(entry for entry in lists[0] if all(entry in other for other in lists)) if lists else ()
