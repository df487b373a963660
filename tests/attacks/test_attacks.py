"""Every attack earns what its honest part is worth, harms no neighbour and changes nothing outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

import pytest

from tests.attacks.attack_files import Attack, attacks
from tests.attacks.attacked_course import EXERCISES
from tests.attacks.graded_run import STRONGEST, Run, Setting, cannot_be_ordinary, graded
from tests.attacks.surroundings import LOOKS
from tests.made_once import made_once
from tests.storeys import require

# Attacks of these groups are graded together in one run, but for those that only a limit of time ends: they are slow.
RUNS = {
    "values": ("fools_comparison", "forges_outcomes"),
    "cheats": ("reads_answers", "tampers_with_harness", "forges_results"),
    "breaks": ("control_flow", "resources"),
    "files": ("platform",),
}
# At the strongest tier every attack is tried. In the other settings some of each group are, and `make soak` tries the
# rest. What is compared, and how, is the same in all.
OTHERS = [Setting("C", ordinary=False), Setting("B", ordinary=True), Setting("C", ordinary=True)]
_ONLY_IN_MAIN = "values"
_REST = "-rest"
_EVERY = 5

_GROUPS = [group for groups in RUNS.values() for group in groups]
_ATTACKS = attacks(*_GROUPS)
_IN_EVERY_SETTING = {attack.name for group in _GROUPS for attack in attacks(group)[::_EVERY]}
_SLOW_RUN = "breaks"  # takes much of the machine
_FIRST_RUN = "values"  # the only one of the first storey


def _run_name(attack: Attack, setting: Setting) -> str:
    """In which run an attack is graded."""
    name = next(name for name, groups in RUNS.items() if attack.group in groups)
    name = _SLOW_RUN if attack.runs_to_its_limit else name
    return name if setting == STRONGEST or attack.name in _IN_EVERY_SETTING else f"{name}{_REST}"


def _of_run(name: str, setting: Setting) -> list[Attack]:
    """The attacks that are graded together in a run."""
    return [attack for attack in _ATTACKS if _run_name(attack, setting) == name]


def _runs() -> Iterator[tuple[Setting, str]]:
    """Each run: its setting and its name."""
    yield from ((STRONGEST, name) for name in RUNS)
    for setting in OTHERS:
        for name in RUNS:
            if name != _ONLY_IN_MAIN:
                yield setting, name
                yield setting, f"{name}{_REST}"


def _marks(name: str, setting: Setting) -> Sequence[pytest.MarkDecorator]:
    """The second storey, for all but one run in one setting; and who runs beside whom.

    An ordinary user's runs come one after the other: what this user's submissions may start, they may start together.
    """
    group = pytest.mark.xdist_group(f"attacks of {'an ordinary user' if setting.ordinary else setting}")
    if name.endswith(_REST):
        return [group, pytest.mark.soak]
    return [group] if setting == STRONGEST and name == _FIRST_RUN else [group, pytest.mark.all]


of_every_attack = pytest.mark.parametrize(
    ("runs", "attack"),
    [
        pytest.param(setting, attack, id=f"{setting}-{attack.name}", marks=_marks(name, setting))
        for setting, name in _runs()
        for attack in _of_run(name, setting)
    ],
    indirect=["runs"],
)
of_every_run = pytest.mark.parametrize(
    ("runs", "name"),
    [pytest.param(setting, name, id=f"{setting}-{name}", marks=_marks(name, setting)) for setting, name in _runs()],
    indirect=["runs"],
)


@dataclass(frozen=True)
class Runs:
    """The runs with one setting, each made when the first test asks for it."""

    setting: Setting
    made: Callable[[tuple[Setting, str]], Run]

    def of(self, name: str) -> Run:
        """The run of this name."""
        return self.made((self.setting, name))


# For the session: tests with different settings take turns, and what is made for a module would be made anew each time.
@pytest.fixture(scope="session")
def kept_runs() -> Iterator[Callable[[tuple[Setting, str]], Run]]:
    """Makes a run, by its setting and its name, once."""
    with ExitStack() as opened:

        @made_once
        def made(which: tuple[Setting, str]) -> Run:
            setting, name = which
            return opened.enter_context(graded(_of_run(name, setting), setting))

        yield made


@pytest.fixture
def runs(request: pytest.FixtureRequest, kept_runs: Callable[[tuple[Setting, str]], Run]) -> Runs:
    """The runs as this user, at this tier."""
    setting = request.param
    if setting.ordinary:
        require("root")
        assert not (reason := cannot_be_ordinary()), f"no run as an ordinary user: {reason}"
    return Runs(setting, kept_runs)


def _run_of(attack: Attack, runs: Runs) -> Run:
    return runs.of(_run_name(attack, runs.setting))


@of_every_attack
def test_an_attack_earns_what_its_honest_part_is_worth(runs: Runs, attack: Attack) -> None:
    run = _run_of(attack, runs)
    assert run.unexpected(attack, EXERCISES) == {}
    assert attack.told in run.feedback(run.students[attack.name])


@of_every_attack
def test_an_attack_brings_no_secret_to_light(runs: Runs, attack: Attack) -> None:
    assert not _run_of(attack, runs).secrets_told(attack)


@of_every_run
def test_the_neighbours_scores_are_right_and_the_run_says_nothing_of_its_own(runs: Runs, name: str) -> None:
    runs.of(name).require_neighbours_right(EXERCISES)


@of_every_run
@pytest.mark.parametrize("look", LOOKS)
def test_nothing_outside_the_sandbox_changes(runs: Runs, name: str, look: str) -> None:
    assert runs.of(name).around.changes(look) == ""
