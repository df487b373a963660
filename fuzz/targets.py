"""What a hostile process may send, and what must hold for all of it: a value comes out, or the one error there is.

Run by `run.py` as a program: the target's name, then libFuzzer's own options, or `--seeds` and a folder.
"""

import sys
from pathlib import Path

import atheris
from trees import mutated

with atheris.instrument_imports(include=["nbproctor.examination", "zoneinfo", "_strptime", "fractions", "json"]):
    import datetime
    import json
    import warnings
    from collections import Counter, OrderedDict, defaultdict, deque
    from decimal import Decimal
    from enum import IntFlag
    from fractions import Fraction
    from zoneinfo import ZoneInfo

    import nbformat
    import numpy as np
    import pandas as pd

    from nbproctor.examination.outcomes.outcome import CaseOutcome, Frame, value_codec
    from nbproctor.examination.wire import arrays_and_tables  # noqa: F401 - instrumented here, imported late by `wire`
    from nbproctor.examination.wire.channel import PlainCodec
    from nbproctor.examination.wire.wire_bounds import WireError
    from nbproctor.shell.cell_outputs import readable


def wire(data: bytes) -> None:
    """A value that a judge reads: what it reads it could send, so it is plain data and what stands for the rest."""
    try:
        value = value_codec().decode(data)
    except WireError:
        return
    try:
        value_codec().encode(value)
    except WireError as error:
        assert "plain data" not in str(error), error  # too deep, or too large


def outcome(data: bytes) -> None:
    """An outcome that a runner made up: what is read of it could be written."""
    try:
        found = CaseOutcome.from_bytes(data)
    except WireError:
        return
    wire(found.value)
    assert CaseOutcome.from_bytes(found.to_bytes()) == found


def plain(data: bytes) -> None:
    """A message to the grader: what is read of it is JSON."""
    try:
        value = PlainCodec(max_bytes=1000).decode(data)
    except WireError:
        return
    assert len(data) <= 1000
    json.dumps(value)


def outputs(data: bytes) -> None:
    """Outputs that a runner made up: those that are kept can be written into a notebook."""
    try:
        value = PlainCodec().decode(data)
    except WireError:
        return
    kept = readable(value) + readable([value])
    cell = nbformat.v4.new_code_cell(outputs=[nbformat.from_dict(output) for output in kept])
    nbformat.writes(nbformat.v4.new_notebook(cells=[cell])).encode()


VALUES = [
    [None, True, 1, -1, 2**70, 1.5, 1j, "aé", b"ab", ..., (1, (2,)), {3, 4}, frozenset({5}), slice(6), {(1, 2): {}}],
    [datetime.datetime(2024, 1, 2, tzinfo=datetime.UTC), datetime.date(2024, 1, 2)],
    [datetime.time(1, 2, 3), datetime.timedelta(1, 2, 3)],
    [Counter("aab"), OrderedDict(a=1), defaultdict(list, a=[1]), deque([1, 2], 3), bytearray(b"ab"), range(1, 9, 2)],
    [Decimal("1.50"), Fraction(1, 3), datetime.datetime(2024, 1, 2, tzinfo=ZoneInfo("Europe/Berlin"))],
    [IntFlag("Flag", "a b")(3), lambda: None, type("Hand", (list,), {})([1])],
    [np.arange(6, dtype=">i2").reshape(2, 3), np.float32(1.5), np.str_("a"), np.array(["a"], dtype=object)],
    [pd.NA, pd.Timestamp("2024-01-02", tz="UTC"), pd.Timedelta("1D"), pd.Categorical(["b", "a"], ordered=True)],
    pd.DataFrame({"a": [1, 2], "b": ["x", None]}, index=pd.date_range("2024-01-01", periods=2, freq="W-TUE")),
    pd.Series(["a", "b"], index=pd.MultiIndex.from_tuples([(1, "a"), (2, "b")])),
    pd.DataFrame({"c": pd.Categorical(["a"]), "d": pd.date_range("2024-01-02", periods=1, tz="UTC")}),
    pd.Series([1, None], dtype="Int64", name="n"),
    list(range(200)),
]
OUTCOMES = [
    CaseOutcome("returned", value_codec().encode([1, "a"]), printed="a\n", changed={"n": b"\x02"}),
    CaseOutcome("raised", raised="E", text="no", is_assertion=True, frames=(Frame("Cell In[3]", 4, "f", "f()"),)),
    CaseOutcome("unreadable", text="too large"),
]
OUTPUTS = [
    {"output_type": "stream", "name": "stdout", "text": "a\n"},
    {"output_type": "error", "ename": "E", "evalue": "e", "traceback": ["a", "b"]},
    {"output_type": "display_data", "data": {"text/plain": "a", "application/json": [1]}, "metadata": {}},
    {"output_type": "execute_result", "data": {"text/plain": "1"}, "metadata": {}, "execution_count": 1},
]
TARGETS = {
    "wire": (wire, [value_codec().encode(value) for value in (*VALUES, *VALUES[0])]),
    "outcome": (outcome, [each.to_bytes() for each in OUTCOMES]),
    "plain": (plain, [json.dumps(value).encode() for value in ([[], True, 1], [OUTPUTS, False, None], {"a": 1.5e3})]),
    "outputs": (outputs, [json.dumps(value).encode() for value in (OUTPUTS, *([each] for each in OUTPUTS))]),
}

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    _, name, *options = sys.argv
    target, seeds = TARGETS[name]
    if options[0] == "--seeds":  # what fuzzing begins with
        for number, seed in enumerate(seeds):
            Path(options[1], str(number)).write_bytes(seed)
    else:
        atheris.Setup([sys.argv[0], *options], target, custom_mutator=mutated if target in (wire, outcome) else None)
        atheris.Fuzz()
