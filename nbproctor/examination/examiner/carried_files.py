"""Files of a submission's, carried as data into the examiner's own folder, and what may not be done with them there.

Only the paths are carried at which the reference's run wrote. What a file holds came from submitted code: from when one
has come, nothing is unpickled here, and no code runs that does not lie in a library, in the release or in a cell.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from nbproctor.examination.wire.messages.exam_messages import FilesTaken, TakeFiles


class CarriedFileError(Exception):
    """A file of the submission's cannot be used here as the test uses it; one kernel grades the test as well."""


class CarriedFiles:
    """The files of one submission, in the examiner's working directory.

    Args:
        ask: asks the candidate.

    Attributes:
        paths: the paths at which the reference's run wrote so far.
        after_calls: whether the reference's functions wrote in this test cell, so that files are taken after each call.
        refused: why a file could not be used as the test uses it; empty if none was.
        has_others: whether there are files that the reference does not write, and which are not here.
    """

    def __init__(self, ask: Callable[[TakeFiles], FilesTaken]) -> None:
        self._ask = ask
        self.paths: tuple[str, ...] = ()
        self.after_calls = False
        self.refused = ""
        self.has_others = False

    def begin(self, paths: tuple[str, ...], after_calls: bool) -> None:
        """Begin a cell, and take what has changed since the last one.

        Args:
            paths: where the reference's run wrote up to here.
            after_calls: whether it did so in this cell as well.
        """
        self.paths, self.after_calls, self.refused, self.has_others = paths, after_calls, "", False
        self.take()

    def after_a_call(self) -> None:
        """Take what a call has changed, if this test looks into it."""
        if self.after_calls:
            self.take()

    def take(self) -> None:
        """Take what has changed.

        Raises:
            CandidateGone: there is no candidate, or it sent no answer.
        """
        if not self.paths:
            return
        answer = self._ask(TakeFiles(list(self.paths)))
        for path in self.paths:  # whatever other paths an answer names
            if path in answer.changed:
                _write(path, answer.changed[path])
        self.has_others = any(isinstance(path, str) and not _is_here(path) for path in answer.others)

    def refuse(self, reason: str) -> None:
        """Let the test fail with this submission.

        Raises:
            CarriedFileError: always.
        """
        self.refused = self.refused or reason
        raise CarriedFileError(self.refused)


def _is_here(path: str) -> bool:
    try:
        return os.path.lexists(path)
    except ValueError:  # a path with a zero in it
        return False


def _write(path: str, content: object) -> None:
    with suppress(FileNotFoundError, IsADirectoryError):
        Path(path).unlink()
    if isinstance(content, bytes):
        _guard.has_files = True
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(content)


class _Guard:
    """Sees that nobody runs or unpickles what a submission's file holds."""

    def __init__(self) -> None:
        self.has_files = False
        self._files: CarriedFiles | None = None
        self._known: tuple[str, ...] = ()

    def watch(self, files: CarriedFiles, folders: Iterable[str]) -> None:
        if self._files is None:
            sys.addaudithook(self._hear)  # for ever: Python removes none
        self._files = files
        self._known = ("<frozen ", "<ipython-input-", *(f"{folder}{os.sep}" for folder in folders))

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.has_files or event not in _EVENTS or self._files is None:
            return
        if event == "pickle.find_class":
            self._files.refuse("it unpickles after a file of the submission's has come")
        code = arguments[0]
        name = arguments[1] if event == "import" else getattr(code, "co_filename", code)
        if isinstance(name, str) and not (name.startswith(self._known) or _is_written_by_python(name)):
            self._files.refuse(f"it runs code of {name} after a file of the submission's has come")


# The modules of Python's that write code and run it: of annotations, for one.
_WRITING_CODE = tuple(
    os.path.join(sysconfig.get_path("stdlib"), *parts)  # noqa: PTH118 - compared with names of files as they are
    for parts in (("typing.py",), ("dataclasses.py",), ("enum.py",), ("collections", "__init__.py"))
)


def _is_written_by_python(name: str) -> bool:
    """Whether code without a file is what Python's own modules make of names, not of what a file holds."""
    return name == "<string>" and sys._getframe(2).f_code.co_filename in _WRITING_CODE


_EVENTS = frozenset({"pickle.find_class", "exec", "import", "ctypes.dlopen"})
_guard = _Guard()


def guard(files: CarriedFiles, folders: Iterable[str]) -> None:
    """Once a file has come, let what unpickles, or runs what is in no library, raise.

    Args:
        files: the submission's.
        folders: where code may lie beside the libraries.
    """
    _guard.watch(files, (*_library_folders(), *folders))


def _library_folders() -> set[str]:
    paths = sysconfig.get_paths()
    return {paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")} | {sys.prefix, sys.base_prefix}
