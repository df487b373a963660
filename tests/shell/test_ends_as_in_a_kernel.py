"""How a cell ends, and what it binds, is as in a real kernel: magics, help, questions, exits, names of the shell's."""

from __future__ import annotations

import json
import os
import re
from typing import Any

import nbformat
import pytest

from tests.notebook_runs import run_notebook
from tests.shell.shell_runs import run_cells

pytestmark = pytest.mark.all

# Each has a line below it that binds a name: whether it is bound says whether the cell went on.
LINES = [
    *("%alias", "%alias greet echo %s", "%alias_magic tt timeit", "%autoawait", "%autoawait nonsense", "%autocall"),
    *("%automagic", "%automagic", "%autosave 10", "%autosave", "%autosave often", "%bookmark here", "%bookmark -l"),
    *("%cat given.txt", "%cd", "%cd /nowhere", "%cd -", "%cd -b here", "%clear", "%code_wrap --list"),
    *("%conda --version", "%colors nocolor", "%config", "%config InlineBackend.figure_format = 'svg'"),
    *("%config Nothing.x = 1", "%connect_info", "%cp", "%cpaste", "%debug", "%debug 1 / 0", "%dhist", "%dirs"),
    *("%doctest_mode", "%doctest_mode", "%ed", "%edit", "%edit nothing_here", "%edit given.txt", "%env"),
    *("%env NOT_THERE", "%env SET_HERE=1", "%gui", "%gui asyncio", "%hist", "%history", "%history -n 1-3"),
    *("%history -g alias", "%killbgscripts", "%ldir", "%less", "%less given.txt", "%less not_there.txt", "%lf", "%lk"),
    *("%ll", "%load given.txt", "%load not_there.py", "%load_ext autoreload", "%load_ext not_there"),
    *("%loadpy given.py", "%logstart", "%logstate", "%logoff", "%logon", "%logstop", "%ls", "%ls /nowhere", "%lsmagic"),
    *("%lx", "%macro again 1", "%magic", "%mamba --version", "%man ls", "%matplotlib", "%matplotlib inline"),
    *("%matplotlib nonsense", "%micromamba --version", "%mkdir made", "%more given.txt", "%more not_there.txt"),
    *("%mv not_there.txt moved.txt", "%notebook", "%page len", "%paste", "%pastebin not_there", "%pdb", "%pdb on"),
    *("%pdb off", "%pdb nonsense", "%pdef len", "%pdoc not_there", "%pfile len", "%pinfo len", "%pinfo2 not_there"),
    *("%pip --version", "%popd", "%pprint", "%pprint", "%precision 3", "%precision x", "%prun 1 + 1", "%psearch le*"),
    *("%psource len", "%pushd /tmp", "%popd", "%pwd", "%pycat given.txt", "%pylab inline", "%qtconsole", "%quickref"),
    *("%recall", "%recall 1", "%recall not_there", "%rehashx", "%reload_ext not_there", "%rep", "%rerun"),
    *("%rerun 9999", "%reset_selective", "%reset_selective -f nothing", "%rm not_there.txt", "%rmdir made", "%run"),
    *("%run not_there.py", "%run given.py", "%run -i given.py", "%save", "%save -f saved 1", "%sc listed = ls"),
    *("%set_env SET_HERE", "%store", "%store not_there", "stored = 3", "%store stored", "%store -r stored"),
    *("%store -d stored", "%store -r stored", "%store -z", "%subshell", "%sx ls", "%system ls", "%tb", "%time 1"),
    *("%time timed = 5", "%timeit -n1 -r1 1", "%timeit 1 / 0", "%unalias greet", "%unalias not_there"),
    *("%unload_ext not_there", "%uv --version", "%who", "%who_ls", "%whos str", "%xdel timed", "%xdel not_there"),
    *("%xmode Plain", "%xmode Nonsense", "%xmode Context", "%not_there", "%%time", "!echo hi", "!not_there", "!exit 3"),
    *("listed = !ls /nowhere", "!!ls", "?", "?len", "len??", "not_there?", "s*?", "%time?", "help(len)", "help()"),
    *("copyright", "input()", "import getpass; getpass.getpass()", "breakpoint()", "import pdb; pdb.set_trace()"),
    *("import sys; sys.stdin.readline()", "raw_input()", "1 / 0", "exit(True)", "quit(keep_kernel=True)", "sys.exit()"),
    *("raise KeyboardInterrupt", "_i, _ii, _oh, _dh, In[-1]", "get_ipython().nothing"),
    *("get_ipython().run_line_magic('not_there', '')", "get_ipython().system('ls &')"),
    *("import argparse; argparse.ArgumentParser().parse_args()", "import asyncio; asyncio.run(asyncio.sleep(0))"),
    *("asyncio.get_event_loop().run_until_complete(asyncio.sleep(0))",),
    *("await asyncio.wait_for(asyncio.sleep(9), 0.01)", "task = asyncio.create_task(asyncio.sleep(0))"),
    *("%time await asyncio.sleep(0)", "return 5", "yield 5"),
]
WHOLE_CELLS = [
    "ls",
    "greet you",
    "again",
    "time bound_by_time = 1",
    "%%time\nbound_by_a_timed_cell = 1",
    "%%time\n1 / 0",
    "%%time\nawait asyncio.sleep(0)\nbound_by_a_waiting_cell = 1",
    "%%timeit -n1 -r1\nbound_by_timeit = 1",
    "%%prun\nbound_by_prun = 1",
    "%%capture\nbound_by_a_captured_cell = 1",
    "%%capture caught\n1 / 0",
    "%%bash\necho hi",
    "%%bash\nexit 3",
    "%%bash --no-raise-error\nexit 3",
    "%%bash --out bound_out --err bound_err\necho hi; echo no >&2",
    "%%sh\necho hi",
    "%%script not_there\necho hi",
    "%%python3\nprint(1)",
    *(f"%%{language}\nprint 1" for language in ("perl", "pypy", "python", "python2", "ruby")),
    *(f"%%{name}\n<b>hi</b>" for name in ("html", "HTML", "SVG")),
    *(f"%%{name}\n1" for name in ("javascript", "js", "system")),
    "%%code_wrap wrap\nbound_by_a_wrap = 1\n__code__\n__ret__",
    "2",
    "%code_wrap --remove wrap",
    "%%latex\nx",
    "%%markdown\nx",
    "%%svg\n<svg xmlns='http://www.w3.org/2000/svg'/>",
    "%%svg\n<svg",
    "%%writefile written.txt\nhi",
    "%%writefile -a written.txt\nhi",
    "%%writefile /nowhere/written.txt\nhi",
    "%%file written.txt\nhi",
    "%%sx\nls",
    "%%debug\n1 + 1",
    "%%not_there\n1",
    "%pdb on\n1 / 0",
    "1 / 0\nbound_after_an_error = 1",
    "%pdb off\nbound_after_pdb = 1",
    "%debug",
    "%tb",
]
# What code finds out about the shell that it runs in.
ASKING = """
type(get_ipython()).__module__, type(get_ipython()).__name__, hasattr(get_ipython(), 'kernel')
'IPKernelApp' in get_ipython().config
sorted(name for name in globals() if name.startswith('__'))
__spec__, __doc__, __name__
sys.path.index('') > sys.path.index(os.path.dirname(os.__file__))
sys.argv[1], len(sys.argv)
{name: os.environ.get(name) for name in ('TERM', 'PAGER', 'FORCE_COLOR', 'MPLBACKEND')}
pd.get_option('display.max_columns'), pd.get_option('display.max_rows'), pd.get_option('display.width')
print(pd.DataFrame(np.zeros((3, 40))))
signal.getsignal(signal.SIGINT)
get_ipython().history_manager.session_number, get_ipython().execution_count == len(In)
"""
FIRST = "import json, os, signal, sys\nimport numpy as np, pandas as pd"
LISTED = "print(json.dumps({kind: sorted(found) for kind, found in get_ipython().magics_manager.lsmagic().items()}))"
BOUND = "print(sorted(name for name in globals() if name.startswith('bound_')))"


