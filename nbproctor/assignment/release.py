"""An assignment's release: made of its source in a copy, and put into the folder that students download."""

from __future__ import annotations

import copy
import logging
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from shlex import quote
from typing import NamedTuple

import nbformat
from traitlets.config import Config

from nbproctor.assignment.cases import draw_cases, require_judgeable
from nbproctor.assignment.cases_file import CASES, read_samplers
from nbproctor.assignment.notebook import Assignment
from nbproctor.assignment.proof_record import asks_for_proof, fingerprint, is_proven
from nbproctor.assignment.reference import run_reference
from nbproctor.assignment.release_filter import Withheld, withhold
from nbproctor.assignment.sampler import Sampler
from nbproctor.assignment.shipped_tools import ship_tools
from nbproctor.assignment.shown_solutions import require_no_solutions
from nbproctor.assignment.source_notebooks import (
    canonical,
    completed,
    name_added_cells,
    read_sources,
    require_current_schema,
)
from nbproctor.config import Course
from nbproctor.config.directory_structure import DEFAULT_STRUCTURE
from nbproctor.errors import GradingError
from nbproctor.shell.shell import Shell
from nbproctor.system import whole_files
from nbproctor.system.folder_state import put_back_after
from nbproctor.system.nbgrader_modules import nbgrader
from tester_fw.case_files import Case, read_cases, write_cases
from tester_fw.compare import difference
from tester_fw.errors import CaseFileError
from tester_fw.rules import EXACT


class MadeRelease(NamedTuple):
    """A release that was made below a folder."""

    staged: Path  # the source as it should be, with what ships beside it
    folder: Path
    withheld: Withheld


def make_release(course: Course, name: str, folder: Path) -> MadeRelease:
    """Make an assignment's generated files below an empty folder, and nothing elsewhere.

    Raises:
        GradingError: the source notebook or its `cases.py` is wrong.
    """
    source = course.source_of(name)
    if course.grading.canonical_sources:
        assignments = [canonical(assignment) for assignment in read_sources(source)]
    else:
        require_current_schema(source)
        assignments = read_sources(source)
    samplers = read_samplers(source / CASES)
    if samplers and not any(assignment.is_python for assignment in assignments):
        raise GradingError(f"{source / CASES}: cases are drawn only for Python notebooks, and there are none here")
    staged = folder / "source" / name
    shutil.copytree(source, staged, ignore=_left_behind)
    for module in _shipped_modules(course):
        target = staged / module.relative_to(course.root)
        target.parent.mkdir(exist_ok=True)
        shutil.copy(module, target)
    for assignment in assignments:
        if course.grading.canonical_sources:
            whole_files.write(staged / assignment.path.name, nbformat.writes(assignment.notebook) + "\n")
        if assignment.is_python and (samplers or any("Tester" in cell.source for cell in assignment.notebook.cells)):
            _write_cases(completed(course, assignment), samplers, staged, course.grading.visible_seed)
    release = _generate(course, folder, name)
    for assignment in assignments:
        made = nbformat.read(release / assignment.path.name, as_version=4)
        if name_added_cells(course, assignment, made):
            whole_files.write(release / assignment.path.name, nbformat.writes(made) + "\n")
    withheld = withhold(source, assignments, release, course.official_seed_file, course.grading.packages)
    require_no_solutions(source, assignments, release, course.delimiters)
    missing = tuple(ship_tools(release, course.root))
    return MadeRelease(staged, release, replace(withheld, missing=missing))


def _left_behind(folder: str, names: list[str]) -> set[str]:
    """What is not copied: folders that programs leave beside a source, links to modules that are gone."""
    return {name for name in names if name in whole_files.LEFTOVERS or not (Path(folder) / name).exists()}


def _shipped_modules(course: Course) -> Iterator[Path]:
    """Every module of the packages that ship with a release."""
    for package in course.grading.packages:
        modules = sorted((course.root / package).glob("*.py"))
        if not modules:
            raise GradingError(
                f"grading_config.py ships the package {package!r}, but there is none in {course.root / package}"
            )
        yield from modules


