"""The profile of a submission measures functions that there are, and adds up what they take."""

import importlib
import os
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def milliseconds():
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(ROOT / "benchmarks")
        yield importlib.import_module("milliseconds")
    del sys.modules["milliseconds"]


@pytest.mark.parametrize("process", ["grader", "runner", "judge"])
def test_each_step_is_a_function_that_there_is(milliseconds, process):
    for place in milliseconds.STEPS[process]:
        module, path = place.split(":")
        found = importlib.import_module(module)
        for name in path.split("."):
            found = getattr(found, name)
        assert callable(found), place


def test_a_step_is_charged_for_itself_and_not_for_the_steps_in_it(milliseconds):
    clock = milliseconds.Clock(["outer", "inner"], time.thread_time)
    with clock.step("outer"):
        spin(0.02)
        with clock.step("inner"):
            spin(0.05)
    found = clock.read()
    assert found["outer"] == (pytest.approx(0.02, abs=0.015), 1)
    assert found["inner"] == (pytest.approx(0.05, abs=0.015), 1)


def test_what_a_forked_process_does_is_added(milliseconds):
    clock = milliseconds.Clock(["work"], time.thread_time)
    child = os.fork()
    if child == 0:
        with clock.step("work"):
            spin(0.03)
        os._exit(0)
    os.waitpid(child, 0)
    assert clock.read()["work"] == (pytest.approx(0.03, abs=0.015), 1)


def spin(seconds):
    ends = time.thread_time() + seconds
    while time.thread_time() < ends:
        pass
