"""What runs in a kernel of another language earns what one kernel gives, harms no neighbour, and changes nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attacks.attack_files import Attack, attacks
from tests.attacks.attacked_course import POINTS, SECRET_WORDS
from tests.attacks.attacked_kernel import EXERCISES, install_kernel, make_kernel_course, solved_kernel_notebook
from tests.attacks.graded_run import Run, Setting, graded
from tests.attacks.surroundings import LOOKS

pytestmark = [pytest.mark.all, pytest.mark.needs("namespaces"), pytest.mark.xdist_group("kernel attacks")]

GROUP = "other_kernels"
_ATTACKS = [attack for attack in attacks() if attack.group == GROUP]
_NAMED = [pytest.param(attack, id=attack.technique) for attack in _ATTACKS]
_STRONGEST = Setting("A" if os.geteuid() == 0 else "B", ordinary=False)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """One run over all of these attacks, with honest submissions between them."""
    jupyter = tmp_path_factory.mktemp("jupyter")
    install_kernel(jupyter)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("JUPYTER_PATH", str(jupyter))
        with graded(_ATTACKS, _STRONGEST, targets=(make_kernel_course, solved_kernel_notebook)) as made:
            yield made


@pytest.mark.parametrize("attack", _NAMED)
def test_an_attack_earns_what_one_kernel_gives(run: Run, attack: Attack) -> None:
    student = run.students[attack.name]
    expected = {name: attack.expected.get(name, POINTS) for name in EXERCISES}
    points = run.points(student)
    if attack.harms_itself:
        assert all(points[name] <= expected[name] for name in EXERCISES)
    else:
        assert points == expected
    results = run.results(student)["exercises"]
    outcomes = {one["name"]: one["outcome"] for one in results}  # type: ignore[attr-defined]
    assert {name: outcomes[name] for name in attack.outcomes} == attack.outcomes
    assert not any(one["isolated"] for one in results)  # type: ignore[attr-defined]


@pytest.mark.parametrize("attack", _NAMED)
def test_an_attack_brings_no_secret_to_light(run: Run, attack: Attack) -> None:
    student = run.students[attack.name]
    told = run.feedback(student) + run.shown(student) + json.dumps(run.results(student))
    assert not {what for what, word in SECRET_WORDS.items() if word in told}


def test_the_neighbours_scores_are_right(run: Run) -> None:
    assert run.honest
    scores = {student: run.results(student)["score"] for student in run.honest}
    assert scores == dict.fromkeys(run.honest, POINTS * len(EXERCISES))


def test_the_run_ends_well_and_says_nothing_of_its_own(run: Run) -> None:
    assert "Traceback" not in run.said, run.said
    assert run.status == 0, run.said


@pytest.mark.parametrize("look", LOOKS)
def test_nothing_outside_the_sandbox_changes(run: Run, look: str) -> None:
    changes = run.around.changes(look)
    assert not changes, f"{look.replace('_', ' ')}: {changes}"


def test_no_kernel_leaves_its_folder_in_the_machines_own(run: Run) -> None:
    assert not list(Path("/tmp").glob(".kernel-*"))
