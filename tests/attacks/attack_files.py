"""The attacks: each a file in `submissions/<group>/`, read and handed in.

A file is a docstring that says in a sentence what the submission tries, a header of assignments, and cells:

    expected    the points of the exercises that do not earn all of theirs: {"ex1": 0}; "*" for all that are not named
    as_in_nbgrader  the exercises without a Tester that earn all of theirs even so, as they do in nbgrader: ["ex9"]
    outcomes    how exercises end, where that is part of the point: {"ex1": "timed_out"}
    told        words that the student's feedback must hold, because it reports what happened
    student     the name of the student's folder, where the name is the attack
    harms_itself  True where the attack may cost its own other exercises something as well
    runs_to_its_limit  True where only a limit of time ends it, which takes seconds

    # %% ex1           the source of this cell
    # %% before ex1    a new cell before it; `after ex1` the same behind it
    # %% edit          Python that changes `notebook`; `cell(name)` is one of its cells
    # %% hand in       Python that puts what is handed in into `folder`, in place of the notebook alone

In all of them @WORD@ stands for something of the surroundings that the attack aims at.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from tests.attacks.attacked_course import NAME, PLAIN

FOLDER = Path(__file__).parent / "submissions"

_MARK = re.compile(r"^# %% (.+)$", re.MULTILINE)
_HEADER = {"expected", "as_in_nbgrader", "outcomes", "told", "student", "harms_itself", "runs_to_its_limit"}


@dataclass(frozen=True)
class Attack:
    """One attack: what it tries, what grading it has to find, and how its notebook is made."""

    group: str
    technique: str
    tries: str
    cells: tuple[tuple[str, str], ...]
    expected: Mapping[str, float] = field(default_factory=dict)
    as_in_nbgrader: Sequence[str] = ()
    outcomes: Mapping[str, str] = field(default_factory=dict)
    told: str = ""
    student: str = ""
    harms_itself: bool = False
    runs_to_its_limit: bool = False

    @property
    def name(self) -> str:
        """`group/technique`, as in the table."""
        return f"{self.group}/{self.technique}"

    def points(self, exercise: str, most: float) -> float:
        """What an exercise of this submission earns, which is worth `most`."""
        return most if exercise in self.as_in_nbgrader else self.expected.get(exercise, self.expected.get("*", most))

    def hand_in(self, submitted: Path, student: str, solved: NotebookNode, words: Mapping[str, str]) -> None:
        """Put the submission below the folder `submitted`: an honest one, `solved`, which is changed."""
        folder = submitted / student / NAME
        folder.mkdir(parents=True)
        path = folder / f"{NAME}.ipynb"
        names: dict[str, Any] = {"notebook": solved, "folder": folder, "path": path, "nbformat": nbformat}
        names["cell"] = lambda name: next(cell for cell in solved.cells if cell.id == name)
        is_placed = False
        for where, source in self.cells:
            source = _filled(source, words)
            if where in ("edit", "hand in"):
                exec(compile(source, f"{self.name}, {where}", "exec"), names)
                is_placed |= where == "hand in"
            else:
                _put(solved, where, source)
        if not is_placed:
            path.write_bytes((nbformat.v4.writes(solved) + "\n").encode("utf-8", "surrogatepass"))


def attacks(*groups: str) -> list[Attack]:
    """All attacks, or those of some groups, by group and name."""
    paths = (path for path in FOLDER.glob("*/*.py") if not groups or path.parent.name in groups)
    return [_read(path) for path in sorted(paths)]


def _read(path: Path) -> Attack:
    text = path.read_text()
    header, *parts = _MARK.split(text)
    tree = ast.parse(header)
    values = {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    if unknown := values.keys() - _HEADER:
        raise ValueError(f"{path}: its header says {', '.join(sorted(unknown))}, which means nothing")
    if isolated := set(values.get("as_in_nbgrader", ())) - set(PLAIN):
        raise ValueError(f"{path}: {', '.join(sorted(isolated))} is isolated, and earns what is right")
    tries = ast.get_docstring(tree)
    if not tries:
        raise ValueError(f"{path}: it does not say what it tries")
    cells = tuple(zip(parts[::2], (source.strip("\n") for source in parts[1::2]), strict=True))
    return Attack(path.parent.name, path.stem, tries.replace("\n", " "), cells, **values)


def _filled(source: str, words: Mapping[str, str]) -> str:
    for word, value in words.items():
        source = source.replace(f"@{word}@", value)
    return source


def _put(notebook: NotebookNode, where: str, source: str) -> None:
    place, _, name = where.rpartition(" ")
    index = next(number for number, cell in enumerate(notebook.cells) if cell.id == name)
    if not place:
        notebook.cells[index].source = source
        return
    added = nbformat.v4.new_code_cell(source, id=f"own-{len(notebook.cells)}")
    # A second cell behind the same one comes behind the first.
    index += place == "after"
    while place == "after" and index < len(notebook.cells) and notebook.cells[index].id.startswith("own-"):
        index += 1
    notebook.cells.insert(index, added)
