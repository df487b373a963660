"""An assignment as it is examined: its notebook, kernel and files, the secret seed, and the bounds of a submission."""

from __future__ import annotations

import json
import os
import platform
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from nbproctor.assignment.notebook import Assignment
from nbproctor.errors import GradingError
from nbproctor.examination.grader.proctor import Limits
from nbproctor.examination.sandbox.file_system import SYSTEM_FILES
from nbproctor.examination.sandbox.tiers import Tier
from nbproctor.examination.wire.messages import PrepareJudges
from nbproctor.system.versions import file_pieces, files_among, installed_packages, versions

# Beside what every runner reads: where Debian and others keep the settings of languages, and which program is meant.
_SETTINGS = ("/etc/alternatives", "/etc/R", "/etc/julia", "/etc/octave.conf")

NO_PROCESSES = (
    "its kernel could not be started: in tier C of the sandbox, a submission cannot start a process; course doctor "
    "shows why this machine has no stronger tier"
)
"""Why a notebook of another kernel is not examined in a tier that lets no process start."""


@dataclass(frozen=True)
class KernelProgram:
    """A kernel that is installed here; the specification is its `kernel.json`, with its folder as `resource_dir`."""

    name: str
    specification: dict[str, Any]

    @classmethod
    def of(cls, assignment: Assignment) -> KernelProgram | None:
        """The kernel of a notebook, or None for Python's; a `GradingError` if it is not installed here."""
        if assignment.is_python:
            return None
        # Imported for these notebooks alone: it takes a fifth of a second.
        from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel

        try:
            specification = KernelSpecManager().get_kernel_spec(assignment.kernel)
        except NoSuchKernel:
            raise GradingError(
                f"{assignment.path}: its kernel {assignment.kernel!r} is not installed here: install it for the user "
                "who grades; jupyter kernelspec list shows the installed ones"
            ) from None
        return cls(assignment.kernel, {**specification.to_dict(), "resource_dir": specification.resource_dir})

    @property
    def text(self) -> str:
        """The part of it that a grade depends on."""
        return json.dumps([self.name, self.specification], sort_keys=True)

    def files(self, further: Iterable[str]) -> tuple[str, ...]:
        """The files and folders that it reads beside the system's: what its specification names, and further ones."""
        named = [path for path in self._named() if not _is_too_much(Path(path))]
        found = {*_SETTINGS, *further, self.specification["resource_dir"], *named}
        own = (path for path in map(Path, found) if path.is_absolute())
        return tuple(sorted(str(path) for path in own if not any(map(path.is_relative_to, SYSTEM_FILES))))

    def _named(self) -> Iterator[str]:
        program, *arguments = self.specification["argv"]
        if found := shutil.which(program):
            yield found
            real = Path(found).resolve()
            yield str(real.parents[1] if real.parent.name == "bin" else real.parent)
        yield from arguments
        for value in self.specification["env"].values():
            yield from value.split(os.pathsep)


def _is_too_much(path: Path) -> bool:
    """Whether a folder holds far more than a kernel: a home, or what several homes are in."""
    home = Path.home()
    return home.is_relative_to(path) or path == home / ".local"


@dataclass(frozen=True)
class ExaminationSettings:
    """One notebook of an assignment with all that its examination needs beside the submissions.

    Args:
        assignment: its source notebook, beside which `cases.py` with the samplers lies.
        release_folder: each submission gets a copy of it.
        course_root: no runner may read it.
        tiers: the weakest tier of the sandbox that will do, and the strongest to try.
        students_files: paths in the release folder of files that the student's own replace: a submission gets no copy
            of the instructor's.
        kernel_files: further files that a kernel other than Python's reads.
    """

    assignment: Assignment
    release_folder: Path
    course_root: Path
    seed: str = field(repr=False)
    limits: Limits
    tiers: tuple[Tier, Tier]
    students_files: frozenset[str] = frozenset()
    kernel_files: tuple[str, ...] = ()

    @property
    def samplers(self) -> Path:
        """The file of the samplers."""
        return self.assignment.path.parent / "cases.py"

    def pieces(self) -> Iterator[bytes]:
        """What a checksum is made of: all that the examination of a notebook depends on, except the seed."""
        settings = [asdict(self.limits), [tier.value for tier in self.tiers]]
        yield json.dumps([settings, versions(), platform.platform(), installed_packages()], sort_keys=True).encode()
        yield json.dumps(self.assignment.notebook, sort_keys=True).encode()
        source = self.assignment.path.parent
        yield from file_pieces(files_among(source, (path for path in source.rglob("*") if path.suffix != ".ipynb")))
        yield from file_pieces(files_among(self.release_folder, self.release_folder.rglob("*")))


def judges_preparation(examined: ExaminationSettings, release: Path, private: Iterable[str]) -> PrepareJudges:
    """What the judges' parent prepares for; it alone uses this copy of the release."""
    assignment, limits = examined.assignment, examined.limits
    return PrepareJudges(
        name=assignment.name,
        path=str(assignment.path),
        notebook=json.dumps(assignment.notebook),
        release=str(release),
        private=list(private),
        samplers=str(examined.samplers),
        seed=examined.seed,
        output_bytes=limits.output_bytes,
        memory_bytes=2 * limits.bounds.memory_bytes,
        cell_seconds=limits.cell_seconds,
    )
