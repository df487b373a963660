"""Attacks on the judging of students' tests earn nothing, harm no neighbour and learn no judged function."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.attacks.attack_files import Attack, attacks
from tests.attacks.attacked_suite import EXERCISES, make_suite_course, solved_suite_notebook
from tests.attacks.graded_run import STRONGEST, Run, Setting, graded
from tests.attacks.surroundings import LOOKS

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("suite attacks")]

_ATTACKS = attacks("students_tests")
_of_every_attack = pytest.mark.parametrize("attack", _ATTACKS, ids=lambda attack: attack.technique)


@pytest.fixture(scope="module", params=[STRONGEST, Setting("C", ordinary=False)], ids=str)
def run(request: pytest.FixtureRequest) -> Iterator[Run]:
    """One run over all of these attacks, with honest submissions between them."""
    with graded(_ATTACKS, request.param, targets=(make_suite_course, solved_suite_notebook)) as made:
        yield made


@_of_every_attack
def test_an_attack_earns_what_its_honest_part_is_worth(run: Run, attack: Attack) -> None:
    assert run.unexpected(attack, EXERCISES) == {}


@_of_every_attack
def test_an_attack_brings_no_secret_to_light(run: Run, attack: Attack) -> None:
    assert not run.secrets_told(attack)


def test_the_neighbours_scores_are_right_and_their_tests_are_examined_apart(run: Run) -> None:
    run.require_neighbours_right(EXERCISES)
    assert all(one["isolated"] for student in run.honest for one in run.results(student)["exercises"])


@pytest.mark.parametrize("look", LOOKS)
def test_nothing_outside_the_sandbox_changes(run: Run, look: str) -> None:
    assert run.around.changes(look) == ""
