"""What a class's results take while they wait for its reports."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from nbproctor.config import Course
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Result, Sharing

pytestmark = pytest.mark.all


def test_a_class_of_thousands_takes_little_memory(
    built_course: Course, hand_in: Callable[..., Path], tmp_path: Path
) -> None:
    [(_, graded)] = ClassGrading(built_course, "numbers", hand_in(built_course), tmp_path / "graded").run()
    assert isinstance(graded, Result)
    record, random, sharing = json.loads(graded.to_json()), Random(1), Sharing()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        results = []
        for number in range(2000):
            record["student"] = f"student-{number:05}"
            for exercise in record["exercises"]:
                exercise["seconds"] = round(random.uniform(0.01, 2.0), 2)
            results.append(sharing.shared(Result.from_json(json.dumps(record))))
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (after - before) / len(results) < 1200
    assert [replace(one, seconds=0) for one in results[-1].exercises] == [
        replace(one, seconds=0) for one in graded.exercises
    ]
    assert results[-1].student == "student-01999"
