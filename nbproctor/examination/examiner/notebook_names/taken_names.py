"""The names that the student's code uses, and how a test cell changes them: it replaces, deletes or restores them.

Data that a test cell binds to such a name stays in the examiner: it may be what the test expects.
"""

from __future__ import annotations

import builtins
import itertools
import operator
from collections.abc import Callable, Collection, Mapping
from typing import Any

from nbproctor.examination.wire.messages.exam_messages import BUILTINS, DELETED, NAMES, REPLACED, RESTORED

# What a test cell may replace of Python's own, by an assignment or by `unittest.mock.patch`.
REPLACEABLE = ("input", "print", "open")

_NOTHING = object()

Place = tuple[str, str]  # a scope, and a name in it


class TakenNames:
    """The values of the student's names: those that the candidate has, and those that the test cell has.

    Args:
        namespace: the names of the test cells, if there are any. No name is looked at but those taken and the
            replaceable ones.
        may_go: whether the candidate may get what a name stands for now: only if that holds no data.

    Attributes:
        kept_names: the names to which the test cell gave what stays here.
        given: names of given functions that the test cell may replace.
    """

    def __init__(self, namespace: Mapping[str, object] | None, may_go: Callable[[object], bool]) -> None:
        self.kept_names: set[str] = set()
        self.given: Collection[str] = ()
        self._is_looked_at = namespace is not None
        self._may_go = may_go
        self._namespace = {} if namespace is None else namespace
        self._scopes: dict[str, Mapping[str, object]] = {NAMES: self._namespace, BUILTINS: vars(builtins)}
        self._begin({})

    def bind(self, taken: Mapping[str, object]) -> None:
        """Begin with the values that the candidate has under these names."""
        if not self._is_looked_at:
            return
        self._begin(
            {
                **{(NAMES, name): self._namespace.get(name, _NOTHING) for name in REPLACEABLE},
                **{(BUILTINS, name): vars(builtins)[name] for name in REPLACEABLE},
                **{(NAMES, name): self._namespace[name] for name in self.given if callable(self._namespace.get(name))},
                **{(NAMES, name): value for name, value in taken.items()},
            }
        )

    def _begin(self, original: dict[Place, object]) -> None:
        self._original = original
        self._last_values = dict(original)  # what the test cell had at the last look
        self._candidates_values = dict(original)
        # Where the candidate is to have another value before the next operation.
        self._due_values: dict[Place, object] = {}
        self.kept_names.clear()
        self._remember()

    def _remember(self) -> None:
        """Prepare a quick look at whether anything changed; it comes before each operation."""
        self._places = [
            [name for name_scope, name in self._last_values if name_scope == scope] for scope in self._scopes
        ]
        self._values = [
            self._last_values[scope, name]
            for scope, names in zip(self._scopes, self._places, strict=True)
            for name in names
        ]

    def _is_unchanged(self) -> bool:
        names, builtin = self._places
        nothing = itertools.repeat(_NOTHING)
        values = itertools.chain(
            map(self._scopes[NAMES].get, names, nothing), map(self._scopes[BUILTINS].get, builtin, nothing)
        )
        return all(map(operator.is_, values, self._values))

    def _look(self) -> None:
        if self._is_unchanged():
            return
        for (scope, name), last in list(self._last_values.items()):
            now = self._scopes[scope].get(name, _NOTHING)
            if now is not last:
                self._last_values[scope, name] = now
                self._note((scope, name), now)
        self._remember()

    def _note(self, place: Place, now: object) -> None:
        """Note the value that the candidate is to have: its own, if the test cell's value stays here."""
        original = self._original[place]
        if now is not original and now is not _NOTHING and not self._may_go(now):
            if place[1] not in self.given:
                self.kept_names.add(place[1])
            now = original
        self._due_values.pop(place, None)
        if now is not self._candidates_values[place]:
            self._due_values[place] = now

    def has_news(self) -> bool:
        """Whether the candidate is to be told of something."""
        self._look()
        return bool(self._due_values)

    def changes(self) -> list[list[Any]]:
        """The changes that the candidate is to make: `[scope, name, change, value]` each."""
        if not self.has_news():
            return []
        changes = [self._change(*place, now) for place, now in self._due_values.items()]
        self._candidates_values.update(self._due_values)
        self._due_values.clear()
        return changes

    def _change(self, scope: str, name: str, now: object) -> list[Any]:
        if now is self._original[scope, name]:
            return [scope, name, RESTORED, None]
        return [scope, name, DELETED, None] if now is _NOTHING else [scope, name, REPLACED, now]

    def put_back(self) -> list[list[Any]]:
        """Restore Python's own names here; return the changes by which the candidate restores its own."""
        for name in REPLACEABLE:
            if (BUILTINS, name) in self._original:
                setattr(builtins, name, self._original[BUILTINS, name])
        held = self._candidates_values.items()
        changed = [place for place, value in held if value is not self._original[place]]
        self._begin(self._original)
        return [[scope, name, RESTORED, None] for scope, name in changed]
