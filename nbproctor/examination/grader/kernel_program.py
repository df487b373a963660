"""The Jupyter kernel of a notebook that is not Python's: how it is started, and which files it reads."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbproctor.assignment.notebook import Assignment
from nbproctor.errors import GradingError
from nbproctor.examination.sandbox.readable_places import SYSTEM_FILES

# Beside what every runner reads: where Debian and others keep the settings of languages, and which program is meant.
_SETTINGS = ("/etc/alternatives", "/etc/R", "/etc/julia", "/etc/octave.conf")

NO_PROCESSES = (
    "its kernel could not be started: in tier C of the sandbox, a submission cannot start a process; course doctor "
    "shows why this machine has no stronger tier"
)
"""Why a notebook of another kernel is not examined in a tier that lets no process start."""


@dataclass(frozen=True)
class KernelProgram:
    """A kernel that is installed here.

    Args:
        specification: what Jupyter has in its `kernel.json`, and under `resource_dir` where that lies.
    """

    name: str
    specification: dict[str, Any]

    @classmethod
    def of(cls, assignment: Assignment) -> KernelProgram | None:
        """The kernel of a notebook; None for Python's, which needs none.

        Raises:
            GradingError: it is not installed here.
        """
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
        """What a grade depends on of it."""
        return json.dumps([self.name, self.specification], sort_keys=True)

    def files(self, further: Iterable[str]) -> tuple[str, ...]:
        """The files and folders that it reads beside the system's: what its specification names."""
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
