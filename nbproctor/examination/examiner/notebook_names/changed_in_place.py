"""Given names that the reference's solution cells change in place: `hands.append(…)`, `df["b"] = …`.

What a solution cell binds is the student's; so is what it changes in place of what a given cell has bound. Functions,
classes and modules that an instructor's cell binds or imports never are, nor Python's own.
"""

from __future__ import annotations

import builtins
import hashlib
import pickle
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment, Role, grade_id, role
from nbproctor.assignment.reference import SOLVED
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.shell.symbols import names_in

# Values that nothing changes.
_UNCHANGEABLE = frozenset({int, float, complex, bool, str, bytes, type(None), range, slice})
_NO_NAMES: Mapping[str, bool] = {}


class ChangedInPlace:
    """Sees which given names solution cells change, while the reference runs.

    Args:
        assignment: whose source notebook is run.
        namespace: the names of its cells.
    """

    def __init__(self, assignment: Assignment, namespace: Mapping[str, Any]) -> None:
        self._namespace = namespace
        self._read = _read_by_instructor(assignment)
        self._given: set[str] = set()
        self._never: set[str] = set(vars(builtins))
        self._changed: dict[str, dict[str, bool]] = {}
        self._rebound: dict[int, set[str]] = {}

    def names(self, cell: NotebookNode) -> dict[str, bool]:
        """The given names that a solution cell changes in place, each with whether it stands for plain data.

        Args:
            cell: a cell of the notebook that was run.
        """
        changed = self._changed.get(grade_id(cell), _NO_NAMES)
        return {name: is_data for name, is_data in changed.items() if name not in self._never}

    def given_again(self, cell: NotebookNode) -> set[str]:
        """The names to which a given cell gives another value.

        Args:
            cell: a cell of the notebook that was run.
        """
        return self._rebound.get(id(cell), set())

    @contextmanager
    def seen(self, cell: NotebookNode) -> Iterator[None]:
        """See what the cell that runs inside does.

        Args:
            cell: one of the notebook's.
        """
        before = dict(self._namespace)
        is_solution = role(cell) in SOLVED
        states = {name: _state(before[name]) for name in self._candidates(before)} if is_solution else {}
        yield
        bound = {name for name, value in self._namespace.items() if name not in before or before[name] is not value}
        if is_solution:
            self._given -= bound  # a name that the cell binds is the student's
            kept = {name: state for name, state in states.items() if name in self._given}
            self._changed[grade_id(cell)] = dict(self._changes(cell, kept))
            return
        self._never |= {name for name in bound if callable(value := self._namespace[name]) or _is_module(value)}
        if role(cell) is Role.GIVEN:
            self._given |= {name for name in bound if not name.startswith("_")}
            self._rebound[id(cell)] = bound

    def _candidates(self, before: Mapping[str, Any]) -> list[str]:
        names = self._given & before.keys() - self._never
        return sorted(
            name
            for name in (names if self._read is None else names & self._read)
            if type(before[name]) not in _UNCHANGEABLE
        )

    def _changes(self, cell: NotebookNode, states: Mapping[str, _State]) -> Iterator[tuple[str, bool]]:
        used = names_in(cell.source)
        for name, (is_data, content) in states.items():
            if name not in self._namespace:
                continue
            is_still_data, content_now = _state(self._namespace[name])
            if not content and not content_now:  # what cannot be told of its content, its use has to tell
                is_changed = used is None or name in used.read
            else:
                is_changed = (is_data, content) != (is_still_data, content_now)
            if is_changed:
                yield name, is_still_data


def _is_module(value: object) -> bool:
    return isinstance(value, ModuleType)


def _read_by_instructor(assignment: Assignment) -> set[str] | None:
    """The names that given cells and test cells read; None if that cannot be told of one of them."""
    read: set[str] = set()
    for cell in assignment.notebook.cells:
        if cell.cell_type == "code" and role(cell) not in SOLVED:
            if (names := names_in(cell.source)) is None:
                return None
            read |= names.read
    return read


_State = tuple[bool, bytes]


def _state(value: object) -> _State:
    """Whether a value is plain data, and a digest of what it holds; empty if that cannot be told."""
    try:
        return True, _digest(Codec().encode(value))
    except WireError:
        pass
    try:
        return False, _digest(pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL))
    except Exception:  # whatever a class says that cannot be pickled
        return False, b""


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=16).digest()
