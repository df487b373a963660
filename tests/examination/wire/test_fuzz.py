"""A few seconds of what `make fuzz` does for longer."""

import subprocess
import sys
from pathlib import Path

from pytest import mark

pytestmark = [mark.all, mark.needs("atheris")]

RUN = Path(__file__).parents[3] / "fuzz" / "run.py"
SECONDS = 3


@mark.half_the_days
@mark.parametrize("target", ["wire", "plain", "outputs"])
def test_nothing_that_a_fuzzer_makes_up_in_a_few_seconds_breaks_a_reader(target):
    run = subprocess.run([sys.executable, RUN, target, str(SECONDS)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-3000:]
    assert "stat::number_of_executed_units" in run.stderr
