"""What a system says of one attempt: who handed it in, when, and which files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Person:
    """A person as one system knows them.

    Args:
        name: the full name; empty if the system gives none.
        ids: by columns of `people.csv`; the first is the student's id where there is no such file.
        aliases: forms of the name that cannot be turned back, such as Canvas's `doejane`.
    """

    name: str = ""
    ids: Mapping[str, str] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()

    @classmethod
    def with_ids(cls, name: str, **ids: str) -> Person:
        """A person with those of the ids that are not empty."""
        return cls(name, {column: value for column, value in ids.items() if value})

    @property
    def own_id(self) -> str:
        """The id that names the student where there is no people file; empty if the system gives none."""
        return next((value for column, value in self.ids.items() if value and column != "participant"), "")

    def __str__(self) -> str:
        return ", ".join(filter(None, (self.name or "".join(self.aliases[:1]), self.own_id)))


@dataclass(frozen=True)
class ArchivedFile:
    """A file of an archive.

    Args:
        source: where it lies, for messages: the archive, and the path in it.
        path: the name it was handed in with, and the folders above it, with `/`.
        size: in bytes, as the archive states it.
        number: counts uploads; of two files of one attempt that are the same notebook, the higher one counts.
    """

    source: str
    path: str
    size: int
    content: Callable[[], bytes] = field(repr=False)
    number: int = 0

    @property
    def name(self) -> str:
        """The last part of its path."""
        return self.path.rpartition("/")[2]


@dataclass(frozen=True)
class Attempt:
    """One attempt.

    Args:
        source: its path in the archive, for messages and for the feedback archive.
        people: who handed it in; each of them gets it.
        time: when it was handed in, in ISO 8601; without an offset, in the course's local time; None if it is not said.
        late: None if the system does not say.
        order: sorts the attempts of one person, the newest last; empty if the system has no such number.
        readings: other people that a file name can mean, if it can be read in several ways.
        group: the name of a group, if it may be one's; then `people.csv` says who is in it.
        problem: why it cannot be placed; empty if nothing is known against it.
    """

    source: str
    people: tuple[Person, ...]
    files: tuple[ArchivedFile, ...]
    time: str | None = None
    late: bool | None = None
    order: tuple[int | str, ...] = ()
    readings: tuple[Person, ...] = ()
    group: str = ""
    problem: str = ""


def foreign_file(file: ArchivedFile, system: str) -> Attempt:
    """A file that the system did not name, so that nothing says who handed it in."""
    return Attempt(file.source, (), (), problem=f"its name does not have the form of {system}'s archives")
