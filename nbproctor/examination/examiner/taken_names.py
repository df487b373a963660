"""The student's names in a test cell, and what the test cell makes of them: replaced, deleted, put back."""

from __future__ import annotations

import builtins
import itertools
import operator
from collections.abc import Mapping
from typing import Any

from nbproctor.examination.wire.process_messages import BACK, BUILTINS, GONE, NAMES, PUT

# What a test cell may replace of Python's own, by an assignment or by `unittest.mock.patch`.
REPLACEABLE = ("input", "print", "open")

_NOTHING = object()


class TakenNames:
    """What the candidate has under the names that were taken from it.

    Args:
        namespace: the names of the test cells, if there are any. No name is looked at but those taken and the
            replaceable ones.
    """

    def __init__(self, namespace: Mapping[str, object] | None) -> None:
        self._is_looked_at = namespace is not None
        namespace = {} if namespace is None else namespace
        self._namespace = namespace
        self._original: dict[tuple[str, str], object] = {}
        self._told: dict[tuple[str, str], object] = {}
        self._scopes: dict[str, Mapping[str, object]] = {NAMES: namespace, BUILTINS: vars(builtins)}
        self._remember()

    def bind(self, taken: Mapping[str, object]) -> None:
        """Begin with these names, as the candidate has them."""
        if not self._is_looked_at:
            return
        self._original = {
            **{(NAMES, name): self._namespace.get(name, _NOTHING) for name in REPLACEABLE},
            **{(BUILTINS, name): vars(builtins)[name] for name in REPLACEABLE},
            **{(NAMES, name): value for name, value in taken.items()},
        }
        self._told = dict(self._original)
        self._remember()

    def _remember(self) -> None:
        """Prepare a quick look at whether anything changed; it comes before each operation."""
        self._places = [[name for each, name in self._told if each == scope] for scope in self._scopes]
        self._values = [
            self._told[scope, name] for scope, names in zip(self._scopes, self._places, strict=True) for name in names
        ]

    def is_as_told(self) -> bool:
        """Whether nothing changed since the last time."""
        names, builtin = self._places
        nothing = itertools.repeat(_NOTHING)
        seen = itertools.chain(
            map(self._scopes[NAMES].get, names, nothing), map(self._scopes[BUILTINS].get, builtin, nothing)
        )
        return all(map(operator.is_, seen, self._values))

    def changes(self) -> list[list[Any]]:
        """What changed since the last time: `[scope, name, what, value]`."""
        if self.is_as_told():
            return []
        scopes = self._scopes
        changed = [place for place, told in self._told.items() if scopes[place[0]].get(place[1], _NOTHING) is not told]
        made = [self._change(*place) for place in changed]
        self._remember()
        return made

    def _change(self, scope: str, name: str) -> list[Any]:
        now = self._told[scope, name] = self._scopes[scope].get(name, _NOTHING)
        if now is self._original[scope, name]:
            return [scope, name, BACK, None]
        return [scope, name, GONE, None] if now is _NOTHING else [scope, name, PUT, now]

    def put_back(self) -> list[list[Any]]:
        """Put back Python's own here; return what the candidate has to put back."""
        for name in REPLACEABLE:
            if (BUILTINS, name) in self._original:
                setattr(builtins, name, self._original[BUILTINS, name])
        changed = [place for place, told in self._told.items() if told is not self._original[place]]
        self._told = dict(self._original)
        self._remember()
        return [[scope, name, BACK, None] for scope, name in changed]
