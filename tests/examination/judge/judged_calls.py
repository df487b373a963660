"""What a judge says of a function, in one process: the function is called as in a runner, and the table is judged."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from typing import Any

from nbproctor.examination.judge.judging import OwedTable, judge
from nbproctor.examination.outcomes.function_calls import OfficialInputs, call_all
from nbproctor.examination.outcomes.outcome import TablesBuffer
from nbproctor.examination.wire.messages import Judged
from tester_fw.conf import fit_to_cases, read_conf
from tester_fw.testers import SplitCase

Function = Callable[..., Any]
Inputs = dict[str, Any]


def owed(
    reference: Function, cases: Sequence[Inputs], inputs: dict[str, Any] | None = None, **output: Any
) -> OwedTable:
    """The table that a test cell owes.

    Args:
        reference: the function that is right.
        cases: the inputs.
        inputs: what the conf says of them.
        output: what it says of the output.
    """
    expected = [{**case, "output_0": reference(**pickle.loads(pickle.dumps(case)))} for case in cases]
    conf = {"case_file": "tc_1", "func": reference, "inputs": inputs or {}, "outputs": {"output_0": output}}
    fitted = fit_to_cases(read_conf(conf), expected)
    return OwedTable(fitted, tuple(SplitCase.of(fitted, case) for case in expected))


def written(function: Function, cases: Sequence[Inputs], file: str = "tc_1", watched: tuple[str, ...] = ()) -> bytes:
    """What a runner writes that has a function."""
    tables = TablesBuffer()
    call_all(function, file, OfficialInputs(tuple(map(pickle.dumps, cases)), watched=watched), tables)
    return tables.data


def judged(reference: Function, function: Function, cases: Sequence[Inputs] = ({},), **output: Any) -> Judged:
    return judge([owed(reference, cases, **output)], written(function, cases))