def _cells() -> list[str]:
    lines = [f"{line}\nbound_{number} = 1" for number, line in enumerate(LINES)]
    last = [BOUND, "%reset -f\nbound_last = 1", BOUND]
    return [FIRST, LISTED, *ASKING.strip().splitlines(), *lines, *WHOLE_CELLS, *last]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Any], list[Any]]:
    """The outputs of each cell in a real kernel, and in a shell of ours as warm parents have it."""
    folders = [tmp_path_factory.mktemp(name) for name in ("kernel", "shell")]
    for folder in folders:
        (folder / "given.txt").write_text("hi\n")
        (folder / "given.py").write_text("bound_by_a_script = 1\n")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in _cells()])
    # Bookmarks and stored variables of whoever runs this stay.
    environment = {**os.environ, "IPYTHONDIR": str(tmp_path_factory.mktemp("ipython"))}
    run_notebook(notebook, folders[0], allow_errors=True, env=environment)
    ours = [outputs for outputs, *_ in run_cells(folders[1], _cells(), is_warm=True)]
    return [cell.outputs for cell in notebook.cells], ours


def _errors(outputs: list[Any]) -> list[str]:
    return [one["ename"] for one in outputs if one["output_type"] == "error"]


def test_the_same_cells_end_with_the_same_errors(both: tuple[list[Any], list[Any]]) -> None:
    kernels, ours = ([_errors(outputs) for outputs in each] for each in both)
    assert {cell: (one, other) for cell, one, other in zip(_cells(), kernels, ours, strict=True) if one != other} == {}


def test_the_same_names_are_bound(both: tuple[list[Any], list[Any]]) -> None:
    kernels, ours = ([each[place][0]["text"] for place in (-3, -1)] for each in both)
    assert ours == kernels


def test_every_magic_that_a_kernel_lists_is_tried(both: tuple[list[Any], list[Any]]) -> None:
    kernels, ours = (json.loads(each[1][0]["text"]) for each in both)
    assert ours == kernels
    tried = re.findall(r"^(%%?)([\w!]+)", "\n".join(_cells()), re.MULTILINE)
    assert set(kernels["line"]) - {name for sign, name in tried if sign == "%"} == set()
    assert set(kernels["cell"]) - {name for sign, name in tried if sign == "%%"} == {"!"}  # `!!` is tried


def test_code_finds_out_the_same_about_its_shell(both: tuple[list[Any], list[Any]]) -> None:
    kernels, ours = (
        [[one.get("data") or one.get("text") or one["ename"] for one in outputs] for outputs in each] for each in both
    )
    asked = range(2, 2 + len(ASKING.strip().splitlines()))
    assert {_cells()[at]: (kernels[at], ours[at]) for at in asked if kernels[at] != ours[at]} == {}
