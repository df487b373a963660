"""Building a release: the folder that a student downloads is brought up to date with the source notebook."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from nbproctor.assignment.proof_record import asks_for_proof, fingerprint, is_proven
from nbproctor.assignment.release import make_release, shipped_modules
from nbproctor.assignment.withheld import Withheld
from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.system import whole_files

UNPROVEN = "UNPROVEN.txt"
_UNPROVEN_TEXT = "This release was built before course check had proven that it grades correctly.\n"


@dataclass(frozen=True)
class Change:
    """A file that is not as the source says it should be, and what is done about it."""

    path: Path
    verb: str  # written, linked, removed


@dataclass(frozen=True)
class Built:
    """What a build did.

    Args:
        changes: the changes, each one made already unless the build was only to check.
        withheld: what the release does not hold, for it is the instructor's.
    """

    changes: list[Change]
    withheld: Withheld


def build(course: Course, name: str, check: bool = False, unproven: bool = False) -> Built:
    """Bring an assignment's generated files up to date with its source.

    The source notebook is put into its canonical form, the packages that ship with it are linked beside it, and the
    visible cases are drawn. Then the release is what `nbgrader generate_assignment` makes of the source folder.
    Building twice changes nothing.

    Args:
        check: only find out what would change.
        unproven: build although `course check` has not proven what is built; the release says so.

    Raises:
        GradingError: the source notebook or its `cases.py` is wrong, or is not proven.
    """
    source = course.source / name
    with tempfile.TemporaryDirectory(prefix="course-build-") as folder:
        # Everything is made in a copy first: a build that fails changes nothing.
        staged, release, withheld = make_release(course, name, Path(folder))
        if asks_for_proof(source) and not is_proven(source, fingerprint(course, name, staged)):
            if not unproven:
                raise GradingError(
                    f"{source} is not proven in its current state: run course check {quote(name)} first, or build it "
                    "with --unproven"
                )
            whole_files.write(release / UNPROVEN, _UNPROVEN_TEXT)
        changes = [*_update_source(course, staged, source, check), *_mirror(release, course.release / name, check)]
    return Built(changes, withheld)


def _update_source(course: Course, staged: Path, source: Path, check: bool) -> Iterator[Change]:
    """What is generated among the sources: the notebook's form, the links, the visible cases."""
    for module in shipped_modules(course):
        link = source / module.relative_to(course.root)
        target = os.path.relpath(module, link.parent)
        if not link.is_symlink() or str(link.readlink()) != target:
            yield _link(link, target, check)
    for link in _dead_links(course, source):
        yield _remove(link, check)
    for path in whole_files.files_in(staged):
        own = source / path
        if not own.is_symlink():
            yield from _write(own, (staged / path).read_bytes(), check)


def _mirror(made: Path, release: Path, check: bool) -> Iterator[Change]:
    """Make the release in the course equal to the one that was made in a copy."""
    names = set(whole_files.files_in(made))
    for path in sorted(names):
        yield from _write(release / path, (made / path).read_bytes(), check)
    for path in sorted(set(whole_files.files_in(release)) - names):
        yield _remove(release / path, check)


def _dead_links(course: Course, source: Path) -> Iterator[Path]:
    for package in course.grading.packages:
        yield from (path for path in sorted((source / package).glob("*.py")) if not path.exists())


def _write(path: Path, content: bytes, check: bool) -> Iterator[Change]:
    if path.is_file() and not path.is_symlink() and path.read_bytes() == content:
        return
    if not check:
        whole_files.write(path, content)
    yield Change(path, "written")


def _link(path: Path, target: str, check: bool) -> Change:
    if not check:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.symlink_to(target)
    return Change(path, "linked")


def _remove(path: Path, check: bool) -> Change:
    if not check:
        path.unlink()
    return Change(path, "removed")
