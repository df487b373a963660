"""What stays with the instructor when a release is made, whatever `c.CourseDirectory.ignore` says.

nbgrader copies everything beside a source notebook that `ignore` does not name, and its default names neither
`cases.py` nor `solutions`. Both hold answers.
"""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from nbproctor.assignment.author_file import CASES
from nbproctor.assignment.proof_record import FOLDER
from nbproctor.assignment.released_code import imported, nodes, released_code
from nbproctor.errors import GradingError

# A folder called solutions that holds one of these is the instructor's, wherever it lies.
_IN_SOLUTIONS = frozenset({"right", "wrong", "proof.json", "equivalent.toml"})
_OF_THE_COURSE = frozenset({"grading_config.py", "nbgrader_config.py", "gradebook.db", ".secret", "official_seed"})
_MODULE = CASES.removesuffix(".py")


@dataclass(frozen=True)
class Withheld:
    """What a release is made without.

    Args:
        left_out: paths in the assignment's folder, with `/`, of files and folders that are the instructor's.
        shipped: paths of those that are called like the instructor's, and ship because the release imports them.
    """

    left_out: tuple[str, ...]
    shipped: tuple[str, ...] = ()


def withhold(source: Path, release: Path, secrets: Path) -> Withheld:
    """Take out of a release what is the instructor's.

    Args:
        secrets: the file of the official seed. What grading keeps lies in the same folder.

    Raises:
        GradingError: the release imports a `cases.py` that declares cases.
    """
    found = {path: path.as_posix() for path in _instructors(source, secrets)}
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
    """The files and folders that are the instructor's, by their paths in the source folder; none within another."""
    folders = [source]
    for folder in folders:
        for path in sorted(folder.iterdir()):
            if _is_instructors(path, folder == source) or path in (secrets, secrets.parent):
                yield path.relative_to(source)
            elif path.is_dir():
                folders.append(path)


def _is_instructors(path: Path, is_at_the_top: bool) -> bool:
    name = path.name.casefold()  # some file systems open Cases.py as cases.py
    if is_at_the_top and (name == FOLDER or name.lstrip(".#").startswith(CASES)):  # .cases.py.swp, cases.py~
        return True
    if name in _OF_THE_COURSE:
        return True
    if path.is_dir():
        return name == FOLDER and not _IN_SOLUTIONS.isdisjoint(inner.name for inner in path.iterdir())
    return path.is_file() and declares_cases(path)


def _is_a_module(source: Path, release: Path) -> bool:
    """Whether `cases.py` is no declaration of cases but a module, which the code of the release imports.

    Raises:
        GradingError: it is both.
    """
    path = source / CASES
    if not path.is_file():
        return False
    importing = next((name for name, code in released_code(release) if _uses(code)), "")
    if importing and declares_cases(path):
        raise GradingError(
            f"{source / importing} uses {CASES}, which declares the cases and never ships: put what students need "
            "into another module"
        )
    return bool(importing)


def _uses(code: str) -> bool:
    """Whether code imports the module, or names its file."""
    strings = (node.value for node in nodes(code, CASES) if isinstance(node, ast.Constant))
    return _MODULE in {name.partition(".")[0] for name in imported(code, _MODULE)} or any(
        PurePosixPath(word).name == CASES for text in strings if isinstance(text, str) for word in text.split()
    )


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
