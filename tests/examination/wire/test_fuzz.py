"""A little of what `make fuzz` does for longer: the same inputs each time."""

import subprocess
import sys
from pathlib import Path

from pytest import mark

pytestmark = [mark.all, mark.needs("atheris")]

RUN = Path(__file__).parents[3] / "fuzz" / "run.py"
# How many inputs, a few seconds of each; and how long that may take.
RUNS = {"wire": 10_000, "outcome": 20_000, "plain": 50_000, "outputs": 20_000}
SECONDS = 300


@mark.parametrize("target", RUNS)
def test_nothing_that_a_fuzzer_makes_up_in_a_few_seconds_breaks_a_reader(target):
    options = [str(SECONDS), "-seed=1", f"-runs={RUNS[target]}"]
    run = subprocess.run([sys.executable, RUN, target, *options], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-3000:]
    assert f"stat::number_of_executed_units: {RUNS[target]}" in run.stderr
