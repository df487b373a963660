"""The full form of the test: hundreds of submissions, many rounds, in turn with SQLite, PostgreSQL and a Dask cluster.

Processes are killed and paused, memory becomes scarce, and every other time processes that only compute run beside.

`make chaos` runs it. Each round has a seed of its own, which is printed: `--first` goes on there.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from tests.chaos.remains import Remains
from tests.chaos.rounds import Scene
from tests.chaos.troubled_machine import spinning
from tests.chaos.ways import Way
from tests.chaos.workers import Workers, cluster
from tests.postgresql_server import programs, server

# A kill for so many submissions.
_SUBMISSIONS_A_KILL = 25
# How often a worker is chosen, beside the others: it is not, unless all workers are at work.
_OFTEN = 8


def main() -> None:
    """Grade undisturbed; then disturb, and compare, round after round."""
    options = _options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by a signal"))  # and with it the cluster and the server
    total: Counter[str] = Counter()
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="chaos-")))
        scene = Scene(_made(folder / "rounds"), options.submissions)
        workers = opened.enter_context(cluster(_made(folder / "cluster"), scene.scratch))
        address = opened.enter_context(server(_made(folder / "pg"))).address if programs() else ""
        ways = _ways(address, workers)
        quiet: dict[str, Remains] = {}
        for way in (one for one in dict.fromkeys(ways) if not one.workers):
            done, quiet[way.server] = way.quiet(scene)
            print(f"{way.name}, undisturbed: {done.seconds:.0f} s", flush=True)
        for seed in range(options.first, options.first + options.rounds):
            way = ways[seed % len(ways)]
            load = (seed // len(ways) % 2) * options.spinning
            with spinning(load):
                done, found = way.disturbed(scene, seed, options.submissions // _SUBMISSIONS_A_KILL, quiet[way.server])
            total += done.kills
            beside = f", beside {load} spinning processes" if load else ""
            print(f"round {seed}, {way.name}{beside}: {done.starts} starts, {done.seconds:.0f} s;", _listed(done.kills))
            if done.set_aside:
                print(f"  set aside, and graded by one more run: {done.set_aside}")
            for sentence in done.sentences:
                print(f"  said: {sentence}")
            if found:
                print(*found[:40], sep="\n")
                sys.exit(f"round {seed}: {len(found)} differences; disturbed {total.total()} times before")
            sys.stdout.flush()
    print(f"{options.rounds} rounds of {options.submissions} submissions, all as if nothing had happened. Disturbed:")
    for name, count in sorted(total.items()):
        print(f"{count:6} {name}")


def _ways(address: str, workers: Workers) -> list[Way]:
    """In turn; without PostgreSQL, SQLite stands in for it."""
    here, on_cluster = Way("sqlite"), Way("cluster_sqlite", workers=workers, weight=_OFTEN)
    if not address:
        return [here, on_cluster]
    postgresql = Way("postgresql", address)
    return [here, postgresql, on_cluster, here, postgresql, Way("cluster_postgresql", address, workers, _OFTEN)]


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def _listed(kills: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(kills.items()))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--submissions", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--first", type=int, default=1, help="the seed of the first round")
    parser.add_argument("--spinning", type=int, default=8, help="processes that compute beside, every other time")
    return parser.parse_args()


if __name__ == "__main__":
    main()