def _write_cases(assignment: Assignment, samplers: Mapping[str, Sampler], folder: Path, seed: str) -> None:
    """Draw the visible cases; a file that already holds them is left as it is."""
    with put_back_after(folder):  # what solutions write does not ship
        reference = run_reference(assignment, folder, Shell.start(output_bytes=100_000))
        reference.require_success()
        drawn = draw_cases(samplers, reference, seed)
        require_judgeable(assignment, reference, drawn)
    for name, cases in drawn.items():
        tester = reference.testers[name]
        path = folder / tester.path / name
        if not holds_cases(path, tester.key, cases):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_cases(path, tester.key, cases)


def holds_cases(path: Path, key: bytes | str, cases: list[Case]) -> bool:
    """Whether a file holds just these cases."""
    try:
        return difference(cases, read_cases(path, key), path.name, rules=EXACT) is None
    except CaseFileError:
        return False


def _generate(course: Course, root: Path, name: str) -> Path:
    """Let nbgrader make the release of the source folder below `root`; return its folder."""
    config = copy.deepcopy(course.config)
    config.CourseDirectory.update(
        {
            "root": str(root),
            "directory_structure": DEFAULT_STRUCTURE,
            "source_directory": "source",
            "release_directory": "release",
            "assignment_id": name,
            "notebook_id": "*",
        }
    )
    _bring_settings_files(course, config, root)
    config.GenerateAssignment.no_database = True
    config.SaveCells.enabled = False
    directory = nbgrader("coursedir").CourseDirectory(config=config)
    converter = nbgrader("converters").GenerateAssignment(coursedir=directory, config=config)
    errors = _LoggedErrors()
    converter.log = errors.logger
    try:
        converter.start()
    except nbgrader("converters.base").NbGraderException as error:
        reason = errors.whole().replace(str(root), str(course.root)) or str(error)
        raise GradingError(f"{course.source / name}: nbgrader cannot make a release of it: {reason}") from error
    return root / "release" / name


def _bring_settings_files(course: Course, config: Config, root: Path) -> None:
    """Make the files at the course's root that nbgrader reads available: header, footer, and templates of tests."""
    for setting in ("header", "footer"):
        if name := course.config.get("IncludeHeaderFooter", {}).get(setting):
            config.IncludeHeaderFooter[setting] = str(course.root / name)
    tests = course.root / str(course.config.get("InstantiateTests", {}).get("autotest_filename", "autotests.yml"))
    if tests.is_file():
        shutil.copy(tests, root / tests.name)


class _LoggedErrors(logging.Handler):
    """The errors that nbgrader logs: its exceptions do not say what is wrong."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.logger = logging.Logger("nbgrader")
        self.logger.addHandler(self)
        self._messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self._messages.append(record.getMessage())

    def whole(self) -> str:
        """The text of all errors, of a traceback only the exception."""
        return "\n".join(dict.fromkeys(_without_frames(message) for message in self._messages))


def _without_frames(message: str) -> str:
    lines = message.strip().splitlines() or [""]
    return lines[-1] if lines[0].startswith("Traceback") else "\n".join(lines)


UNPROVEN = "UNPROVEN.txt"
_UNPROVEN_TEXT = "This release was built before course check had proven that it grades correctly.\n"


@dataclass(frozen=True)
class Change:
    """A generated file that is out of date, and what is done about it."""

    path: Path
    verb: str  # written, linked, removed


@dataclass(frozen=True)
class Built:
    """What a build did, or would do."""

    changes: list[Change]
    withheld: Withheld


def build(course: Course, name: str, check: bool = False, unproven: bool = False) -> Built:
    """Bring an assignment's generated files up to date with its source.

    The source notebook is put into its canonical form, the packages that ship with it are linked beside it, and the
    visible cases are drawn. The release is what `nbgrader generate_assignment` makes of the source folder.
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
    for module in _shipped_modules(course):
        link = source / module.relative_to(course.root)
        target = os.path.relpath(module, link.parent)
        if not link.is_symlink() or str(link.readlink()) != target:
            yield _link(link, target, check)
    for package in course.grading.packages:
        for link in sorted((source / package).glob("*.py")):
            if not link.exists():
                yield _remove(link, check)
    for path in whole_files.files_in(staged):
        own = source / path
        if not own.is_symlink():
            yield from _write(own, (staged / path).read_bytes(), check)


def _mirror(made: Path, release: Path, check: bool) -> Iterator[Change]:
    names = set(whole_files.files_in(made))
    for path in sorted(names):
        yield from _write(release / path, (made / path).read_bytes(), check)
    for path in sorted(set(whole_files.files_in(release)) - names):
        yield _remove(release / path, check)


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
