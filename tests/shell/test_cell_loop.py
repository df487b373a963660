"""Cells run within a running event loop, as in a kernel."""

from __future__ import annotations

from pathlib import Path

from tests.shell.shell_runs import run_cells, run_program

PRELUDE = "import asyncio, contextvars, decimal"


def shown(folder: Path, *cells: str) -> list[str]:
    """What each cell shows: the class of its error, else what it prints, else its value."""
    found = []
    for outputs, *_ in run_cells(folder, [PRELUDE, *cells])[1:]:
        texts = [
            one.get("ename") or one.get("text") or one.get("data", {}).get("text/plain", "").strip() for one in outputs
        ]
        found.append(" ".join(texts).strip())
    return found


def test_what_runs_a_loop_raises(tmp_path: Path) -> None:
    loops = "asyncio.get_event_loop()", "asyncio.new_event_loop()"
    cells = [f"{loop}.run_until_complete(asyncio.sleep(0))" for loop in loops]
    assert shown(tmp_path, "asyncio.run(asyncio.sleep(0))", *cells) == ["RuntimeError"] * 3


def test_the_loop_is_there_and_runs(tmp_path: Path) -> None:
    running = "loop = asyncio.get_running_loop()\nloop is asyncio.get_event_loop(), loop.is_running()"
    task = "asyncio.current_task() is not None"
    cells = running, "asyncio.get_running_loop() is loop", task, f"await asyncio.sleep(0)\n{task}"
    assert shown(tmp_path, *cells) == ["(True, True)", "True", "True", "True"]


def test_a_task_goes_on_between_cells_and_while_later_ones_wait(tmp_path: Path) -> None:
    steps = (
        "done = []\nasync def steps(n):\n    for i in range(n):\n        done.append(i)\n        await asyncio.sleep(0)"
    )
    assert shown(
        tmp_path,
        f"{steps}\ntask = asyncio.create_task(steps(500))\nlen(done)",
        "len(done), task.done()",
        "task = asyncio.create_task(asyncio.sleep(0.05, 'slept'))\ntask.done()",
        "await asyncio.sleep(0.2)\ntask.result()",
        "timer = asyncio.get_running_loop().call_later(0, done.clear)",
        "done",
    ) == ["0", "(500, True)", "False", "'slept'", "", "[]"]


def test_what_a_task_prints_when_its_cell_has_ended_is_dropped(tmp_path: Path) -> None:
    talks = "async def talk():\n    print('in time')\n    await asyncio.sleep(0.02)\n    print('late')"
    waits = "await asyncio.sleep(0.1)\nprint('mine')"
    begins = "task = asyncio.create_task(talk())"
    cells = f"{talks}\n{begins}", waits, f"{begins}\nawait asyncio.sleep(0.001)", waits
    assert shown(tmp_path, *cells) == ["", "mine", "in time", "mine"]


def test_a_task_that_never_waits_stops_the_cell_after_the_one_that_made_it(tmp_path: Path) -> None:
    ends = "import os\nasync def end():\n    open('begun', 'w')\n    raise KeyboardInterrupt"
    cells = [f"{ends}\ntask = asyncio.create_task(end())\nprint(os.path.exists('begun'))", "1", "2"]
    assert shown(tmp_path, *cells) == ["False", "KeyboardInterrupt", "2"]


def test_context_variables_stay_set_but_for_those_that_a_cell_sets_which_waits(tmp_path: Path) -> None:
    assert shown(
        tmp_path,
        "own = contextvars.ContextVar('own')\nown.set('first')\ndecimal.getcontext().prec = 5",
        "print(own.get(), decimal.Decimal(1) / 3)",
        "await asyncio.sleep(0)\nown.set('second')",
        "own.get()",
    )[1::2] == ["first 0.33333", "'first'"]


def test_a_cell_that_waits_ends_as_others_do(tmp_path: Path) -> None:
    waits = "await asyncio.sleep(0)"
    runs = run_cells(tmp_path, [PRELUDE, f"{waits}\n5", f"{waits}\n1 / 0", waits, "_2"])
    assert [passed for _, passed, _ in runs] == [True, True, False, True, True]
    assert [count for *_, count in runs] == [1, 2, 3, 4, 5]
    assert runs[-1][0][0]["data"]["text/plain"] == "5"


def test_a_figure_of_a_cell_that_waits_is_shown(tmp_path: Path) -> None:
    cells = ["import matplotlib.pyplot as plt", "await asyncio.sleep(0)\nplt.plot([1]);"]
    outputs, *_ = run_cells(tmp_path, [PRELUDE, *cells])[-1]
    assert [one["output_type"] for one in outputs] == ["display_data"]


INTERRUPTED = """
import signal
from nbproctor.shell.shell import Shell

signal.signal(signal.SIGINT, signal.default_int_handler)  # as a runner has it; tests in the background ignore it
shell = Shell.start(10_000)
shell.run("import asyncio, signal")
soon = "asyncio.get_running_loop().call_later(0.1, signal.raise_signal, signal.SIGINT)"  # once it waits
run = shell.run(f"before = 1\\n{soon}\\nawait asyncio.sleep(100)\\nafter = 1")
print(type(run.error).__name__, "before" in shell.user_ns, "after" in shell.user_ns, shell.run("2").value)


def ring(*_):
    raise TimeoutError


signal.signal(signal.SIGALRM, ring)
signal.setitimer(signal.ITIMER_REAL, 0.5)
run = shell.run("await asyncio.sleep(100)")
print(type(run.error).__name__, run.outputs[-1]["ename"], shell.run("await asyncio.sleep(0, 3)").value)
"""


def test_a_signal_ends_a_cell_that_waits_and_nothing_else() -> None:
    assert run_program(INTERRUPTED).splitlines() == ["CancelledError True False 2", "TimeoutError TimeoutError 3"]


FORKED = """
import os
from nbproctor.shell.shell import Shell

shell = Shell.start(10_000)
shell.run("import asyncio\\nloop = asyncio.get_running_loop()\\nasync def f(): return 1\\n")
cell = "loop is asyncio.get_running_loop(), await f(), await asyncio.to_thread(lambda: 2)"
print(shell.run(cell).value, flush=True)
if child := os.fork():
    os.waitpid(child, 0)
    print(shell.run(cell).value, flush=True)
else:
    print(shell.run(cell).value, flush=True)
    os._exit(0)
"""


def test_a_forked_process_has_a_loop_of_its_own() -> None:
    assert run_program(FORKED).splitlines() == ["(True, 1, 2)", "(False, 1, 2)", "(True, 1, 2)"]


WARM = """
import os
from nbproctor.shell.shell import Shell

before = len(os.listdir("/proc/self/fd"))
shell = Shell.start(10_000)
shell.warm_up()
print(len(os.listdir("/proc/self/fd")) == before)
"""


def test_warm_parents_keep_no_loop() -> None:
    assert run_program(WARM).split() == ["True"]


def test_a_cell_that_leaves_or_stops_the_loop_ends_nothing_else(tmp_path: Path) -> None:
    cells = ["quit()", "exit(True)", "loop = asyncio.get_running_loop()\nloop.stop()", "await asyncio.sleep(0)\n5"]
    stops = "loop.stop()\nawait asyncio.sleep(0.01)\n6"
    assert shown(tmp_path, *cells, stops, "7") == ["", "", "", "5", "6", "7"]
