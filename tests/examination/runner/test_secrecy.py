"""What a runner's memory holds: inputs in an order that says nothing; no expected output, no kind, no seed.

The memory is looked through from outside, byte by byte, which also finds what Python keeps from its own eyes; the order
from within, as a submission can look.
"""

from __future__ import annotations

import json
import pickle
import re
import sys
from base64 import b64decode
from collections.abc import Iterator, Sequence
from hashlib import md5
from itertools import pairwise
from pathlib import Path
from typing import Any

import psutil
import pytest

from nbproctor.assignment.cases_file import read_samplers
from nbproctor.assignment.official_seed import SEED_VARIABLE, derived_key
from nbproctor.config import Course
from nbproctor.examination.judge import judge_parent
from tester_fw.smallest import size
from tests.examination.classes import NAME, answered, hand_in, release, results_of
from tests.examination.real_runners import Exam, Runner, exam
from tests.examination.secret_course import ANSWER, COUNT, JUDGED, KIND, SEED, TESTS, make_secret_course
from tests.plain_course import ROOT

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="of a process's memory, Linux makes files")

SEEDS = [f"{SEED} {number}" for number in range(2)]
EXAMS = sorted(path.name for path in (ROOT / "source").iterdir())

# A cell that looks through all objects that Python knows of, those too that were there before the fork. It prints the
# hashes of the pickles, of each container that holds many.
LOOK = """
import base64, gc, hashlib, json

def look():
    gc.unfreeze()
    waiting, seen, found = gc.get_objects(), set(), []
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        waiting += gc.get_referents(value)
        if type(value) in (list, tuple, set, dict):
            found.append([name for name in map(hashed, value.values() if type(value) is dict else value) if name])
    return [names for names in found if len(names) > 9]

def hashed(item):
    try:
        item = base64.b64decode(item, validate=True) if type(item) is str else item
    except ValueError:
        return
    if type(item) is bytes and item[:1] == b"\\x80":
        return hashlib.md5(item).hexdigest()[:12]

print(json.dumps(look()))
"""
WRONG = "def answer(n):\n    return 0\ndef test():\n    assert double(4) == 8"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return make_secret_course(tmp_path_factory.mktemp("secret") / "course")


@pytest.fixture(scope="module", params=[SEEDS[0], pytest.param(SEEDS[1], marks=pytest.mark.all)])
def ready(request: pytest.FixtureRequest, course: Course) -> Iterator[tuple[Exam, str]]:
    """The exam with a secret seed, which stands in the environment and in a file as well."""
    course.official_seed_file.parent.mkdir(exist_ok=True)
    course.official_seed_file.write_text(request.param)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv(SEED_VARIABLE, request.param)
        with exam(course, NAME, request.param) as started:
            yield started, request.param


def _memory(process: int) -> Iterator[bytes]:
    """All that a process has in its memory, area by area."""
    about = Path(f"/proc/{process}")
    with (about / "maps").open() as areas, (about / "mem").open("rb", 0) as memory:
        for area in areas:
            start, end = (int(address, 16) for address in area.split()[0].split("-"))
            try:
                memory.seek(start)
                yield memory.read(end - start)
            except (OSError, OverflowError):  # not readable, or the kernel's
                pass


def _words(process: int, *more: bytes) -> set[str]:
    words = re.compile(rb"Sphinx[A-Z]\w+ ?\w+" + b"".join(b"|" + re.escape(each) for each in more))
    return {word.decode("latin1") for area in _memory(process) for word in words.findall(area)}


def _answers(course: Course, seed: str) -> set[str]:
    sampler = read_samplers(course.source / NAME / "cases.py")["tc_answer"]
    return {f"{ANSWER}{7919 * drawn.inputs['n'] + 13}" for drawn in sampler.draw(f"{seed}/tc_answer")}


def _official(exam: Exam) -> dict[str, Any]:
    assert exam.parents.judges is not None
    return exam.parents.judges.official


def _keys(exam: Exam, seed: str) -> list[bytes]:
    """The keys that are made of the seed, and what they made."""
    known = _official(exam)
    derived = [derived_key(seed, purpose) for name, purpose in vars(judge_parent).items() if name in KEYS]
    return [*derived, *(each.encode() for each in (*known["digests"].values(), known["digest_key"]))]


KEYS = ("_ORDER", "_MARKS", "_DIGESTS")


