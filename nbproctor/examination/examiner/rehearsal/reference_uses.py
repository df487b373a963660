"""What a test uses the student's things for: where the reference gave plain data, and where objects.

A test that calls `answer.equals(expected)` on what should have been plain data would hand the expected value to
the student's code and believe the reply. So the reference sits the examination first, and what came of each
operation is recorded; a submission may give an object only where the reference gave one.

The place of a thing is how the test came by it: `Account`, `Account()`, `Account().deposit`. Where a thing of one
type leads to another of that type, as a node of a list does, it is the same place, however long the list.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

# Steps from a thing to what an operation gives, as they are written after its place.
CALL, ITEM, CHANGED, CALLED_BACK, RAISED_BY, ITSELF = "()", "[]", " (an argument)", " (a callback)", " (raised)", ""
CONTENT = "[:]"  # what an instance of a builtin type's subclass holds

SWALLOWED = " (swallowed)"  # an exception of the test's, by a context manager

# Types of which one object may lead to another that is not the same place: a function may return a function.
_FUNCTION_TYPES = frozenset({"function", "method", "builtin_function_or_method", "method-wrapper"})


@dataclass(frozen=True)
class Origin:
    """How the test came by a thing.

    Args:
        words: how the test came by it, for a student to read.
        places: the places of the reference's objects that it may stand for.
        types: while the reference is recorded, the type and the place of each object on the way.
    """

    words: str
    places: frozenset[str]
    types: tuple[tuple[str, str], ...] = ()

    @classmethod
    def named(cls, name: str) -> Origin:
        """The origin of what stands under a name."""
        return cls(name, frozenset({name}))

    @classmethod
    def where_data_is_due(cls, origin: Origin, step: str) -> Origin:
        """The origin of an instance that came where the reference gave plain data: nothing but data may come of it.

        Args:
            origin: how the test came by what the step begins at.
            step: the step.
        """
        return cls(_shortened(f"{origin.words}{step}"), frozenset())

    def joined(self, other: Origin) -> Origin:
        """The origin of a thing that came by this way, and by another one before.

        Args:
            other: how it came before.
        """
        types = (*other.types, *(pair for pair in self.types if pair not in other.types))
        return Origin(self.words, self.places | other.places, types)


@dataclass
class Uses:
    """For each place and step, which types of plain data and which places of objects the reference gave.

    Args:
        data: the types of plain data that came, by place and step.
        objects: the places of the objects that came, by place and step.
        calls: the first call of the test's own function for a case, encoded, by the case's `id`.
    """

    data: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    objects: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    calls: dict[int, bytes] = field(default_factory=dict)

    def record_data(self, origin: Origin, step: str, kind: str) -> None:
        """Record that the step gave plain data.

        Args:
            origin: how the test came by what the step begins at.
            step: the step.
            kind: the data's type, by name.
        """
        for place in origin.places:
            self.data.setdefault((place, step), set()).add(kind)

    def record_object(self, origin: Origin, step: str, kind: str) -> Origin:
        """Record that the step gave an object; return its origin.

        Args:
            origin: how the test came by what the step begins at.
            step: the step.
            kind: the object's type, by name.
        """
        places, types = set(), origin.types
        for place in sorted(origin.places):
            is_function = kind in _FUNCTION_TYPES
            reached = f"{place}{step}" if is_function else dict(origin.types).get(kind, f"{place}{step}")
            self.objects.setdefault((place, step), set()).add(reached)
            places.add(reached)
            if not is_function and (kind, reached) not in types:
                types = (*types, (kind, reached))
        return Origin(_shortened(f"{origin.words}{step}"), frozenset(places), types)

    def follow(self, origin: Origin, step: str) -> Origin | None:
        """The origin of an object that the step gave; None if the reference gave none there.

        Args:
            origin: how the test came by what the step begins at.
            step: the step.
        """
        places = [reached for place in origin.places for reached in self.objects.get((place, step), ())]
        return Origin(_shortened(f"{origin.words}{step}"), frozenset(places)) if places else None

    def knows(self, origin: Origin, step: str) -> bool:
        """Whether the test took this step with the reference.

        Args:
            origin: how the test came by what the step begins at.
            step: the step.
        """
        return any((place, step) in self.data or (place, step) in self.objects for place in origin.places)

    def refusal(self, origin: Origin, step: str, kind: str) -> str:
        """The sentence for a student whose code gave an object where plain data is due.

        Args:
            origin: how the test came by what the step begins at.
            step: the step.
            kind: the object's type, by name.
        """
        expected = sorted({name for place in origin.places for name in self.data.get((place, step), ())})
        due = f": {' or '.join(map(_with_article, expected))}" if expected and step != CONTENT else ""
        subject = _subject_and_verb(origin.words, step)
        return f"{subject} {_with_article(kind)} object; a test needs plain data here{due}"


class UsePolicy(ABC):
    """Takes note of what each step gives, and says what it may give.

    Attributes:
        calls: the first call of the test's own function for a case, encoded, by the case's `id`.
    """

    calls: dict[int, bytes]

    @abstractmethod
    def took(self, origin: Origin, step: str, kind: str) -> Origin | None:
        """An object came: how the test came by it, or None if only data may come here.

        Args:
            origin: how the test came by what the step begins at.
            step: the step.
            kind: the object's type, by name.
        """

    def gave_data(self, origin: Origin, step: str, value: object) -> None:  # noqa: B027 - most have no use for it
        """Plain data came.

        Args:
            origin: how the test came by what the step begins at.
            step: the step.
            value: the data.
        """

    @abstractmethod
    def allows(self, origin: Origin, step: str) -> bool:
        """Whether the test may take a step that tells the student's code some data of the test's.

        Args:
            origin: how the test came by what the step begins at.
            step: the step.
        """

    def refusal(self, origin: Origin, step: str, kind: str) -> str:
        """The sentence for a student whose code gave an object where plain data is due.

        Args:
            origin: how the test came by what the step begins at.
            step: the step.
            kind: the object's type, by name.
        """
        raise AssertionError(f"{type(self).__name__} refuses nothing")


class UseRecorder(UsePolicy):
    """Records what the reference gives, and refuses nothing of it.

    Attributes:
        told: the steps, in words, by which the test at hand tells objects of given names data of its own.
    """

    def __init__(self) -> None:
        self.told: list[str] = []
        self.put_back(Uses())

    def put_back(self, uses: Uses) -> None:
        """Go on from what was recorded earlier, as if nothing had been since.

        Args:
            uses: what was recorded then.
        """
        self.uses, self.calls = uses, uses.calls

    def took(self, origin: Origin, step: str, kind: str) -> Origin | None:
        """Record the object."""
        return self.uses.record_object(origin, step, kind)

    def gave_data(self, origin: Origin, step: str, value: object) -> None:
        """Record the type of the data."""
        self.uses.record_data(origin, step, type(value).__name__)

    def allows(self, origin: Origin, step: str) -> bool:
        """Allow every step."""
        return True


class UseChecker(UsePolicy):
    """Allows what the reference gave.

    Args:
        uses: what was recorded of it.
    """

    def __init__(self, uses: Uses) -> None:
        self._uses = uses
        self.calls = uses.calls

    def took(self, origin: Origin, step: str, kind: str) -> Origin | None:
        """Allow an object only where the reference gave one."""
        return self._uses.follow(origin, step)

    def allows(self, origin: Origin, step: str) -> bool:
        """Allow a step that the test took with the reference."""
        return self._uses.knows(origin, step)

    def refusal(self, origin: Origin, step: str, kind: str) -> str:
        """Say what the reference gave."""
        return self._uses.refusal(origin, step, kind)


class UncheckedUses(UsePolicy):
    """For tests whose uses are not recorded: allows every object, and no step that tells the student's code data."""

    def __init__(self) -> None:
        self.calls = {}

    def took(self, origin: Origin, step: str, kind: str) -> Origin | None:
        """Allow the object."""
        return origin

    def allows(self, origin: Origin, step: str) -> bool:
        """Allow no such step."""
        return False


def _subject_and_verb(words: str, step: str) -> str:
    if step == ITSELF:
        return f"{words} is"
    if step in (ITEM, CONTENT):
        return f"An item of {words} is"
    if step == CALLED_BACK:
        return f"{words} passed to the test's function"
    if step == CHANGED:
        return f"{words} put into its argument"
    if step.endswith(CALL):
        return f"{words}{step} returned"
    return f"{words}{step} is"


def _with_article(name: str) -> str:
    if name == "NoneType":
        return "None"
    return f"{'an' if name[:1].lower() in 'aeio' else 'a'} {name}"


def _shortened(words: str) -> str:
    return words if len(words) <= 80 else f"…{words[-79:]}"


def step_of(operation: str, args: tuple[Any, ...]) -> str:
    """How an operation is written after what it is applied to.

    Args:
        operation: its name.
        args: its operands.
    """
    if operation == "getattr":
        return f".{args[1]}"
    return _STEPS.get(operation) or f".__{operation.rstrip('_')}__()"


_STEPS = {"call": CALL, "next": ITEM, "anext": ITEM, "getitem": ITEM, "missing": ITEM, "content": CONTENT}
