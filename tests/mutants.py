"""Draws mistakes in the tools, and says which of them the tests do not notice.

    python -m tests.mutants 40 [--seed SEED] [--first NUMBER] [--seconds SECONDS]

Each mutant is a copy of the project with one mistake of the kinds that `course check` makes in solutions. The copy has
an environment of its own, so that whatever a test starts runs the copy's code as well. The tests of the mutated
module's room run first, then the rest of `make test`, then what `make test-all` adds of the room, until one fails. A
run that takes too long counts as one that fails. What survives is shown as a diff: a test is missing, or the mistake is
none.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from nbproctor.check.mutants import mutations
from tests.course_copy import ROOT, copy_files
from tests.storeys import FIRST_STOREY

PACKAGES = ("nbproctor", "tester_fw", "poker_game")
STOREY = ["-m", FIRST_STOREY]
# What it asserts is the form of the code, which a mutant has lost with its comments.
NOT_ASKED = ["--ignore=tests/test_structure.py"]
_WORKERS = str((os.cpu_count() or 1) + 1)
PYTEST = ["-m", "pytest", "-q", "-x", "-n", _WORKERS, "--maxprocesses=4", "--dist=loadgroup", "-p", "no:cacheprovider"]
# Not below /tmp: there runners would see the folders above the environment that they run in.
_PLACE = "/var/tmp"
_NOTHING_COLLECTED = 5
_LINES = 5


@dataclass(frozen=True)
class Mutant:
    """A module with one mistake: its path in the project, the mistake in words, the code without it, and with it."""

    module: Path
    what: str
    before: str
    code: str

    def diff(self) -> str:
        """The changed lines."""
        sides = self.before.splitlines(), self.code.splitlines()
        return "\n".join(difflib.unified_diff(*sides, str(self.module), str(self.module), n=2, lineterm=""))


def draw(count: int, seed: str) -> list[Mutant]:
    """Draw mutants, the same of the same code by the same seed; a module has as many as its length gives it."""
    chance = Random(seed)
    found = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    modules = [path for path in found if path.name != "__init__.py"]
    sizes = [len(path.read_bytes()) for path in modules]
    return [_mutant(path, chance) for path in chance.choices(modules, sizes, k=count)]


def _mutant(path: Path, chance: Random) -> Mutant:
    """A mistake somewhere in a module: in so many lines, from any line on."""
    text = path.read_text()
    tree = ast.parse(text)
    before = ast.unparse(tree)
    while True:
        first = chance.randint(1, len(text.splitlines()))
        if made := list(mutations(tree, first, first + _LINES)):
            what, mutated = chance.choice(made)
            code = ast.unparse(ast.fix_missing_locations(mutated))
            if code != before:
                return Mutant(path.relative_to(ROOT), what, before, code)


def room(module: Path) -> list[str]:
    """The tests of a module's room, if it has any of its own."""
    parts = module.parts if module.parts[0] != "nbproctor" else module.parts[1:]
    folder = Path("tests", *parts[:-1])
    while folder != Path("tests") and not any((ROOT / folder).rglob("test_*.py")):
        folder = folder.parent
    if folder != Path("tests"):
        return [str(folder)]
    return ["tests/test_command_line.py"] if module.stem == "cli" else []


def copy_project(folder: Path) -> None:
    """Copy what git knows of the project, and what is new in it."""
    copy_files(folder)
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    subprocess.run(["git", "add", "-A"], cwd=folder, check=True)


def copy_environment(folder: Path) -> None:
    """Copy the environment of this Python into a copy of the project, and install the copy there in place of this one.

    Raises:
        SystemExit: what is started there would not run the copy's code.
    """
    environment = folder / ".venv"
    shutil.copytree(sys.prefix, environment, symlinks=True, copy_function=_linked)
    for path in (*environment.glob("bin/*"), *environment.rglob("site-packages/*.pth")):
        if path.is_symlink() or not path.is_file():
            continue
        content = path.read_bytes()
        moved = content.replace(sys.prefix.encode(), str(environment).encode())
        moved = moved.replace(str(ROOT).encode(), str(folder).encode())
        if moved != content:
            mode = path.stat().st_mode
            path.unlink()  # it is the same file as the one that it is a copy of
            path.write_bytes(moved)
            path.chmod(mode)
    shown = "import nbproctor, tester_fw; print(nbproctor.__file__, tester_fw.__file__)"
    done = subprocess.run([environment / "bin/python", "-P", "-c", shown], capture_output=True, text=True, check=True)
    if not all(Path(path).is_relative_to(folder) for path in done.stdout.split()):
        sys.exit(f"The copy imports {done.stdout.strip()}: install the project editable, as `make test` does")


def _linked(source: str, target: str) -> str:
    """Copy a file, without a second one of its content if both are to lie in one file system."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
    return target


def first_failure(folder: Path, words: list[str], seconds: float) -> str:
    """Run tests in a copy, named as pytest takes them, until one fails; what failed, or nothing."""
    programs = folder / ".venv" / "bin"
    environment = {**os.environ, "PATH": os.pathsep.join([str(programs), os.environ.get("PATH", os.defpath)])}
    for name in ("CI", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE"):  # what is compiled is kept for the next mutant
        environment.pop(name, None)
    command = [str(programs / "python"), *PYTEST, *NOT_ASKED, *words]
    run = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
    )  # fmt: skip
    try:
        said, _ = run.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        return f"it takes longer than {seconds:g} s"
    finally:
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
        run.wait()
    if run.returncode in (0, _NOTHING_COLLECTED):
        return ""
    failed = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0] if failed else said.strip()[-300:]


def noticed(folder: Path, mutant: Mutant, seconds: float) -> str:
    """Which test notices a mutant first, and of which storey it is; or nothing."""
    path = folder / mutant.module
    kept = path.read_bytes()
    path.write_text(mutant.code)
    nearest = room(mutant.module)
    runs = [("make test", [*STOREY, "tests", *(f"--ignore={tests}" for tests in nearest)])]
    if nearest:
        runs = [("make test", [*STOREY, *nearest]), *runs, ("make test-all", ["-m", "all and not soak", *nearest])]
    try:
        for storey, words in runs:
            if failure := first_failure(folder, words, seconds):
                return f"{storey}: {failure}"
        return ""
    finally:
        path.write_bytes(kept)


def main() -> int:
    """Try the mutants; print each, and those that survive once more."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", default="mutants")
    parser.add_argument("--first", type=int, default=1, help="go on with this mutant of the drawn ones")
    parser.add_argument("--seconds", type=float, default=1200.0, help="longest time for one run of the tests")
    options = parser.parse_args()
    survived = []
    with tempfile.TemporaryDirectory(prefix="mutants-", dir=_PLACE) as name:
        folder = Path(name) / "project"
        copy_project(folder)
        copy_environment(folder)
        if options.first == 1 and (failure := first_failure(folder, [*STOREY, "tests"], options.seconds)):
            sys.exit(f"Without a mistake the tests fail already: {failure}")
        for number, mutant in enumerate(draw(options.count, options.seed)[options.first - 1 :], options.first):
            found = noticed(folder, mutant, options.seconds)
            survived += [] if found else [mutant]
            print(f"{number}. {mutant.module}: {mutant.what}: {found or 'SURVIVES'}", flush=True)
    for mutant in survived:
        print(f"\n{mutant.what}\n{mutant.diff()}")
    tried = options.count - options.first + 1
    print(f"\n{tried - len(survived)} of {tried} mutants are noticed.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
