"""Which test cells a runner has to run that judges a suite: those that a later cell looks into.

The verdicts on the others come from another runner, so a test cell needs to run only if a later cell uses what it
binds, as a student does who debugs with `input_vars`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from nbproctor.assignment.notebook import Role
from nbproctor.intake.paper import PaperCell
from nbproctor.shell.symbols import names_in
from tester_fw.names import DEBUG_VARIABLES
from tester_fw.predictions import check_prediction
from tester_fw.testers import Tester

# Ways to read a variable without naming it.
_DYNAMIC = frozenset({"globals", "locals", "vars", "dir", "eval", "exec", "get_ipython", "In", "_ih", "__import__"})

_RUN_TESTS = Tester.run_tests.__name__

# It is given all names of the notebook, and reads one of them.
_CHECK_PREDICTION = check_prediction.__name__
_PREDICTION_CHECKED = re.compile(rf"\b{_CHECK_PREDICTION}\(\s*(['\"])(\w+)\1\s*,\s*globals\(\)")

# Most characters of code that are looked through: more would hold up the other submissions.
_LONGEST = 100_000
# Most of one cell: the time that Python takes to look through some of them grows with the square of their length.
_LONGEST_CELL = 20_000


def looked_into(cells: Sequence[PaperCell], same_process: Container[str] = ()) -> frozenset[int]:
    """The indexes of the test cells whose names a later cell reads, or may read, that runs in the same runner.

    Args:
        cells: all cells.
        same_process: the names of the test cells that run there as well.
    """
    if sum(len(cell.source) for cell in cells) > _LONGEST:
        return frozenset(cell.index for cell in cells if cell.role is Role.TEST)
    found: set[int] = set()
    read: set[str] | None = set()  # by the cells after this one; None if that cannot be known
    is_the_students = any(_CHECK_PREDICTION in cell.source for cell in cells if cell.role is Role.STUDENT)
    for cell in reversed(cells):
        if cell.role is not Role.TEST or cell.grade_id in same_process:
            is_known = cell.role is Role.GIVEN and not is_the_students
            read = _with_names(read, _naming_predictions(cell.source) if is_known else cell.source)
        elif read is None or read & _bound(cell.source):
            found.add(cell.index)
    return frozenset(found)


def _naming_predictions(source: str) -> str:
    """The code with the names that `check_prediction` reads in the place of all names."""
    return _PREDICTION_CHECKED.sub(rf"{_CHECK_PREDICTION}(\1\2\1, \2", source)


def _with_names(read: set[str] | None, source: str) -> set[str] | None:
    names = names_in(source) if len(source) <= _LONGEST_CELL else None
    return None if read is None or names is None or names.read & _DYNAMIC else read | names.read


def _bound(source: str) -> frozenset[str]:
    """The names that a cell gives a value: also those that `Tester.run_tests` puts into the notebook."""
    names = names_in(source)
    if names is None:
        return frozenset()
    # By its name alone: Python 3.11 cannot parse in two threads at once (python/cpython#106905).
    return names.bound.union(DEBUG_VARIABLES if f".{_RUN_TESTS}" in source else ())
