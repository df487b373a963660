"""Limits under which the one who grades runs are told before anybody's submission fails for them."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from nbproctor.config import Course


@pytest.mark.parametrize(
    ("limit", "option", "most"),
    [
        (resource.RLIMIT_AS, "-v", 1_100_000_000),
        *(
            pytest.param(*each, marks=pytest.mark.all)
            for each in (
                (resource.RLIMIT_DATA, "-d", 900_000_000),
                (resource.RLIMIT_FSIZE, "-f", 20_000_000),
                (resource.RLIMIT_CPU, "-t", 100),
            )
        ),
    ],
)
def test_a_limit_that_is_too_low_for_submissions_is_told(
    built_course: Course, hand_in: Callable[..., Path], limit: int, option: str, most: int
) -> None:
    submitted = hand_in(built_course)
    output = submitted.parent / "graded"
    command = [str(Path(sys.executable).with_name("course")), "grade", "numbers"]
    command += ["--submitted", str(submitted), "--output", str(output)]
    done = subprocess.run(
        command,
        cwd=built_course.root,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(limit, (most, most)),
    )
    assert done.returncode == 1
    assert f"ulimit {option} allows a process" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (output / "autograded").exists()
