"""Compares the tables, columns and indexes of pandas; imported once a value of pandas' is met."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from tester_fw.compare import alike_under, compare, differ, difference, missing_or_unexpected
from tester_fw.families import FAMILIES, HASHABLE
from tester_fw.messages import shown
from tester_fw.rules import EXACT, Rules
from tester_fw.unordered import pair_up

FAMILIES.append((pd.Index, pd.RangeIndex))
HASHABLE.extend((pd.Timestamp, pd.Timedelta))

MISSING = float("nan")


@compare.register(pd.DataFrame)
def _frame(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    problem = _column_type(expected.columns, returned.columns) if rules.check_column_type else None
    if problem is not None:
        return f".columns{problem}"
    label_rules = replace(rules, check_dtype=rules.check_column_type)
    labels, given = expected.columns.tolist(), returned.columns.tolist()
    pairs, missing, unexpected = pair_up(labels, given, label_rules, alike_under(label_rules, depth))
    if missing or unexpected:
        return missing_or_unexpected("column", [labels[i] for i in missing], [given[j] for j in unexpected])
    if rules.check_col_order:
        problem = differ(labels, given, label_rules, depth + 1)
        if problem is not None:
            return f".columns{problem}"
    else:
        returned = returned.iloc[:, [j for _, j in sorted(pairs)]]
    return _contents(expected, returned, rules, depth)


@compare.register(pd.Series)
def _series(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    problem = differ(expected.name, returned.name, rules, depth + 1)
    if problem is not None:
        return f".name{problem}"
    problem = _dtype(expected, returned) if rules.check_dtype else None
    if problem is not None:
        return problem
    if len(expected) != len(returned):
        return f": expected {len(expected)} values, got {len(returned)}"
    problem = _row_labels(expected.index, returned.index, rules, depth)
    return _values(expected, returned, rules, depth) if problem is None else f".index{problem}"


@compare.register(pd.Index)
def _index(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    problem = _dtype(expected, returned) if rules.check_dtype else None
    return _row_labels(expected, returned, rules, depth) if problem is None else problem


def _column_type(expected: Any, returned: Any) -> str | None:
    return _names(expected, returned) or _dtype(expected, returned)


def _contents(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    """Compare the dtypes and rows of two frames whose columns are the same, in the same order."""
    for at, label in enumerate(expected.columns.tolist()):
        problem = _dtype(expected.iloc[:, at], returned.iloc[:, at]) if rules.check_col_dtypes else None
        if problem is not None:
            return f"[{shown(label, 60)}]{problem}"
    if len(expected) != len(returned):
        return f": expected {len(expected)} rows, got {len(returned)}"
    cell_rules = rules if rules.check_col_dtypes else replace(rules, check_dtype=False)
    if rules.check_row_order:
        return _rows_in_order(expected, returned, cell_rules, depth)
    return _rows_in_any_order(expected, returned, cell_rules, depth)


def _rows_in_order(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    problem = _row_labels(expected.index, returned.index, rules, depth)
    if problem is not None:
        return f".index{problem}"
    for at, label in enumerate(expected.columns.tolist()):
        problem = _values(expected.iloc[:, at], returned.iloc[:, at], rules, depth)
        if problem is not None:
            return f"[{shown(label, 60)}]{problem}"
    return None


def _rows_in_any_order(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    with_index = not _only_counts(expected.index)
    problem = _names(expected.index, returned.index) if with_index else None
    if problem is not None:
        return f".index{problem}"
    rows, given = _rows(expected, with_index, rules), _rows(returned, with_index, rules)
    _, missing, unexpected = pair_up(rows, given, rules, alike_under(rules, depth))
    return missing_or_unexpected("row", [rows[i] for i in missing], [given[j] for j in unexpected])


def _only_counts(index: Any) -> bool:
    """Tell whether an index numbers the rows and no more; without an order, that says nothing about them."""
    return index.nlevels == 1 and index.name is None and pd.api.types.is_integer_dtype(index.dtype)


def _rows(frame: Any, with_index: bool, rules: Rules) -> list[tuple[Any, ...]]:
    columns = [_cells(frame.iloc[:, at], rules) for at in range(frame.shape[1])]
    if with_index:
        columns.insert(0, frame.index.tolist())
    return [tuple([column[row] for column in columns]) for row in range(len(frame))]


def _row_labels(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    return _names(expected, returned) or differ(expected.tolist(), returned.tolist(), rules, depth + 1)


def _names(expected: Any, returned: Any) -> str | None:
    return difference(list(expected.names), list(returned.names), ".names", rules=EXACT)


def _values(expected: Any, returned: Any, rules: Rules, depth: int) -> str | None:
    if expected.dtype == returned.dtype and _is_numeric(expected.dtype):
        problem = compare(expected.to_numpy(), returned.to_numpy(), rules, depth + 1)
    else:
        problem = differ(_cells(expected, rules), _cells(returned, rules), rules, depth + 1)
    return None if problem is None else f".iloc{problem}"


def _is_numeric(dtype: Any) -> bool:
    return isinstance(dtype, np.dtype) and dtype.kind in "biufc"


def _cells(column: Any, rules: Rules) -> list[Any]:
    """Return the values as a list; where dtypes are not checked, None, NaN, NaT and NA all mean missing."""
    cells: list[Any] = column.tolist()
    if rules.check_dtype:
        return cells
    missing = column.isna().tolist()
    return [MISSING if missing[row] else cell for row, cell in enumerate(cells)]


def _dtype(expected: Any, returned: Any) -> str | None:
    if expected.dtype == returned.dtype:
        return None
    return f": expected dtype {expected.dtype}, got dtype {returned.dtype}"
