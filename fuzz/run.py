"""Fuzzes one target for some seconds: `python fuzz/run.py wire 60`.

Options of libFuzzer may follow: `-seed=1 -runs=1000` does the same each time, if the seconds are enough for that. An
input that breaks what must hold is kept in `fuzz/found`; it belongs into the tests.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
LONGEST = 4096  # bytes of an input
SLOWEST, LARGEST = 10, 2048  # seconds and megabytes that one may take


def main() -> int:
    """Run libFuzzer over the target; return 0 if nothing was found."""
    name, seconds, *further = sys.argv[1:]
    found = HERE / "found"
    found.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as inputs:
        options = [
            f"-max_total_time={int(seconds)}",
            f"-max_len={LONGEST}",
            f"-timeout={SLOWEST}",
            f"-rss_limit_mb={LARGEST}",
            f"-artifact_prefix={found}/{name}-",
            "-print_final_stats=1",
            "-verbosity=1",
            *further,
        ]
        environment = {**os.environ, "PYTHONPATH": str(HERE.parent), "OPENBLAS_NUM_THREADS": "1"}
        command = [sys.executable, HERE / "targets.py", name]
        subprocess.run([*command, "--seeds", inputs], env=environment, check=True)
        return subprocess.run([*command, *options, inputs], env=environment, cwd=inputs).returncode


if __name__ == "__main__":
    sys.exit(main())
