"""Building a release: from the source notebook to the folder that a student downloads."""

from __future__ import annotations

import copy
import logging
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from traitlets.config import Config

from grading import files
from grading.cases import Case, draw_cases, read_samplers
from grading.check.record import asks_for_proof, fingerprint, is_proven
from grading.config import Course
from grading.errors import GradingError
from grading.examination.shell import Shell
from grading.notebook import Assignment, grade_id
from grading.notebook import nbgrader as nbgrader_marks
from grading.reference import run_reference
from grading.sampler import Sampler
from grading.source import completed, read_sources
from grading.stock import nbgrader
from grading.writes import put_back_after
from tester_fw.case_files import read_cases, write_cases
from tester_fw.compare import difference
from tester_fw.errors import CaseFileError
from tester_fw.rules import EXACT


@dataclass(frozen=True)
class Change:
    """A file that is not as the source says it should be, and what is done about it."""

    path: Path
    verb: str  # written, linked, removed


def build(course: Course, name: str, check: bool = False, unproven: bool = False) -> list[Change]:
    """Bring an assignment's generated files up to date with its source.

    The release is what `nbgrader generate_assignment` makes of the source folder. Before that, the
    source notebook is put into its canonical form, the packages that ship with it are linked beside
    it, and the visible cases are drawn. Building twice changes nothing.

    Args:
        course: the course.
        name: the assignment's name.
        check: only tell what would change.
        unproven: build although `course check` has not proven what is built; the release says so.

    Returns:
        the changes, each one made already unless `check` was given.

    Raises:
        GradingError: the source notebook or its `cases.py` is wrong, or is not proven.
    """
    source = course.source / name
    with tempfile.TemporaryDirectory(prefix="course-build-") as folder:
        # All is made in a copy first: a build that fails changes nothing.
        staged, release = make(course, name, Path(folder))
        if asks_for_proof(source) and not is_proven(source, fingerprint(course, name, staged)):
            if not unproven:
                raise GradingError(
                    f"{source} is not proven as it stands: run course check {name} first, or build it with --unproven"
                )
            files.write(release / UNPROVEN, _UNPROVEN_TEXT)
        changes = [*_update_source(course, staged, source, check), *_mirror(release, course.release / name, check)]
    return changes


UNPROVEN = "UNPROVEN.txt"
_UNPROVEN_TEXT = "This release was built before course check had proven that it grades rightly.\n"


def make(course: Course, name: str, folder: Path) -> tuple[Path, Path]:
    """Make an assignment's generated files below a folder, and nothing elsewhere.

    Returns:
        the folders of the source as it should be, and of the release.

    Raises:
        GradingError: the source notebook or its `cases.py` is wrong.
    """
    source = course.source / name
    if not source.is_dir():
        raise GradingError(f"there is no folder {source}: an assignment's source notebook lies in one of its name")
    assignments = [_canonical(assignment) for assignment in read_sources(source)]
    samplers = read_samplers(source / "cases.py")
    staged = folder / "source" / name
    shutil.copytree(source, staged, ignore=_left_behind)
    _link_packages(course, staged)
    for assignment in assignments:
        files.write(staged / assignment.path.name, nbformat.writes(assignment.notebook) + "\n")
        if samplers or any("Tester" in cell.source for cell in assignment.notebook.cells):
            _write_cases(completed(course, assignment), samplers, staged, course.grading.visible_seed)
    return staged, _generate(course, folder, name)


def _left_behind(folder: str, names: list[str]) -> set[str]:
    """What is no source: what programs leave beside it, and links to modules that are gone."""
    return {name for name in names if name in files.LEFTOVERS or not (Path(folder) / name).exists()}


def _canonical(assignment: Assignment) -> Assignment:
    """The notebook without what running and saving it left: outputs, counters, passing metadata."""
    path = assignment.path
    notebook = copy.deepcopy(assignment.notebook)
    notebook.metadata = {"kernelspec": _KERNEL, "language_info": {"name": "python"}}
    notebook.nbformat_minor = max(notebook.nbformat_minor, 5)
    assignment = Assignment(assignment.name, path, notebook)
    used: set[str] = set()
    for number, cell in enumerate(notebook.cells):
        _canonical_cell(cell)
        cell.id = grade_id(cell) or cell.get("id") or f"cell-{number}"
        if cell.id in used:
            raise GradingError(f'{path}: two cells are called "{cell.id}": give each a grade_id or id of its own')
        used.add(cell.id)
        _require_closed_solution(assignment, cell)
        _require_points(assignment, cell)
    return assignment


_KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
_LASTING = ("nbgrader", "tags", "deletable", "editable")


def _canonical_cell(cell: NotebookNode) -> None:
    cell.metadata = {key: value for key, value in cell.metadata.items() if key in _LASTING}
    if cell.cell_type == "code":
        cell.outputs = []
        cell.execution_count = None


def _require_closed_solution(assignment: Assignment, cell: NotebookNode) -> None:
    begins, ends = cell.source.count("BEGIN SOLUTION"), cell.source.count("END SOLUTION")
    if begins != ends:
        more, less = ("BEGIN", "END") if begins > ends else ("END", "BEGIN")
        raise GradingError(f"{assignment.where(cell)}: {more} SOLUTION without {less} SOLUTION")


