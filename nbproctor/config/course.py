"""A course as its one configuration describes it: `grading_config.py`, which nbgrader reads too."""

from __future__ import annotations

import shutil
from difflib import get_close_matches
from pathlib import Path
from shlex import quote
from typing import Any

from traitlets import TraitError
from traitlets.config.loader import Config, LazyConfigValue, PyFileConfigLoader

from nbproctor.config.directory_structure import DEFAULT_STRUCTURE, DirectoryStructure, StudentsFolders, notebooks_in
from nbproctor.config.exam_day import ExamDay
from nbproctor.config.grading import Grading
from nbproctor.errors import GradingError, NoCourseError

CONFIGURATION_FILE = "grading_config.py"
NBGRADER_CONFIGURATION_FILE = "nbgrader_config.py"


class Course:
    """A course: its folder, its `Grading` settings and nbgrader's folder names.

    Args:
        root: the folder that holds `grading_config.py`, or else nbgrader's own `nbgrader_config.py`, which may name
            another folder as the course's root.

    Attributes:
        source, release, submitted: the folders of all source notebooks, of all releases and of all submissions.

    Raises:
        GradingError: no configuration there, or one that does not load.
    """

    def __init__(self, root: Path) -> None:
        self._folder = folder = root.resolve()
        path = folder / (CONFIGURATION_FILE if (folder / CONFIGURATION_FILE).is_file() else NBGRADER_CONFIGURATION_FILE)
        self.config = _load(path)
        self.root = (folder / str(self._nbgrader("root", "") or "")).resolve()
        try:
            self.structure = DirectoryStructure.read(str(self._nbgrader("directory_structure", DEFAULT_STRUCTURE)))
        except GradingError as error:
            raise GradingError(f"{path}: {error}") from None
        self.source, self.release, self.submitted = (
            self.structure.assignments(self.root, self._step(step)) for step in ("source", "release", "submitted")
        )
        _require_known_settings(path, self.config)
        try:
            self.grading = Grading(config=self.config)
            self.exam_day = ExamDay(config=self.config)
            if not self.config.get("ExamDay"):  # no exam
                self.exam_day.not_isolated = self.grading.not_isolated
        except TraitError as error:
            raise GradingError(f"{path}: {error}") from error
        self._take_over_timeout()

    @classmethod
    def find(cls, start: Path | None = None) -> Course:
        """The course that a folder lies in; default: the working directory.

        Raises:
            NoCourseError: it lies in none.
            GradingError: the configuration cannot be read.
        """
        start = (start or Path.cwd()).resolve()
        for folder in (start, *start.parents):
            if (folder / CONFIGURATION_FILE).is_file() or (folder / NBGRADER_CONFIGURATION_FILE).is_file():
                return cls(folder)
        raise NoCourseError(
            f"there is no {NBGRADER_CONFIGURATION_FILE} or {CONFIGURATION_FILE} in {start} or above it: run course "
            "inside a course folder; nbgrader quickstart creates one to try"
        )

    @property
    def course_id(self) -> str:
        """The course's name, as nbgrader's exchange and gradebook know it."""
        return str(self._nbgrader("course_id", ""))

    def submissions(self, assignment: str, folder: Path | None = None) -> StudentsFolders:
        """The folders of the submissions of an assignment; a folder takes the place of the configured one."""
        step = str(folder.resolve()) if folder else self._step("submitted")
        return self.structure.students(self.root, step, assignment)

    def students_folders(self, step: str, assignment: str, output: Path | None = None) -> StudentsFolders:
        """The folders of all students of what grading writes, `autograded` or `feedback`: the course's or another's."""
        root, name = (output, step) if output else (self.root, self._step(step))
        return self.structure.students(root, name, assignment)

    @property
    def notebook_id(self) -> str:
        """A glob of the names of the notebooks that are graded."""
        return str(self._nbgrader("notebook_id", "*")).strip()

    @property
    def student_id(self) -> str:
        """A glob of the students whose submissions are graded."""
        return str(self._nbgrader("student_id", "*")).strip()

    @property
    def excluded_students(self) -> frozenset[str]:
        """The students whose submissions are not graded."""
        return frozenset(str(self._nbgrader("student_id_exclude", "")).split(","))

    @property
    def creates_students(self) -> bool:
        """Whether a student whom the gradebook does not know is added to it."""
        return bool(self._setting("Autograde", "create_student", True))

    def override(self, **settings: str) -> None:
        """Set some of `c.CourseDirectory`, as options of nbgrader's commands do."""
        self.config.CourseDirectory.update(settings)

    @property
    def ignore(self) -> list[str]:
        """Globs of the names of files that are left where they are, a source notebook's as well as a student's."""
        return list(self._nbgrader("ignore", [".ipynb_checkpoints", "*.pyc", "__pycache__", "feedback"]))

    @property
    def delimiters(self) -> dict[str, tuple[str, str]]:
        """What begins and what ends a region that does not ship, by what stands in it."""
        return {
            kind: (
                str(self._setting(section, f"begin_{name}_delimeter", f"BEGIN {default}")),
                str(self._setting(section, f"end_{name}_delimeter", f"END {default}")),
            )
            for kind, (section, name, default) in _DELIMITED.items()
        }

    @property
    def gradebook(self) -> str | Path:
        """The address of the gradebook: SQLAlchemy's, if the configuration names one; or else a file's path.

        A relative path of SQLite starts at the configuration's folder, as nbgrader's does if its commands run there.
        """
        address = self._nbgrader("db_url", None)
        if not address:
            return self.root / "gradebook.db"
        scheme, slashes, path = str(address).partition(":///")
        if not scheme.startswith("sqlite") or not path or path.startswith((":memory:", "file:")):
            return str(address)
        return f"{scheme}{slashes}{self._folder / path}"

    @property
    def official_seed_file(self) -> Path:
        """The file of the secret seed."""
        return self.root / self.grading.official_seed_file

    def remove_former_folders(self) -> None:
        """Remove what earlier versions kept beside the seed about which tests are isolated: nothing reads it."""
        for name in _FORMER_FOLDERS:
            if (folder := self.official_seed_file.parent / name).is_dir() and not folder.is_symlink():
                shutil.rmtree(folder, ignore_errors=True)

    def assignments(self) -> list[str]:
        """The names of all assignments that have a source notebook."""
        return sorted(folder.name for folder in self.source.glob("[!.]*") if notebooks_in(folder))

    def source_of(self, assignment: str) -> Path:
        """The folder of an assignment's source notebooks; a GradingError if nbgrader would not find or take it."""
        is_a_name = _is_a_name(assignment)
        if is_a_name:
            self.require_name(assignment)
        folder = self.source / assignment
        if not is_a_name or not folder.is_dir():
            known = self.assignments()
            there_are = f"the course has: {', '.join(known)}" if known else f"course new {quote(assignment)} creates it"
            raise GradingError(f"there is no assignment {assignment!r} in {self.source}; {there_are}")
        return folder

    def new_source(self, assignment: str) -> Path:
        """The folder for the source of a new assignment; a GradingError if it exists, or has no usable name."""
        self.require_name(assignment)
        if sign := next((sign for sign in _NOT_IN_DOWNLOADS if sign in assignment), ""):
            raise GradingError(
                f"{assignment!r} cannot be the name of a new assignment, because of the {sign}: rename it"
            )
        folder = self.source / assignment
        if folder.exists():
            raise GradingError(f"{folder} already exists: choose another name, or continue with that assignment")
        return folder

    @staticmethod
    def require_name(assignment: str) -> None:
        """Raise a GradingError if nbgrader would not take an assignment's name, or not every system has such a file."""
        if reason := _reason_against(assignment):
            raise GradingError(f"{assignment!r} cannot be the name of an assignment, because {reason}: rename it")

    def students_files(self, assignment: str) -> frozenset[str]:
        """The paths of the files that a student's own take the place of: nbgrader's `exclude_overwriting`."""
        return frozenset(self._setting("Autograde", "exclude_overwriting", {}).get(assignment, ()))

    @property
    def gives_late_penalties(self) -> bool:
        """Whether nbgrader's settings may take points off for what is handed in late."""
        has_plugin = self._setting("AssignLatePenalties", "plugin_class", None) is not None
        has_method = self._setting("LateSubmissionPlugin", "penalty_method", "none") != "none"
        return (has_plugin or has_method) and bool(self._setting("AssignLatePenalties", "enabled", True))

    def cap(self, assignment: str, available: float) -> float:
        """The points that make 100% of an assignment: all available ones, unless the configuration says otherwise."""
        return float(self.grading.caps.get(assignment, available))

    def _take_over_timeout(self) -> None:
        """Let nbgrader's own `Execute.timeout` bound a cell, and a notebook by so many times as much."""
        given = self.config.get("Grading", Config())
        timeout = self._setting("Execute", "timeout", 0)
        if "cell_seconds" in given or timeout == 0:
            return
        times = self.grading.submission_seconds / self.grading.cell_seconds
        if timeout is None or timeout < 0:  # no limit
            self.grading.cell_seconds = self.grading.submission_seconds
            return
        self.grading.cell_seconds = float(timeout)
        if "submission_seconds" not in given:
            self.grading.submission_seconds = max(self.grading.submission_seconds, times * timeout)

    def _step(self, step: str) -> str:
        return str(self._nbgrader(f"{step}_directory", step))

    def _nbgrader(self, trait: str, default: Any) -> Any:
        return self._setting("CourseDirectory", trait, default)

    def _setting(self, section: str, trait: str, default: Any) -> Any:
        # Read as plain values: importing nbgrader's own classes for them takes two seconds.
        value = self.config.get(section, Config()).get(trait, default)
        # A configuration may change a default, as `c.CourseDirectory.ignore.append("*.zip")` does.
        return value.get_value(default) if isinstance(value, LazyConfigValue) else value


