"""Probes: notebooks of the instructor's with which both ways of grading are compared before anyone is graded.

A probe is the reference with something else in some of its solution cells: what a student might hand in. There are at
most twenty, and those with small mistakes, however many cells a notebook has.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from random import Random
from typing import TypeVar

from IPython.core.inputtransformer2 import TransformerManager
from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment, Role, grade_id, role
from nbproctor.check.mutation.operators import mutations
from nbproctor.intake.paper import Paper, PaperCell
from nbproctor.shell.symbols import names_in

# An object that takes part in everything and equals everything.
_EQUALS_EVERYTHING = """
class _EqualsEverything:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return 0
    def __bool__(self): return True
    def __len__(self): return 1
    def __iter__(self): return iter([self])
    def __contains__(self, item): return True
    def __getitem__(self, key): return self
    def __call__(self, *args, **kwargs): return self
    def __getattr__(self, name):
        if name.startswith("__"): raise AttributeError(name)
        return self
    __lt__ = __le__ = __gt__ = __ge__ = __eq__
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __getitem__
"""
_MOST_MUTANTS_OF_A_CELL = 200
# Most probes replace every second solution cell.
_TURNS = 2
# The others replace a single cell: of no more than this many cells.
_MOST_ALONE = 12


@dataclass(frozen=True)
class Probe:
    """A notebook with which both ways are compared.

    Args:
        what: what it is, in a few words: `ex1 deleted`.
        paper: the notebook.
        changed: the solution cells in which it is not the reference, by `grade_id`.
    """

    what: str
    paper: Paper
    changed: frozenset[str] = frozenset()


class Probes:
    """Makes the probes of an assignment.

    Args:
        assignment: the source notebook with the reference.
        release: the notebook that students were given.
        mutants: how many small mistakes there are in all probes together.
    """

    def __init__(self, assignment: Assignment, release: NotebookNode, mutants: int) -> None:
        self._assignment = assignment
        self._released = {grade_id(cell): cell.source for cell in release.cells if grade_id(cell)}
        self._mutants = mutants
        self._solutions = {
            grade_id(cell): cell.source
            for cell in assignment.notebook.cells
            if cell.cell_type == "code" and role(cell) in (Role.STUDENT, Role.MANUAL) and grade_id(cell)
        }

    def __iter__(self) -> Iterator[Probe]:
        """The reference first, then the others."""
        yield self.reference
        released = {name: self._released.get(name, "") for name in self._solutions}
        yield self._probe("the release as it is", released)
        for what, instead in self._instead().items():
            names = list(instead)
            for begin in range(_TURNS):  # the cells between are the reference's: what uses them is reached
                if some := names[begin::_TURNS]:
                    yield self._probe(f"{', '.join(some)} {what}", {name: instead[name] for name in some})
        for name, names in list(self._bound.items())[:_MOST_ALONE]:  # what one makes of another's tells nothing
            lines = [_EQUALS_EVERYTHING.strip(), *(f"{each} = _EqualsEverything()" for each in names)]
            yield self._probe(f"{name} with objects that equal everything", {name: "\n".join(lines)})
        yield from self._with_mistakes()

    @property
    def reference(self) -> Probe:
        """The solutions as the source has them."""
        return self._probe("the reference", {})

    def _probe(self, what: str, instead: Mapping[str, str]) -> Probe:
        return Probe(what, self._paper(instead), frozenset(instead))

    def _paper(self, instead: Mapping[str, str]) -> Paper:
        """The reference as a submission, with other code in some of its solution cells."""
        notebook = self._assignment.notebook
        cells = tuple(
            PaperCell(index, role(cell), grade_id(cell), self._source(cell, instead))
            for index, cell in enumerate(notebook.cells)
            if cell.cell_type == "code"
        )
        return Paper("", notebook, cells, (), "")

    def _source(self, cell: NotebookNode, instead: Mapping[str, str]) -> str:
        name = grade_id(cell)
        if role(cell) is Role.TEST:
            return str(self._released.get(name, cell.source))
        return instead.get(name, str(cell.source))

    def _instead(self) -> dict[str, dict[str, str]]:
        """What may stand in place of solution cells: in words, and the code of each cell."""
        return {
            "as released": {name: self._released.get(name, "") for name in self._solutions},
            "deleted": dict.fromkeys(self._solutions, ""),
            "with None for what it binds": {
                name: "\n".join(f"{each} = None" for each in names) for name, names in self._bound.items()
            },
        }

    @cached_property
    def _bound(self) -> dict[str, list[str]]:
        """The names that each solution cell binds, of those that bind any."""
        return {name: names for name, source in self._solutions.items() if (names := _bound(source))}

    def _with_mistakes(self) -> Iterator[Probe]:
        """Mutants, spread over the cells: a probe has one in each cell."""
        chance = Random(self._assignment.name)
        mutants = {name: _mutants(source, chance) for name, source in self._solutions.items()}
        left = self._mutants
        while left > 0 and (drawn := _one_of_each(mutants)):
            drawn = dict(list(drawn.items())[:left])
            left -= len(drawn)
            what = "; ".join(f"{name}: {mistake}" for name, (mistake, _) in drawn.items())
            yield self._probe(f"mistakes ({what})", {name: code for name, (_, code) in drawn.items()})


Drawn = TypeVar("Drawn")


def _one_of_each(waiting: Mapping[str, Iterator[Drawn]]) -> dict[str, Drawn]:
    """The next of each that has one."""
    found = ((name, next(iterator, None)) for name, iterator in waiting.items())
    return {name: drawn for name, drawn in found if drawn is not None}


def _bound(source: str) -> list[str]:
    try:
        names = names_in(TransformerManager().transform_cell(source))
    except (SyntaxError, ValueError):
        names = None
    return sorted(name for name in names.bound if not name.startswith("_")) if names is not None else []


def _mutants(source: str, chance: Random) -> Iterator[tuple[str, str]]:
    """Mutants of a cell in an order drawn by chance: the mistake in words, and the code."""
    try:
        tree = ast.parse(TransformerManager().transform_cell(source))
    except (SyntaxError, ValueError):
        return
    before = ast.unparse(tree)
    made = list(islice(mutations(tree, 1, len(source.splitlines()) + 1), _MOST_MUTANTS_OF_A_CELL))
    chance.shuffle(made)
    for what, mutated in made:
        code = ast.unparse(ast.fix_missing_locations(mutated))
        if code != before:
            yield what, code
