"""The one configuration of a course: `grading_config.py`, which nbgrader reads too."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from traitlets import Bool, Dict, Enum, Float, Integer, List, TraitError, Unicode
from traitlets.config import Configurable
from traitlets.config.loader import Config, LazyConfigValue, PyFileConfigLoader

from nbproctor.errors import GradingError

CONFIGURATION_FILE = "grading_config.py"
NBGRADER_CONFIGURATION_FILE = "nbgrader_config.py"


class Grading(Configurable):
    """What `course` needs to know beyond nbgrader's own settings."""

    caps = Dict(
        key_trait=Unicode(), value_trait=Float(), help="Points that make 100%, by assignment; default: all points."
    ).tag(config=True)
    packages = List(
        Unicode(), [], help="Packages at the course root that ship with every release, `tester_fw` for one."
    ).tag(config=True)
    canonical_sources = Bool(
        False,
        help="Whether course build puts source notebooks into a canonical form, without outputs and passing metadata; "
        "if not, it leaves them alone.",
    ).tag(config=True)
    visible_seed = Unicode("visible", help="Seed of the visible cases; committed, so builds are reproducible.").tag(
        config=True
    )
    official_seed_file = Unicode(
        ".secret/official_seed", help="Where the secret seed of the official cases lies; made on first use."
    ).tag(config=True)
    scheduler = Unicode(
        "", help="Address of the Dask scheduler to grade with, tcp://host:8786 for one; default: this machine alone."
    ).tag(config=True)
    workers = Integer(os.cpu_count() or 1, min=1, help="Submissions in flight at once.").tag(config=True)
    cell_seconds = Float(
        30.0,
        min=0.1,
        help="Longest time, in seconds, that one cell is charged for: what it computes and waits itself; default: "
        "nbgrader's own Execute.timeout.",
    ).tag(config=True)
    submission_seconds = Float(
        180.0, min=0.1, help="Longest time that all cells of a submission are charged for, in seconds."
    ).tag(config=True)
    memory_bytes = Integer(
        1 << 30, min=64 << 20, help="Memory that a submission may take, in bytes, beside what was there at its start."
    ).tag(config=True)
    disk_bytes = Integer(
        128 << 20, min=1 << 20, help="What the files that a submission writes may hold together, in bytes."
    ).tag(config=True)
    files = Integer(4096, min=64, help="Files that a submission may make.").tag(config=True)
    processes = Integer(64, min=1, help="Processes and threads that a submission may have at once.").tag(config=True)
    probes = Integer(
        20,
        min=0,
        help="Small mistakes in the solutions that both ways of grading are compared with, beside other probes, before "
        "a test is isolated; 0: nothing is compared, and what passes with the reference is isolated.",
    ).tag(config=True)
    not_isolated = Enum(
        ["allow", "refuse"], "allow", help="Whether tests are graded that cannot be isolated; see course explain."
    ).tag(config=True)
    weakest_tier = Enum(
        list("ABCD"), "C", help="The weakest sandbox that submissions may run in; see course doctor."
    ).tag(config=True)
    strongest_tier = Enum(list("ABCD"), "A", help="The strongest sandbox to try.").tag(config=True)
    submission_bytes = Integer(
        500_000_000,
        min=1_000,
        help="Largest notebook that is read, in bytes; most of it may be outputs, which take no memory.",
    ).tag(config=True)
    further_bytes = Integer(
        20_000_000,
        min=0,
        max=20_000_000,
        help="What the files that a student hands in beside the notebook may hold together, in bytes; those beyond are "
        "left out, and the student is told.",
    ).tag(config=True)
    output_bytes = Integer(
        200_000, min=1_000, help="Output that is kept of one cell, in bytes; the rest is cut off."
    ).tag(config=True)
    submission_output_bytes = Integer(
        10_000_000, min=1_000, help="Output that is kept of all cells of a submission, in bytes; the rest is left out."
    ).tag(config=True)


