"""Freed memory goes back to the system; what is kept lies in large pages; what is frozen stays so."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

PROGRAM = dedent("""
    import json, threading, time
    import psutil
    from nbproctor.system.memory import give_back_large_blocks

    give_back_large_blocks()

    def read(turn, done):
        # A small block that lives on keeps a thread's other memory from being given back.
        kept = []
        with turn:
            for size in (15_000_000, 14_000_000, 13_000_000):
                text = json.dumps("x" * size)
                kept.append(bytearray(2000))
                json.loads(text)
                del text
        done.wait()

    turn, done = threading.Lock(), threading.Barrier(17)
    before = psutil.Process().memory_info().rss
    threads = [threading.Thread(target=read, args=(turn, done)) for _ in range(16)]
    for thread in threads:
        thread.start()
    while done.n_waiting < 16:
        time.sleep(0.01)
    print(psutil.Process().memory_info().rss - before)
    done.wait()
""")


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's allocator is Linux's")
def test_threads_that_have_read_large_texts_keep_none_of_it() -> None:
    """Left as it is, glibc keeps about 30 MB of these; of a class that is graded, half a gigabyte."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 20_000_000


GATHERED = dedent("""
    import os, sys
    from pathlib import Path
    from nbproctor.system.memory import gather_in_large_pages

    def large_kilobytes():
        (line,) = (line for line in Path("/proc/self/smaps_rollup").open() if line.startswith("AnonHugePages:"))
        return int(line.split()[1])

    kept = [str(number) * 100 for number in range(100_000)]
    before = large_kilobytes()
    gather_in_large_pages()
    moved = large_kilobytes() - before
    assert kept == [str(number) * 100 for number in range(100_000)]
    if child := os.fork():
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) or print(moved))
    kept[5] = "changed"
    os._exit(kept[5:7] != ["changed", "6" * 100])
""")


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="large pages are Linux's")
def test_what_is_gathered_in_large_pages_is_what_it_was() -> None:
    done = subprocess.run([sys.executable, "-c", GATHERED], capture_output=True, text=True, check=True)
    release = tuple(map(int, re.findall(r"\d+", os.uname().release)[:2]))
    can_gather = release >= (6, 1) and Path("/sys/kernel/mm/transparent_hugepage/enabled").exists()
    assert int(done.stdout) > 0 or not can_gather


FROZEN = dedent("""
    import gc
    from nbproctor.system.memory import freeze_to_the_end, little_to_collect

    def frozen():
        return gc.get_freeze_count() > 0

    with little_to_collect():
        with little_to_collect():
            pass
        print(frozen(), end=" ")
    print(frozen(), end=" ")
    freeze_to_the_end()
    with little_to_collect():
        print(frozen(), end=" ")
    print(frozen())
""")


def test_what_is_frozen_stays_so_as_long_as_anybody_wants_it() -> None:
    done = subprocess.run([sys.executable, "-c", FROZEN], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False", "True", "True"]
