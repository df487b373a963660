"""What stays with the instructor when a release is made, whatever `c.CourseDirectory.ignore` says.

nbgrader copies everything beside a source notebook that `ignore` does not name; by default that includes `cases.py`,
`solutions` and editors' backups. Modules that only `cases.py` uses contain answers too.
"""

from __future__ import annotations

import ast
import shutil
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from nbproctor.assignment.cases_file import CASES
from nbproctor.assignment.notebook import Assignment, Role, role
from nbproctor.assignment.proof_record import FOLDER
from nbproctor.assignment.shipped_tools import as_python, imported, nodes, released_code
from nbproctor.errors import GradingError
from nbproctor.system.whole_files import LEFTOVERS

_OF_THE_COURSE = frozenset(
    {"grading_config.py", "nbgrader_config.py", "gradebook.db", "official_seed", "proof.json", "equivalent.toml"}
)
_BACKUPS = ("*~", "*.bak", "*.orig", "*.swp", "*.swo", "#*#")
_SOLUTION = "solution"
_ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")
_MODULE = CASES.removesuffix(".py")


@dataclass(frozen=True)
class Withheld:
    """What a release is made without; paths are relative to the assignment's folder, with `/`."""

    left_out: tuple[str, ...]  # the instructor's files and folders
    shipped: tuple[str, ...] = ()  # these are named like the instructor's, but the release imports them
    missing: tuple[str, ...] = ()  # imported modules that students cannot get


def withhold(
    source: Path, assignments: Iterable[Assignment], release: Path, secrets: Path, packages: Collection[str]
) -> Withheld:
    """Remove from a release what is the instructor's.

    Args:
        assignments: the source notebooks; modules that their hidden tests use ship as well.
        secrets: the file of the official seed, whose whole folder stays with the instructor.
        packages: the modules that ship with every release.

    Raises:
        GradingError: the release imports a `cases.py` that declares cases.
    """
    found = {path: path.as_posix() for path in _instructors(source, secrets)}
    for name in _used_by_cases_alone(source, assignments, release) - set(packages):
        found |= {path: path.as_posix() for path in (Path(name), Path(f"{name}.py")) if (source / path).exists()}
    own = frozenset(path for path in found if path == Path(CASES) and _is_a_module(source, release))
    for path in found.keys() - own:
        _remove(release / path)
    for folder in sorted((path for path in release.rglob("*") if path.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()
    if own and not (release / CASES).exists():  # c.CourseDirectory.ignore names it
        shutil.copy(source / CASES, release / CASES)
    return Withheld(tuple(sorted(found[path] for path in found.keys() - own)), tuple(found[path] for path in own))


def declares_cases(path: Path) -> bool:
    """Whether a Python file uses the instructor's tools, as a `cases.py` does."""
    return path.suffix == ".py" and "nbproctor" in {
        name.partition(".")[0] for name in imported(path.read_text("utf-8", "replace"), "nbproctor")
    }


def _instructors(source: Path, secrets: Path) -> Iterator[Path]:
    """The instructor's files and folders, by their paths in the source folder; none within another."""
    folders = [source]
    for folder in folders:
        for path in sorted(folder.iterdir()):
            is_of_cases = folder == source and path.name.casefold().startswith(CASES)  # Cases.py, cases.py.old
            if is_instructors(path) or is_of_cases or path in (secrets, secrets.parent):
                yield path.relative_to(source)
            elif path.is_dir() and path.name not in LEFTOVERS:
                folders.append(path)


def is_instructors(path: Path) -> bool:
    """Whether a file or folder is the instructor's anywhere, by its name or because it declares cases."""
    name = path.name.casefold()
    if name in LEFTOVERS:  # nbgrader's own business
        return False
    if name.startswith(".") or name in (FOLDER, *_OF_THE_COURSE) or any(fnmatchcase(name, each) for each in _BACKUPS):
        return True
    if name.startswith(_SOLUTION) and (path.is_dir() or name.endswith(_ARCHIVES)):
        return True
    return path.is_file() and declares_cases(path)


def _used_by_cases_alone(source: Path, assignments: Iterable[Assignment], release: Path) -> set[str]:
    """The modules beside the notebooks that `cases.py` uses and no notebook does."""
    path = source / CASES
    if not path.is_file():
        return set()
    code = path.read_text("utf-8", "replace")
    given = [
        as_python(cell.source)
        for assignment in assignments
        for cell in assignment.notebook.cells
        if role(cell) in (Role.GIVEN, Role.TEST)
    ]
    released = [code for name, code in released_code(release) if name.endswith(".ipynb")]
    judged = [  # functions as texts, which may import a module
        line.strip()
        for node in nodes(code, "JudgedFunctions")
        if isinstance(node, ast.Constant)
        for line in str(node.value).splitlines()
    ]
    students = _reached(source, [*given, *released, *judged])
    return _reached(source, [code]) - students - {_MODULE}


def _reached(source: Path, codes: Iterable[str]) -> set[str]:
    """The modules in a folder that code uses, and those that these use."""
    reached: set[str] = set()
    waiting = list(codes)
    while waiting:
        for name in set(_used(waiting.pop())) - reached:
            files = [source / f"{name}.py", *(source / name).rglob("*.py")]
            if texts := [file.read_text("utf-8", "replace") for file in files if file.is_file()]:
                reached.add(name)
                waiting += texts
    return reached


def _is_a_module(source: Path, release: Path) -> bool:
    """Whether `cases.py` does not declare cases but is a module that the code of the release imports.

    Raises:
        GradingError: it is both.
    """
    path = source / CASES
    if not path.is_file():
        return False
    importing = next((name for name, code in released_code(release) if _MODULE in _used(code)), "")
    if importing and declares_cases(path):
        raise GradingError(
            f"{source / importing} uses {CASES}, which declares the cases and never ships: put what students need "
            "into another module"
        )
    return bool(importing)


def _used(code: str) -> Iterator[str]:
    """The modules that code imports, and those whose files it names."""
    yield from (name.partition(".")[0] for name in imported(code, "import"))
    for node in nodes(code, ".py"):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            paths = map(PurePosixPath, node.value.split())
            yield from (path.stem for path in paths if path.suffix == ".py")


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
