"""The cells that an examiner runs, each with the names in it that are the student's."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

from nbformat import NotebookNode

from nbproctor.assignment.notebook import Assignment, Role, grade_id, role
from nbproctor.assignment.reference import DATA, SOLVED, Reference
from nbproctor.examination.examiner.notebook_names.changed_in_place import ChangedInPlace
from nbproctor.shell.symbols import may_ask_figures, may_ask_identity, names_in


@dataclass(frozen=True)
class ExamCell:
    """A given cell or a test cell.

    Args:
        source: its code.
        test: the `grade_id` of a test cell; empty for a given cell.
        bound: the names of the student's before it, each with the kind of its value.
        in_place: those of them that a given cell binds, and the reference's solution cells change in place.
        replaced: the names that given cells bind, the reference's solution cells read, and this test cell binds anew,
            itself or for a suite.
        data: those names of data that it may read, or a given cell before it.
        asks_identity: whether it, or a given cell before it, may ask whether two objects are one.
        asks_figures: whether it, or a given cell before it, may ask pyplot for its open figures.
        files: where the reference wrote files up to here, with this cell, in the working folder.
        writes: whether this cell wrote some of them.
    """

    source: str
    test: str
    bound: dict[str, str]
    in_place: frozenset[str]
    replaced: frozenset[str]
    data: frozenset[str]
    asks_identity: bool
    asks_figures: bool
    files: tuple[str, ...]
    writes: bool

    @property
    def is_told_by_replies(self) -> bool:
        """Whether all that it sees of a submission is told in reply: no file, no figure, no object of its own."""
        return not (self.files or self.writes or self.asks_figures or self.in_place)


def exam_cells(
    assignment: Assignment, reference: Reference, changed: ChangedInPlace, without: Container[str] = ()
) -> Iterator[ExamCell]:
    """The given cells and test cells, in order.

    What is changed in place counts only where it is read, by the cell itself or by a given cell before it: there may
    stand a function that the test calls. A given cell gets it only as data, for it runs in the candidate as well, and
    would change an object there a second time.

    Args:
        assignment: the source notebook.
        reference: what the reference's run showed.
        changed: which given names its solution cells changed.
        without: the test cells that get no name which is changed in place.
    """
    bound: dict[str, str] = {}
    in_place: dict[str, bool] = {}
    read_by_given = given = read_by_solutions = frozenset[str]()
    given_asks = given_asks_figures = False
    files: dict[str, None] = {}
    for cell in assignment.notebook.cells:
        if (cell_role := role(cell)) in (Role.GIVEN, Role.TEST):
            is_test, test = cell_role is Role.TEST, grade_id(cell)
            rebound = _bound(cell).union(reference.suites.get(test, ())) if is_test else frozenset()
            names = names_in(cell.source)
            read = read_by_given | (names.read if names is not None else bound.keys() | in_place.keys())
            taken = {name for name, is_data in in_place.items() if name in read and (is_test or is_data)}
            taken = set() if is_test and test in without else taken - bound.keys()
            cell_bound = bound | dict.fromkeys(taken, DATA)
            data = frozenset(name for name, kind in cell_bound.items() if kind == DATA)
            asks = given_asks or may_ask_identity(cell.source)
            asks_figures = given_asks_figures or may_ask_figures(cell.source)
            writes = is_test and test in reference.written
            if writes:
                files |= dict.fromkeys(reference.written[test])
            yield ExamCell(
                source=cell.source,
                test=test if is_test else "",
                bound=cell_bound,
                in_place=frozenset(taken),
                replaced=rebound & given & read_by_solutions - cell_bound.keys(),
                data=data & read,
                asks_identity=asks,
                asks_figures=asks_figures,
                files=tuple(files),
                writes=writes,
            )
            if not is_test:
                given |= _bound(cell)
                read_by_given, given_asks, given_asks_figures = read, asks, asks_figures
                if names is not None and names.read.isdisjoint(bound.keys() | in_place.keys()):
                    # What it binds is given again, and nothing of the student's is in it.
                    in_place = {name: kind for name, kind in in_place.items() if name not in changed.given_again(cell)}
        if cell_role in SOLVED:  # an answer in Markdown binds nothing
            bound |= reference.binds.get(grade_id(cell), {})
            in_place |= changed.names(cell)
            read_by_solutions |= _read(cell)
            files |= dict.fromkeys(reference.written.get(grade_id(cell), ()))


def _bound(cell: NotebookNode) -> frozenset[str]:
    return names.bound if (names := names_in(cell.source)) is not None else frozenset()


def _read(cell: NotebookNode) -> frozenset[str]:
    return names.read if (names := names_in(cell.source)) is not None else frozenset()
