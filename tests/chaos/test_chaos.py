"""Whatever is killed, and whenever: the gradebook and the results are those of a run that nobody disturbed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from postgresql_server import programs, server
from rounds import Scene
from targets import WORKER
from ways import Way
from workers import Workers, cluster

SUBMISSIONS = 40
KILLS = 4
# A fast machine may be done before so many were killed: then another round follows, this often at most.
ROUNDS = 6


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return Scene(tmp_path_factory.mktemp("scene"), SUBMISSIONS)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not programs():
        pytest.skip("there is no PostgreSQL here: scripts/system-packages installs it")
    with server(Path(tmp_path_factory.mktemp("pg"))) as found:
        yield found.address


@pytest.fixture
def workers(scene: Scene, tmp_path: Path) -> Iterator[Workers]:
    with cluster(tmp_path, scene.scratch) as found:
        yield found


def _require_equal_after_kills(scene: Scene, way: Way, *wanted: str) -> None:
    quiet = way.quiet(scene)
    total: Counter[str] = Counter()
    for seed in range(1, ROUNDS + 1):
        done, found = way.disturbed(scene, seed, KILLS, quiet)
        assert found == []
        total += done.kills
        if total.total() >= KILLS and all(total[name] for name in wanted):
            return
    pytest.fail(f"the test must disturb more than {dict(total)} in {ROUNDS} rounds")


def test_a_gradebook_in_sqlite_is_as_if_nothing_had_happened(scene: Scene) -> None:
    _require_equal_after_kills(scene, Way("sqlite"))


def test_a_gradebook_in_postgresql_is_as_if_nothing_had_happened(scene: Scene, address: str) -> None:
    _require_equal_after_kills(scene, Way("postgresql", address))


def test_a_gradebook_graded_on_a_cluster_is_as_if_nothing_had_happened(scene: Scene, workers: Workers) -> None:
    _require_equal_after_kills(scene, Way("cluster", workers=workers), WORKER)
