"""The full form of the test: hundreds of submissions, many rounds, in turn with SQLite and PostgreSQL.

`make chaos` runs it. Each round has a seed of its own, which is printed: `--first` goes on there.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from postgresql_server import new_database, programs, server
from rounds import Killer, Scene, differences
from targets import OF_EVERY_RUN, connections

# A kill for so many submissions.
_SUBMISSIONS_A_KILL = 25
# What was disturbed has the time of so many submissions to be examined again, before the next kill.
_CALM = 8


def main() -> None:
    """Grade undisturbed; then disturb, and compare, round after round."""
    options = _options()
    total: Counter[str] = Counter()
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="chaos-")))
        addresses = [""]
        if programs():
            (place := folder / "pg").mkdir()
            addresses.append(opened.enter_context(server(place)).address)
        (room := folder / "rounds").mkdir()
        scene = Scene(room, options.submissions)
        quiet, calm = [], 0.0
        for number, address in enumerate(addresses):
            quiet.append(scene.copy(f"quiet-{number}", new_database(address, "quiet") if address else ""))
            undisturbed = scene.grade(quiet[-1])
            calm = max(0.3, _CALM * undisturbed.seconds / options.submissions)
            print(f"undisturbed: {undisturbed.seconds:.0f} s; a kill every {calm:.1f} to {3 * calm:.1f} s", flush=True)
        for seed in range(options.first, options.first + options.rounds):
            which = seed % len(addresses)
            database = new_database(addresses[which], f"round_{seed}") if addresses[which] else ""
            course = scene.copy(f"round-{seed}", database)
            targets = [*OF_EVERY_RUN, *([connections(database)] if database else [])]
            killer = Killer(targets, random.Random(seed), options.submissions // _SUBMISSIONS_A_KILL, calm)
            done = scene.grade(course, killer)
            total += done.kills
            kills = ", ".join(f"{count} {name}" for name, count in sorted(done.kills.items()))
            kind = "PostgreSQL" if database else "SQLite"
            print(f"round {seed}, {kind}: {done.starts} starts, {done.seconds:.0f} s; killed: {kills}", flush=True)
            for sentence in done.sentences:
                print(f"  said: {sentence}")
            if found := differences(course, quiet[which]):
                print(*found[:40], sep="\n")
                sys.exit(f"round {seed}: {len(found)} differences; {total.total()} kills before")
            shutil.rmtree(course.root)
    print(f"{options.rounds} rounds of {options.submissions} submissions, all as if nothing had happened. Killed:")
    for name, count in sorted(total.items()):
        print(f"{count:6} {name}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--submissions", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--first", type=int, default=1, help="the seed of the first round")
    return parser.parse_args()


if __name__ == "__main__":
    main()
