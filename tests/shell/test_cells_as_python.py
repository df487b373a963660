"""A cell is turned into Python as IPython does it, also where the shell sees at once that it is Python."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import product
from pathlib import Path

LINES = [
    *("x = 1", "    y = 2", "", "   ", "\t", "def f(a):", "    return a % 2", "# What is this?", "print('a != b')"),
    *(">>> 1", "    >>> 2", "... 3", "   ...: 4", "In [1]: 5", " In [2]: 6", "[nav] In [3]: 7", "[ins] In [4]: 8"),
    *("%time 1", "%%time", "!ls", "a = !ls", "b = %who", "len?", "?len", ",f 1", ";f 1", "/f 1", "  ,f 1", "f(", "..."),
    *("s = '''", "'''", "c = 1\r", "d\x0c= 2", "e\x85= 3", "g\u2028", "match = 1", "0x = 5", "if x: y\\"),
]
COMPARE = """\
import json, sys
from IPython.core.inputtransformer2 import TransformerManager
from nbproctor.shell.shell import Shell

def made(manager, cell):
    try:
        return manager.transform_cell(cell)
    except SyntaxError as error:
        return str(type(error))

ours, theirs = Shell.start(1000).input_transformer_manager, TransformerManager()
print(json.dumps([cell for cell in json.load(sys.stdin) if made(ours, cell) != made(theirs, cell)]))
"""


def test_a_cell_becomes_the_python_that_ipython_makes_of_it(tmp_path: Path) -> None:
    pairs = ["\n".join(lines) + end for lines in product(LINES, LINES) for end in ("", "\n")]
    command = [sys.executable, "-c", COMPARE]
    done = subprocess.run(command, input=json.dumps(pairs), capture_output=True, text=True, check=True, cwd=tmp_path)
    assert json.loads(done.stdout.splitlines()[-1]) == []
