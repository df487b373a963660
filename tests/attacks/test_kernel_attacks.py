"""What runs in a kernel of another language earns what one kernel gives, harms no neighbour, and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attacks.attack_files import Attack, attacks
from tests.attacks.attacked_kernel import EXERCISES, install_kernel, make_kernel_course, solved_kernel_notebook
from tests.attacks.graded_run import STRONGEST, Run, graded
from tests.attacks.surroundings import LOOKS

pytestmark = [pytest.mark.all, pytest.mark.needs("namespaces"), pytest.mark.xdist_group("kernel attacks")]

_ATTACKS = attacks("other_kernels")
_of_every_attack = pytest.mark.parametrize("attack", _ATTACKS, ids=lambda attack: attack.technique)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """One run over all of these attacks, with honest submissions between them."""
    jupyter = tmp_path_factory.mktemp("jupyter")
    install_kernel(jupyter)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("JUPYTER_PATH", str(jupyter))
        with graded(_ATTACKS, STRONGEST, targets=(make_kernel_course, solved_kernel_notebook)) as made:
            yield made


@_of_every_attack
def test_an_attack_earns_what_one_kernel_gives(run: Run, attack: Attack) -> None:
    assert run.unexpected(attack, EXERCISES) == {}
    assert not any(one["isolated"] for one in run.results(run.students[attack.name])["exercises"])


@_of_every_attack
def test_an_attack_brings_no_secret_to_light(run: Run, attack: Attack) -> None:
    assert not run.secrets_told(attack)


def test_the_neighbours_scores_are_right_and_the_run_says_nothing_of_its_own(run: Run) -> None:
    run.require_neighbours_right(EXERCISES)


@pytest.mark.parametrize("look", LOOKS)
def test_nothing_outside_the_sandbox_changes(run: Run, look: str) -> None:
    assert run.around.changes(look) == ""


def test_no_kernel_leaves_its_folder_in_the_machines_own(run: Run) -> None:
    assert not list(Path("/tmp").glob(".kernel-*"))