def _all_run(runner: Runner) -> None:
    """The whole notebook, with functions that are wrong: whoever has the right ones has what they return."""
    runner.run(WRONG)
    report, tables = runner.run_graded(TESTS["test_ex1"])
    assert report.passed
    assert runner.judged("test_ex1", tables).cases == COUNT
    assert runner.run_suite("test_ex2", TESTS["test_ex2"])[1].value == 2


@on_linux
def test_nothing_secret_lies_in_a_runners_memory(ready: tuple[Exam, str], course: Course) -> None:
    started, seed = ready
    keys = _keys(started, seed)
    assert len(keys) == len(KEYS) + 2
    with started.runner() as runner:
        _all_run(runner)
        found = _words(runner.process, *keys)
    assert found.isdisjoint(_answers(course, seed))
    assert [word for word in found if not word.startswith(ANSWER)] == []
    assert found & _answers(course, course.grading.visible_seed)  # the debug variables are those of a visible case


@on_linux
def test_the_same_look_finds_all_in_the_judges_parent(ready: tuple[Exam, str], course: Course) -> None:
    started, seed = ready
    (judges,) = (each for each in psutil.Process().children() if "judge" in each.cmdline())
    words = _words(judges.pid, *_keys(started, seed))
    assert _answers(course, seed) <= words
    in_hex = derived_key(seed, judge_parent._DIGESTS)
    assert {key.decode("latin1") for key in _keys(started, seed) if key != in_hex} <= words
    assert any(word.startswith(JUDGED) for word in words)
    assert any(word.startswith(SEED) for word in words)


def test_what_is_written_of_a_class_names_one_official_case(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SEED_VARIABLE, SEEDS[0])
    hand_in(tmp_path / "submitted", "wrong", answered(release(course), {"ex1": WRONG}))
    results_of(course, NAME, tmp_path / "submitted", tmp_path / "graded")
    written = "".join(path.read_text("latin1") for path in tmp_path.rglob("*") if path.is_file())
    assert len({answer for answer in _answers(course, SEEDS[0]) if answer in written}) == 1
    assert not [word for word in (SEED, KIND, JUDGED) if word in written]


# The order of the inputs.


def _orders(exam: Exam, runner: Runner) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The orders in which inputs are found from within a runner: the case file, and the inputs."""
    known = {
        file: {md5(case).hexdigest()[:12]: pickle.loads(case) for case in map(b64decode, inputs["cases"])}
        for file, inputs in _official(exam)["inputs"].items()
    }
    for hashes in json.loads(runner.run(LOOK).outputs[0]["text"]):
        found = {file: [cases[each] for each in hashes if each in cases] for file, cases in known.items()}
        file = max(found, key=lambda name: len(found[name]))
        if found[file]:
            yield file, found[file]


def _follows(order: Sequence[object], other: Sequence[object]) -> float:
    """The share of neighbours in an order that are neighbours in another one, whichever way round."""
    names = [*map(repr, other)]
    places = {name: place for place, name in enumerate(names) if names.count(name) == 1}
    met = [places[name] for name in map(repr, order) if name in places]
    return sum(abs(one - another) == 1 for one, another in pairwise(met)) / len(met)


# Of fewer cases, a shuffled order may follow another one by chance.
_FEW = 20


def _require_secret_order(exam: Exam, runner: Runner, course: Course, name: str, seed: str) -> None:
    samplers = read_samplers(course.source / name / "cases.py")
    met = set()
    for file, order in _orders(exam, runner):
        met.add(file)
        drawn = [each.inputs for each in samplers[file].draw(f"{seed}/{file}")]
        by_size = sorted(drawn, key=size)
        assert len(order) == len(drawn)
        if len(drawn) < _FEW:
            continue
        assert min(_follows(drawn, drawn), _follows(by_size, by_size)) > 0.7
        assert max(_follows(order, drawn), _follows(order, by_size)) < 0.35, file
    assert {file for file, inputs in _official(exam)["inputs"].items() if len(inputs["cases"]) >= _FEW} <= met


def test_the_order_of_the_inputs_in_a_runner_says_nothing(ready: tuple[Exam, str], course: Course) -> None:
    started, seed = ready
    with started.runner() as runner:
        _require_secret_order(started, runner, course, NAME, seed)
        _all_run(runner)
        _require_secret_order(started, runner, course, NAME, seed)


@pytest.mark.all
@pytest.mark.parametrize("name", EXAMS)
def test_nor_does_it_in_an_exam(name: str) -> None:
    course, seed = Course(ROOT), f"{SEED} of {name}"
    with exam(course, name, seed) as started, started.runner() as runner:
        _require_secret_order(started, runner, course, name, seed)