class Course:
    """A course: its folder, its `Grading` settings and nbgrader's folder names.

    Args:
        root: the folder that holds `grading_config.py`, or else nbgrader's own `nbgrader_config.py`, which may name
            another folder as the course's root.

    Raises:
        GradingError: no configuration there, or one that does not load.
    """

    def __init__(self, root: Path) -> None:
        folder = root.resolve()
        path = folder / (CONFIGURATION_FILE if (folder / CONFIGURATION_FILE).is_file() else NBGRADER_CONFIGURATION_FILE)
        self.config = _load(path)
        self.root = (folder / str(self._nbgrader("root", "") or "")).resolve()
        try:
            self.grading = Grading(config=self.config)
        except TraitError as error:
            raise GradingError(f"{path}: {error}") from error
        timeout = self.config.get("Execute", {}).get("timeout")
        if "cell_seconds" not in self.config.get("Grading", {}) and isinstance(timeout, int | float) and timeout > 0:
            self.grading.cell_seconds = float(timeout)

    @classmethod
    def find(cls, start: Path | None = None) -> Course:
        """The course that a folder lies in; default: the working directory.

        Raises:
            GradingError: it lies in no course, or the configuration cannot be read.
        """
        start = (start or Path.cwd()).resolve()
        for folder in (start, *start.parents):
            if (folder / CONFIGURATION_FILE).is_file() or (folder / NBGRADER_CONFIGURATION_FILE).is_file():
                return cls(folder)
        raise GradingError(f"no {CONFIGURATION_FILE} in {start} or above it: run course inside the folder of a course")

    @property
    def course_id(self) -> str:
        """The course's name, as nbgrader's exchange and gradebook know it."""
        return str(self._nbgrader("course_id", ""))

    @property
    def source(self) -> Path:
        """The folder of the source notebooks."""
        return self.root / str(self._nbgrader("source_directory", "source"))

    @property
    def release(self) -> Path:
        """The folder of the releases."""
        return self.root / str(self._nbgrader("release_directory", "release"))

    @property
    def submitted(self) -> Path:
        """The folder of the submissions."""
        return self.root / str(self._nbgrader("submitted_directory", "submitted"))

    @property
    def ignore(self) -> list[str]:
        """Globs of the names of files that are left where they are, a source notebook's as well as a student's."""
        return list(self._nbgrader("ignore", [".ipynb_checkpoints", "*.pyc", "__pycache__", "feedback"]))

    @property
    def database_url(self) -> str | None:
        """SQLAlchemy's address of the gradebook, if the configuration names one."""
        return self._nbgrader("db_url", None)  # type: ignore[no-any-return]

    @property
    def official_seed_file(self) -> Path:
        """The file of the secret seed."""
        return self.root / self.grading.official_seed_file

    def assignments(self) -> list[str]:
        """The names of all assignments that have a source notebook."""
        return sorted({notebook.parent.name for notebook in self.source.glob("*/*.ipynb")})

    def students_files(self, assignment: str) -> frozenset[str]:
        """The paths of the files that a student's own take the place of: nbgrader's `exclude_overwriting`.

        Args:
            assignment: its name.
        """
        return frozenset(self._setting("Autograde", "exclude_overwriting", {}).get(assignment, ()))

    @property
    def gives_late_penalties(self) -> bool:
        """Whether nbgrader's settings may take points off for what is handed in late."""
        has_plugin = self._setting("AssignLatePenalties", "plugin_class", None) is not None
        has_method = self._setting("LateSubmissionPlugin", "penalty_method", "none") != "none"
        return (has_plugin or has_method) and bool(self._setting("AssignLatePenalties", "enabled", True))

    def cap(self, assignment: str, available: float) -> float:
        """The points that make 100% of an assignment.

        Args:
            assignment: its name.
            available: the points of all its exercises, which count if the configuration names no others.
        """
        return float(self.grading.caps.get(assignment, available))

    def _nbgrader(self, trait: str, default: Any) -> Any:
        return self._setting("CourseDirectory", trait, default)

    def _setting(self, section: str, trait: str, default: Any) -> Any:
        # Read as plain values: importing nbgrader's own classes for them takes two seconds.
        value = self.config.get(section, Config()).get(trait, default)
        # A configuration may change a default, as `c.CourseDirectory.ignore.append("*.zip")` does.
        return value.get_value(default) if isinstance(value, LazyConfigValue) else value


def _load(path: Path) -> Config:
    try:
        return PyFileConfigLoader(path.name, path=str(path.parent)).load_config()
    except Exception as error:
        raise GradingError(f"{path} could not be read: {type(error).__name__}: {error}") from error