def _require_points(assignment: Assignment, cell: NotebookNode) -> None:
    points = nbgrader_marks(cell).get("points", 0)
    if isinstance(points, bool) or not isinstance(points, (int, float)) or not points >= 0:
        raise GradingError(f"{assignment.where(cell)}: its points are {points!r}; they must be a number, 0 or more")


def _link_packages(course: Course, folder: Path) -> None:
    """Put every module of the packages that ship with a release into the folder."""
    for module in _shipped_modules(course):
        target = folder / module.relative_to(course.root)
        target.parent.mkdir(exist_ok=True)
        shutil.copy(module, target)


def _shipped_modules(course: Course) -> Iterator[Path]:
    for package in course.grading.packages:
        modules = sorted((course.root / package).glob("*.py"))
        if not modules:
            raise GradingError(f"grading_config.py ships the package {package!r}, but {course.root / package} has none")
        yield from modules


def _write_cases(assignment: Assignment, samplers: Mapping[str, Sampler], folder: Path, seed: str) -> None:
    """Draw the visible cases; a file that holds them already is left as it is."""
    with put_back_after(folder):  # what solutions write does not ship
        reference = run_reference(assignment, folder, Shell.start(output_bytes=100_000))
        drawn = draw_cases(samplers, reference, seed)
    for name, cases in drawn.items():
        tester = reference.testers[name]
        path = folder / tester.path / name
        if not _holds(path, tester.key, cases):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_cases(path, tester.key, cases)


def _holds(path: Path, key: bytes | str, cases: list[Case]) -> bool:
    try:
        return difference(cases, read_cases(path, key), path.name, rules=EXACT) is None
    except CaseFileError:
        return False


def _generate(course: Course, root: Path, name: str) -> Path:
    """Let nbgrader make the release of the source folder below `root`; return its folder."""
    config = copy.deepcopy(course.config)
    config.CourseDirectory.update(
        {"root": str(root), "source_directory": "source", "release_directory": "release", "assignment_id": name}
    )
    _bring_settings_files(course, config, root)
    config.GenerateAssignment.no_database = True
    config.SaveCells.enabled = False
    folders = nbgrader("coursedir").CourseDirectory(config=config)
    converter = nbgrader("converters").GenerateAssignment(coursedir=folders, config=config)
    said = _Listener()
    converter.log = said.logger
    try:
        converter.start()
    except nbgrader("converters.base").NbGraderException as error:
        reason = said.last_error() or str(error)
        raise GradingError(f"{course.source / name}: nbgrader cannot make a release of it: {reason}") from error
    return root / "release" / name


def _bring_settings_files(course: Course, config: Config, root: Path) -> None:
    """Files at the course's root that nbgrader reads: header, footer, and how it writes tests."""
    for place in ("header", "footer"):
        if name := course.config.get("IncludeHeaderFooter", {}).get(place):
            config.IncludeHeaderFooter[place] = str(course.root / name)
    tests = course.root / str(course.config.get("InstantiateTests", {}).get("autotest_filename", "autotests.yml"))
    if tests.is_file():
        shutil.copy(tests, root / tests.name)


class _Listener(logging.Handler):
    """Keeps what nbgrader logs as errors, which its exceptions do not say."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.logger = logging.Logger("nbgrader")
        self.logger.addHandler(self)
        self._errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self._errors.append(record.getMessage())

    def last_error(self) -> str:
        """What the first error says: its last line, the exception, if it is a traceback, else its first."""
        lines = "".join(self._errors[:1]).strip().splitlines() or [""]
        return lines[-1 if lines[0].startswith("Traceback") else 0]


def _update_source(course: Course, staged: Path, source: Path, check: bool) -> Iterator[Change]:
    """What is generated among the sources: the notebook's form, the links, the visible cases."""
    for module in _shipped_modules(course):
        link = source / module.relative_to(course.root)
        target = os.path.relpath(module, link.parent)
        if not link.is_symlink() or str(link.readlink()) != target:
            yield _link(link, target, check)
    for link in _dead_links(course, source):
        yield _remove(link, check)
    for path in _files(staged):
        there = source / path
        if not there.is_symlink():
            yield from _bring(there, (staged / path).read_bytes(), check)


def _mirror(wanted: Path, there: Path, check: bool) -> Iterator[Change]:
    names = set(_files(wanted))
    for path in sorted(names):
        yield from _bring(there / path, (wanted / path).read_bytes(), check)
    for path in sorted(set(_files(there)) - names):
        if not files.LEFTOVERS & set(path.parts):
            yield _remove(there / path, check)


def _files(folder: Path) -> Iterable[Path]:
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())


def _dead_links(course: Course, source: Path) -> Iterator[Path]:
    for package in course.grading.packages:
        yield from (path for path in sorted((source / package).glob("*.py")) if not path.exists())


def _bring(path: Path, content: bytes, check: bool) -> Iterator[Change]:
    if path.is_file() and not path.is_symlink() and path.read_bytes() == content:
        return
    if not check:
        files.write(path, content)
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
