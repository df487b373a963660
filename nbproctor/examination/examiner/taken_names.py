"""The student's names in a test cell, and what the test cell makes of them: replaced, deleted, put back.

Data that a test cell binds to such a name stays in the examiner: it may be what the test expects.
"""

from __future__ import annotations

import builtins
import itertools
import operator
from collections.abc import Callable, Mapping
from typing import Any

from nbproctor.examination.wire.process_messages import BUILTINS, DELETED, NAMES, REPLACED, RESTORED

# What a test cell may replace of Python's own, by an assignment or by `unittest.mock.patch`.
REPLACEABLE = ("input", "print", "open")

_NOTHING = object()

Place = tuple[str, str]  # a scope, and a name in it


class TakenNames:
    """What the candidate has under the names that were taken from it, and what the test cell has there.

    Args:
        namespace: the names of the test cells, if there are any. No name is looked at but those taken and the
            replaceable ones.
        may_go: whether the candidate may be told of what a name stands for now: it tells nothing but that it is there.

    Attributes:
        kept: the names to which the test cell gave what stays here.
    """

    def __init__(self, namespace: Mapping[str, object] | None, may_go: Callable[[object], bool]) -> None:
        self.kept: set[str] = set()
        self._is_looked_at = namespace is not None
        self._may_go = may_go
        self._namespace = {} if namespace is None else namespace
        self._scopes: dict[str, Mapping[str, object]] = {NAMES: self._namespace, BUILTINS: vars(builtins)}
        self._begin({})

    def bind(self, taken: Mapping[str, object]) -> None:
        """Begin with these names, as the candidate has them."""
        if not self._is_looked_at:
            return
        self._begin(
            {
                **{(NAMES, name): self._namespace.get(name, _NOTHING) for name in REPLACEABLE},
                **{(BUILTINS, name): vars(builtins)[name] for name in REPLACEABLE},
                **{(NAMES, name): value for name, value in taken.items()},
            }
        )

    def _begin(self, original: dict[Place, object]) -> None:
        self._original = original
        self._seen = dict(original)
        self._there = dict(original)  # what the candidate has
        self._due: dict[Place, object] = {}  # what it is to have before the next operation, where that differs
        self.kept.clear()
        self._remember()

    def _remember(self) -> None:
        """Prepare a quick look at whether anything changed; it comes before each operation."""
        self._places = [[name for each, name in self._seen if each == scope] for scope in self._scopes]
        self._values = [
            self._seen[scope, name] for scope, names in zip(self._scopes, self._places, strict=True) for name in names
        ]

    def _is_as_seen(self) -> bool:
        names, builtin = self._places
        nothing = itertools.repeat(_NOTHING)
        seen = itertools.chain(
            map(self._scopes[NAMES].get, names, nothing), map(self._scopes[BUILTINS].get, builtin, nothing)
        )
        return all(map(operator.is_, seen, self._values))

    def _look(self) -> None:
        if self._is_as_seen():
            return
        for (scope, name), seen in list(self._seen.items()):
            now = self._scopes[scope].get(name, _NOTHING)
            if now is not seen:
                self._seen[scope, name] = now
                self._note((scope, name), now)
        self._remember()

    def _note(self, place: Place, now: object) -> None:
        """Note what the candidate is to have: its own, where the test cell has something that stays here."""
        original = self._original[place]
        if now is not original and now is not _NOTHING and not self._may_go(now):
            self.kept.add(place[1])
            now = original
        self._due.pop(place, None)
        if now is not self._there[place]:
            self._due[place] = now

    def has_news(self) -> bool:
        """Whether the candidate is to be told of something."""
        self._look()
        return bool(self._due)

    def changes(self) -> list[list[Any]]:
        """What the candidate is to be told: `[scope, name, what, value]`."""
        if not self.has_news():
            return []
        made = [self._change(*place, now) for place, now in self._due.items()]
        self._there.update(self._due)
        self._due.clear()
        return made

    def _change(self, scope: str, name: str, now: object) -> list[Any]:
        if now is self._original[scope, name]:
            return [scope, name, RESTORED, None]
        return [scope, name, DELETED, None] if now is _NOTHING else [scope, name, REPLACED, now]

    def put_back(self) -> list[list[Any]]:
        """Put back Python's own here; return what the candidate has to put back."""
        for name in REPLACEABLE:
            if (BUILTINS, name) in self._original:
                setattr(builtins, name, self._original[BUILTINS, name])
        changed = [place for place, there in self._there.items() if there is not self._original[place]]
        self._begin(self._original)
        return [[scope, name, RESTORED, None] for scope, name in changed]
