"""Whatever lies where a record should be ends no run, and changes no grade."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from nbproctor.config import Course
from nbproctor.marking.records.record_seal import RecordSeal
from nbproctor.results import Outcome
from tests.marking.class_runs import HandIn, graded
from tests.marking.class_runs import scores as scores_of
from tests.report.conftest import make_exercise, make_result

RESULT = make_result("student-001", make_exercise(1, Outcome.FAILED, message="wrong — \u202eright"))


def _edited(text: str, **changes: object) -> str:
    return json.dumps({**json.loads(text), **changes})


def _with_points(text: str) -> str:
    record = json.loads(text)
    record["exercises"][0] |= {"earned": 99, "outcome": "passed"}
    return json.dumps(record)


JUNK: dict[str, Callable[[str], str]] = {
    "nothing": lambda text: "",
    "null": lambda text: "null",
    "a number": lambda text: "5",
    "a list": lambda text: "[]",
    "an empty object": lambda text: "{}",
    "half of it": lambda text: text[: len(text) // 2],
    "nested deep": lambda text: "[" * 100_000,
    "endless digits": lambda text: _edited(text)[:-1] + ', "score": ' + "9" * 5_000 + "}",
    "no exercises": lambda text: _edited(text, exercises=None),
    "exercises of other types": lambda text: _edited(text, exercises=[5, None, "x"]),
    "points": _with_points,
    "another score": lambda text: _edited(text, score=99),
    "another student": lambda text: _edited(text, student="student-002"),
    "another checksum": lambda text: _edited(text, submission={"sha256": "1" * 64, "received": None, "repairs": []}),
    "no seal": lambda text: _edited(text, seal=None),
    "a seal of another type": lambda text: _edited(text, seal={"a": 1}),
    "not UTF-8 when written": lambda text: text.replace("student", "\udcff"),
}


def test_a_record_with_its_seal_is_read_as_it_was_written() -> None:
    seal = RecordSeal("a seed")
    text = seal.sealed(RESULT)
    assert seal.opened(text) == RESULT
    assert text.isascii()
    assert "a seed" not in text


@pytest.mark.parametrize("junk", JUNK)
def test_no_other_text_is_a_record(junk: str) -> None:
    seal = RecordSeal("a seed")
    assert seal.opened(JUNK[junk](seal.sealed(RESULT))) is None


def test_a_record_of_another_seed_is_none() -> None:
    assert RecordSeal("a seed").opened(RecordSeal("another seed").sealed(RESULT)) is None


def test_the_key_is_derived_as_the_standard_says() -> None:
    derived = HKDF(SHA256(), 32, salt=None, info=b"nbproctor: seal of results.json").derive(b"a seed")
    assert RecordSeal("a seed")._key == derived


def _grade(course: Course, submitted: Path) -> tuple[dict[str, float], int]:
    found, grading = graded(course, submitted=submitted, output=submitted.parent / "graded")
    return {student: result.score for student, result in found.items()}, grading.kept


def test_what_somebody_wrote_in_place_of_records_is_graded_again(own_course: Course, hand_in: HandIn) -> None:
    texts = [name for name in JUNK if name != "not UTF-8 when written"]
    for number, _ in enumerate(texts):
        submitted = hand_in(own_course, f"student-{number:03}")
    scores, _ = _grade(own_course, submitted)
    for number, name in enumerate(texts):
        path = submitted.parent / "graded" / "autograded" / f"student-{number:03}" / "numbers" / "results.json"
        path.write_text(JUNK[name](path.read_text()))
    (path.parent.parent.parent / "student-000" / "numbers" / "results.json").write_bytes(b"\xff\xfe")
    path.unlink()
    os.mkfifo(path)  # who opens it waits for somebody to write
    again, kept = _grade(own_course, submitted)
    assert (again, kept) == (scores, 0)
    assert set(scores.values()) == {8.0}
    assert {*scores_of(submitted.parent / "graded").values()} == {2.0}
    assert _grade(own_course, submitted) == (scores, len(texts))
