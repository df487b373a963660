"""Whatever is killed, and whenever: the gradebook and the results are those of a run that nobody disturbed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from postgresql_server import new_database, programs, server
from rounds import Killer, Scene, differences
from targets import OF_EVERY_RUN, connections

SUBMISSIONS = 40
KILLS = 6


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not programs():
        pytest.skip("there is no PostgreSQL here: scripts/system-packages installs it")
    with server(Path(tmp_path_factory.mktemp("pg"))) as found:
        yield found.address


def _require_equal_after_kills(folder: Path, seed: int, address: str = "") -> None:
    scene = Scene(folder, SUBMISSIONS)
    of_quiet, of_disturbed = (
        new_database(address, f"{one}_{seed}") if address else "" for one in ("quiet", "disturbed")
    )
    quiet, disturbed = scene.copy("quiet", of_quiet), scene.copy("disturbed", of_disturbed)
    assert scene.grade(quiet).starts == 1
    targets = [*OF_EVERY_RUN, *([connections(of_disturbed)] if address else [])]
    done = scene.grade(disturbed, Killer(targets, random.Random(seed), KILLS, calm=0.5))
    assert done.kills.total() >= KILLS // 2, "the test must disturb the run"
    assert differences(disturbed, quiet) == []


def test_a_gradebook_in_sqlite_is_as_if_nothing_had_happened(tmp_path: Path) -> None:
    _require_equal_after_kills(tmp_path, 1)


def test_a_gradebook_in_postgresql_is_as_if_nothing_had_happened(tmp_path: Path, address: str) -> None:
    _require_equal_after_kills(tmp_path, 2, address)
