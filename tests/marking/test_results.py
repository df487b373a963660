"""What a class's results take while they wait for its reports."""

from __future__ import annotations

import json
import tracemalloc
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from nbproctor.config import Course
from nbproctor.results import Result, Sharing
from tests.marking import class_runs
from tests.marking.class_runs import HandIn

pytestmark = pytest.mark.all


def test_a_class_of_thousands_takes_little_memory(built_course: Course, hand_in: HandIn, tmp_path: Path) -> None:
    found, _ = class_runs.graded(built_course, submitted=hand_in(built_course), output=tmp_path / "graded")
    (graded,) = found.values()
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
