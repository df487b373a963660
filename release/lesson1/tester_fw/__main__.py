"""The command `python -m tester_fw midterm1.ipynb`: all tests of a notebook, without a browser."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tester_fw.errors import TesterError
from tester_fw.terminal import run_notebook


def main() -> int:
    """Run the notebook that the command names; return 0 if all tests pass, 1 if not, 2 if it cannot be run."""
    parser = argparse.ArgumentParser(
        prog="python -m tester_fw",
        description="Runs the cells of a notebook and shows how its tests end. Ctrl-C ends the cell that is running.",
    )
    parser.add_argument("notebook", type=Path, help="the file, midterm1.ipynb say, in its assignment's folder")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long a cell may run (30)")
    given = parser.parse_args()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal may lack the signs of suits
    try:
        return 0 if run_notebook(given.notebook, given.seconds) else 1
    except TesterError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("You stopped it before the tests had finished.", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
