"""Whatever is killed, and whenever: the gradebook and the results are those of a run that nobody disturbed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chaos.remains import Remains
from tests.chaos.rounds import Scene
from tests.chaos.targets import WORKER
from tests.chaos.ways import Way
from tests.chaos.workers import Workers, cluster
from tests.postgresql_server import server

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("chaos")]

SUBMISSIONS = 40
KILLS = 3
# A fast machine may be done before so many were killed: then another round follows, this often at most.
ROUNDS = 12


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return Scene(tmp_path_factory.mktemp("scene"), SUBMISSIONS)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with server(Path(tmp_path_factory.mktemp("pg"))) as found:
        yield found.address


@pytest.fixture
def workers(scene: Scene, tmp_path: Path) -> Iterator[Workers]:
    with cluster(tmp_path, scene.scratch) as found:
        yield found


@pytest.fixture(scope="module")
def quiet(scene: Scene) -> Remains:
    """What is left by a run that nobody disturbs."""
    return Way("sqlite").quiet(scene)[1]


def _require_equal_after_kills(scene: Scene, way: Way, quiet: Remains, *wanted: str) -> None:
    total: Counter[str] = Counter()
    for seed in range(1, ROUNDS + 1):
        done, found = way.disturbed(scene, seed, KILLS, quiet)
        assert found == []
        total += done.kills
        if total.total() >= KILLS and all(total[name] for name in wanted):
            return
    pytest.fail(f"{ROUNDS} rounds were disturbed too little: {dict(total)}")


def test_a_gradebook_in_sqlite_is_as_if_nothing_had_happened(scene: Scene, quiet: Remains) -> None:
    _require_equal_after_kills(scene, Way("sqlite"), quiet)


@pytest.mark.needs("PostgreSQL")
def test_a_gradebook_in_postgresql_is_as_if_nothing_had_happened(scene: Scene, address: str) -> None:
    way = Way("postgresql", address)
    _require_equal_after_kills(scene, way, way.quiet(scene)[1])


def test_what_a_cluster_grades_is_as_if_it_had_been_graded_here_and_nothing_had_happened(
    scene: Scene, quiet: Remains, workers: Workers
) -> None:
    _require_equal_after_kills(scene, Way("cluster", workers=workers, weight=60), quiet, WORKER)
