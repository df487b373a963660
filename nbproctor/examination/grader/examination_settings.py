"""An assignment as it is examined: its notebook and files, the secret seed, and what each submission may use."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from nbproctor.assignment.notebook import Assignment
from nbproctor.examination.grader.proctor import Limits
from nbproctor.examination.sandbox.tiers import Tier
from nbproctor.examination.wire.messages import PrepareJudges
from nbproctor.system.versions import file_pieces, files_among, installed_packages, versions


@dataclass(frozen=True)
class ExaminationSettings:
    """One notebook of an assignment with all that its examination needs beside the submissions.

    Args:
        assignment: its source notebook, beside which `cases.py` with the samplers lies.
        release_folder: the folder of the release, of which each submission gets a copy.
        course_root: the course's folder, which no runner may read.
        tiers: the weakest tier of the sandbox that will do, and the strongest to try.
        students_files: the paths in the release folder of the files that a student's own take the place of: a
            submission gets no copy of the instructor's.
        kernel_files: what the notebook's kernel reads, beside the system's files and what its specification names, if
            it is another one than Python's.
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
        """The pieces of a checksum of all that the examination of a notebook depends on, but the seed.

        The notebook and all files beside it and in the release, the limits, the tiers, all installed packages.
        """
        settings = [asdict(self.limits), [tier.value for tier in self.tiers]]
        yield json.dumps([settings, versions(), platform.platform(), installed_packages()], sort_keys=True).encode()
        yield json.dumps(self.assignment.notebook, sort_keys=True).encode()
        source = self.assignment.path.parent
        yield from file_pieces(files_among(source, (path for path in source.rglob("*") if path.suffix != ".ipynb")))
        yield from file_pieces(files_among(self.release_folder, self.release_folder.rglob("*")))


def judges_preparation(
    examined: ExaminationSettings, release: Path, folders: Path, private: Iterable[str]
) -> PrepareJudges:
    """What the judges' parent gets ready for.

    Args:
        release: a copy of the release of the parent's own.
        folders: a folder of the parent's own.
    """
    assignment, limits = examined.assignment, examined.limits
    return PrepareJudges(
        name=assignment.name,
        path=str(assignment.path),
        notebook=json.dumps(assignment.notebook),
        release=str(release),
        private=list(private),
        folders=str(folders),
        samplers=str(examined.samplers),
        seed=examined.seed,
        output_bytes=limits.output_bytes,
        memory_bytes=2 * limits.bounds.memory_bytes,
        cell_seconds=limits.cell_seconds,
    )
