"""The floor: what examining a submission in a sandbox costs at the very least, as a program to be measured.

For each submission, a process is forked from one that has imported what the release imports. It enters the sandbox,
runs the submission's code cells with plain `exec`, calls the functions with every official input, once each, and ends.
Then the three files that `course grade` writes for a submission are written, with contents that were there before, and
a row into a database. Nothing is compared, shown, recorded, or protected from what a submission does to its own
process: so it grades nobody, and no grader of this design can cost less.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib
import io
import json
import os
import shutil
import socket
import sqlite3
import struct
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, cast

from nbproctor.assignment.cases import draw_cases
from nbproctor.assignment.cases_file import read_samplers
from nbproctor.assignment.notebook import Assignment
from nbproctor.assignment.official_seed import official_seed
from nbproctor.assignment.reference import run_reference
from nbproctor.config.course import Course
from nbproctor.examination.sandbox import tiers
from nbproctor.examination.sandbox.tiers import Plan, Sandbox, hand_over
from nbproctor.marking.mark_scheme import allowed_tiers, submission_limits
from nbproctor.shell.shell import Shell
from nbproctor.system.memory import no_collection
from nbproctor.system.whole_files import write

FILES = (Path("autograded") / "notebook.ipynb", Path("feedback") / "notebook.html", Path("results.json"))
LENGTH = struct.Struct("!I")

# An official call: the function, and the arguments by name.
Call = tuple[FunctionType, dict[str, Any]]


def main() -> None:
    """Take every submission of a folder through the floor, with so many workers."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("assignment")
    parser.add_argument("submitted", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("files", type=Path, nargs=len(FILES), help="files like those that are to be written")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    options = parser.parse_args()
    course = Course.find()
    name = options.assignment
    notebooks = sorted(options.submitted.glob(f"*/{name}/{name}.ipynb"))
    contents = [path.read_bytes() for path in options.files]
    with tempfile.TemporaryDirectory(prefix="floor-") as scratch:
        folder = Path(scratch)
        folder.chmod(0o711)
        calls = official_calls(course, name, folder)
        workers = [
            _forked(partial(_work, _sandboxed(course, name, folder), calls, share, options.output, contents))
            for share in (notebooks[number :: options.workers] for number in range(options.workers))
            if share
        ]
        statuses = [os.waitpid(worker, 0)[1] for worker in workers]
        if any(statuses):
            sys.exit("a worker failed")


def official_calls(course: Course, name: str, scratch: Path) -> list[Call]:
    """The calls of all official cases of an assignment."""
    (assignment,) = Assignment.read_all(course.source_of(name))
    folder = shutil.copytree(course.release / name, scratch / "reference")
    reference = run_reference(assignment, folder, Shell.start(output_bytes=100_000))
    cases = draw_cases(read_samplers(course.source_of(name) / "cases.py"), reference, official_seed(course))
    confs = {case_file: reference.testers[case_file].conf for case_file in cases}
    return [
        (cast(FunctionType, conf.func), {value.name: case[value.name] for value in conf.inputs})
        for case_file, conf in confs.items()
        for case in cases[case_file]
    ]


def _forked(work: Callable[[], None]) -> int:
    child = os.fork()
    if not child:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    return child


def _sandboxed(course: Course, name: str, scratch: Path) -> Callable[[], Sandbox]:
    def enter() -> Sandbox:
        home = Path(tempfile.mkdtemp(dir=scratch))
        bounds = submission_limits(course.grading).bounds
        release = course.release / name
        if os.geteuid() == 0:
            hand_over(home, tiers.THROW_AWAY_USER)
        return tiers.enter(
            Plan(*allowed_tiers(course.grading), (str(course.root),), str(release), str(home), bounds, None)
        )

    return enter


def _work(
    enter: Callable[[], Sandbox], calls: list[Call], notebooks: list[Path], output: Path, contents: list[bytes]
) -> None:
    """One worker: the process that writes, and the warm one that forks."""
    ours, theirs = socket.socketpair()
    warm = _forked(lambda: _fork_on_request(enter(), theirs, ours, calls))
    theirs.close()
    output.mkdir(parents=True, exist_ok=True)
    rows = sqlite3.connect(output / f"rows-{os.getpid()}.db", isolation_level=None)
    rows.execute("CREATE TABLE marks (student TEXT, calls INTEGER)")
    for path in notebooks:
        cells = json.loads(path.read_bytes())["cells"]
        # Where there are no cases, the test cells make the calls.
        codes = [cell for cell in cells if cell["cell_type"] == "code" and not (calls and _is_test(cell))]
        sources = ["".join(cell["source"]) for cell in codes]
        asked = json.dumps(sources).encode()
        ours.sendall(LENGTH.pack(len(asked)) + asked)
        (made,) = LENGTH.unpack(_exactly(ours, LENGTH.size))
        student = path.parents[1].name
        for file, content in zip(FILES, contents, strict=True):
            write(output / student / file, content)
        rows.execute("INSERT INTO marks VALUES (?, ?)", (student, made))
    ours.close()
    os.waitpid(warm, 0)


def _is_test(cell: dict[str, Any]) -> bool:
    about = cell["metadata"].get("nbgrader", {})
    return bool(about.get("grade") and not about.get("solution"))


def _fork_on_request(sandbox: Sandbox, asked: socket.socket, others: socket.socket, calls: list[Call]) -> None:
    """The warm process: it forks a child for each request, and tells how many calls that child made."""
    others.close()
    os.chdir(sandbox.release)
    readable = [Path(path) for path in sandbox.readable]
    sys.path[:] = ["", *(path for path in sys.path if any(Path(path).is_relative_to(root) for root in readable))]
    for module in ("numpy.random", *_imported(sandbox.release)):
        importlib.import_module(module)
    while header := asked.recv(LENGTH.size):
        sources = json.loads(_exactly(asked, LENGTH.unpack(header)[0]))
        child = sandbox.fork()
        if not child:
            with no_collection():
                list(sandbox.confine("", keep=(asked.fileno(),)))
                made = _run(sources, calls)
            asked.sendall(LENGTH.pack(made))
            os._exit(0)
        if os.waitpid(child, 0)[1]:  # what a submission did ended it
            asked.sendall(LENGTH.pack(0))


def _imported(release: str) -> set[str]:
    """The modules that the cells of a release import, those that are here."""
    cells = (cell for path in Path(release).glob("*.ipynb") for cell in json.loads(path.read_bytes())["cells"])
    names = set()
    for cell in cells:
        source = "".join(cell["source"]) if cell["cell_type"] == "code" else ""
        for node in ast.walk(_without_magics(source)):
            if isinstance(node, ast.Import):
                names |= {each.name for each in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module)
    return {name for name in names if find_spec(name.partition(".")[0])}


def _run(sources: list[str], calls: list[Call]) -> int:
    names: dict[str, Any] = {"__name__": "__main__"}
    made = 0
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        for source in sources:
            with contextlib.suppress(Exception):
                exec(compile(_without_magics(source), "cell", "exec"), names)
        for function, arguments in calls:
            called = names.get(function.__name__) or FunctionType(function.__code__, names)
            with contextlib.suppress(Exception):
                called(**arguments)
                made += 1
    return made


def _without_magics(source: str) -> ast.Module:
    return ast.parse("\n".join("pass" if line.startswith(("%", "!")) else line for line in source.splitlines()))


def _exactly(channel: socket.socket, length: int) -> bytes:
    data = b"".join(_pieces(channel, length))
    if len(data) < length:
        raise EOFError("the other process ended")
    return data


def _pieces(channel: socket.socket, length: int) -> Iterator[bytes]:
    while length and (piece := channel.recv(min(length, 1 << 20))):
        length -= len(piece)
        yield piece


if __name__ == "__main__":
    main()