_DELIMITED = {
    "a solution": ("ClearSolutions", "solution", "SOLUTION"),
    "a hidden test": ("ClearHiddenTests", "test", "HIDDEN TESTS"),
    "a marking scheme": ("ClearMarkScheme", "mark_scheme", "MARK SCHEME"),
}
_NOT_IN_DOWNLOADS = '\\"'  # on all systems; a course that has them already goes on
_LONGEST_NAME = 150
_FORMER_FOLDERS = ("agreements", "conversations")
_FORMER = {
    "probes": "nothing is compared before grading",
    "short_way": "there is only one way to grade",
    "outcomes": "there is only one way to grade",
}


def _is_a_name(assignment: str) -> bool:
    return assignment not in ("", ".", "..") and "/" not in assignment


def _reason_against(assignment: str) -> str:
    """Why no assignment can be called so; empty if one can."""
    if not _is_a_name(assignment):
        return "no folder can have it"
    if not assignment.isprintable():
        return "it contains a character that cannot be shown"
    if assignment.startswith("."):
        return "nbgrader passes over hidden files"
    if assignment != assignment.strip():
        return "nbgrader strips spaces from its start and end"
    if assignment.startswith("-"):
        return "commands would read it as an option"
    for sign in "+[":  # + divides the names of its exchange; what stands in [] means any one of these letters
        if sign in assignment:
            return f"nbgrader does not accept a {sign} there"
    if len(assignment.encode()) > _LONGEST_NAME:
        return f"it has more than {_LONGEST_NAME} bytes, and longer names are made from it"
    return ""


def _require_known_settings(path: Path, config: Config) -> None:
    """Raise a GradingError if a setting is unknown, or was one of an earlier version only."""
    for section in (Grading, ExamDay):
        for name in config.get(section.__name__, Config()):
            if name in section.class_trait_names(config=True):
                continue
            if reason := _FORMER.get(name):
                raise GradingError(
                    f"{path}: c.{section.__name__}.{name} is no longer a setting, because {reason}: remove the line; "
                    "course explain shows which tests are isolated"
                )
            near = get_close_matches(name, section.class_trait_names(config=True), 1)
            advice = f"did you mean {near[0]}?" if near else "remove the line"
            raise GradingError(f"{path}: c.{section.__name__}.{name} is not a setting: {advice}")


def _load(path: Path) -> Config:
    try:
        return PyFileConfigLoader(path.name, path=str(path.parent)).load_config()
    except Exception as error:  # whatever the file's code raises
        raise GradingError(f"{path} could not be read: {type(error).__name__}: {error}") from error
