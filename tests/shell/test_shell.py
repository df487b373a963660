"""A cell's outputs are those of a real kernel, but for what is listed here."""

import json
import os

import nbformat
from pytest import fixture, mark

from tests.notebook_runs import run_notebook
from tests.shell.kernel_outputs import last_frames, normal, streams_apart
from tests.shell.shell_runs import run_cells, run_program


def values_and_errors(outputs):
    return [output for output in outputs if output["output_type"] != "stream"]


ALLOWED_DIFFERENCES = {
    "order of streams": (
        "A kernel sends stdout and stderr apart, each when its buffer is full or old enough; here they stay in order.",
        streams_apart,
    ),
    "context of frames": (
        "IPython does not find the source of a cell under the file name that ipykernel gives it. So it shows other "
        "lines around, in chained exceptions even the wrong line, and repeats what it could have summed up.",
        last_frames,
    ),
    "message without words": (
        "An exception whose __str__ raises makes ipykernel itself fail, so that the exception shows as another one.",
        lambda outputs: [],
    ),
    "input": (
        "There is nobody to ask in either, and both say so alike; but the line that says so is ours.",
        lambda outputs: [(output["ename"], output["evalue"]) for output in values_and_errors(outputs)],
    ),
    "writing past Python": (
        "What a child process writes to its standard output goes nowhere; a kernel catches it.",
        values_and_errors,
    ),
    "updates from a later cell": (
        "A display that a later cell updates stays as it was when its own cell ended.",
        lambda outputs: [],
    ),
}


PRELUDE = """
import asyncio, contextlib, io, os, subprocess, sys, warnings
import matplotlib.pyplot as plt, numpy as np, pandas as pd
from IPython.display import HTML, JSON, Image, Javascript, Latex, Markdown, clear_output, display
"""

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

CELLS = {
    "prelude": PRELUDE,
    # printed
    "stdout": "print('hello')",
    "stderr": "print('oops', file=sys.stderr)",
    "stdout replaced": "original, sys.stdout = sys.stdout, io.StringIO()",
    "printed elsewhere": "print('where?')",
    "stdout restored": "sys.stdout = original",
    "no newline": "print('a', end='')\nprint('b', end='')",
    "unicode": "print('♠♥ é 日本 \\U0001f0a1')",
    "carriage return": "print('50%\\r100%', flush=True)",
    "written": "sys.stdout.write('w\\n')",
    "stream": "sys.stdout.isatty(), sys.stdout.encoding, sys.stdout.name, sys.stdout.writable()",
    "descriptor": "sys.stdout.fileno() > 0, sys.stderr.fileno() > 0",
    "printed by a thread": "import threading\nt = threading.Thread(target=print, args=['t'])\nt.start()\nt.join()",
    "redirected": "with contextlib.redirect_stdout(io.StringIO()) as caught:\n    print('r')\ncaught.getvalue()",
    "warning": "warnings.warn('careful')",
    "deprecation": "warnings.warn('old', DeprecationWarning)",
    "logged": "import logging\nlogging.warning('logged')",
    "help": "def documented(a):\n    'What it does.'\nhelp(documented)",
    # values
    "value": "1 + 1",
    "none": "None",
    "semicolon": "5;",
    "only the last": "1\n2\n3",
    "text": "'a\\n♠'",
    "history": "_, In[2], sorted(Out)[:1]",
    "nothing": "",
    "comment": "# nothing",
    "class": "class K: pass\nK, K()",
    "long list": "list(range(2000))",
    "nested dict": "{'b': 1, 'a': [1, 2, 3], 'c': {'d': 'e' * 100}}",
    "array": "np.arange(3)",
    "frame": "pd.DataFrame({'a': [1, 2], 'b': ['x', 'y']})",
    "series": "pd.Series([1, 2])",
    # displayed
    "display": "display(1, 'a', [2])",
    "html": "display(HTML('<b>x</b>'))\nHTML('<i>')",
    "other formats": "display(Markdown('*a*'), Latex('$x$'), JSON({'a': [1]}), Javascript('1'))",
    "image": f"import base64\nImage(data=base64.b64decode('{PIXEL}'))",
    "raw bundle": "display({'text/plain': 'p', 'text/html': 'h'}, raw=True)",
    "metadata": "display(HTML('x'), metadata={'a': 1})",
    "own html": "class A:\n    def _repr_html_(self): return '<b>'\n    def __repr__(self): return 'A!'\nA()",
    "own display": "class E:\n    def _ipython_display_(self): print('own display')\nE()",
    "display and print": "for i in range(3):\n    display(i)\n    print(i)",
    "clear": "print('gone')\nclear_output()\nprint('there')",
    "clear later": "print('gone')\nclear_output(wait=True)\nprint('there')",
    "clear with nothing after": "print('stays')\nclear_output(wait=True)",
    "progress": "for i in range(3):\n    clear_output(wait=True)\n    display(i)\n    print(i)",
    "update": "h = display('one', display_id=True)\nprint('x')\nh.update('two')",
    # figures
    "figure": "plt.plot([1, 2])",
    "figure shown": "plt.plot([1, 2])\nplt.show()\nprint('after')",
    "figure as value": "fig, ax = plt.subplots()\nfig",
    "two figures": "plt.figure()\nplt.plot([1])\nplt.figure()\nplt.plot([2]);",
    "no figure": "plt.gcf().number;\nplt.close()",
    "inline": "%matplotlib inline\nplt.plot([3]);",
    # exceptions
    "division": "1 / 0",
    "after printing": "print('before')\n{}['k']",
    "own exception": "class MyError(Exception): pass\nraise MyError('mine', 2)",
    "no message": "raise ValueError",
    "lines in a message": "raise ValueError('a\\nb')",
    "long message": "raise ValueError('x' * 500)",
    "assertion": "assert 1 == 2, 'no'",
    "undefined": "undefined_name",
    "no module": "import nosuchmodule",
    "no attribute": "[].nothing",
    "with a note": "e = ValueError('a')\ne.add_note('a note')\nraise e",
    "in a lambda": "(lambda: 1 / 0)()",
    "group": "raise ExceptionGroup('g', [ValueError('a'), TypeError('b')])",
    "interrupt": "raise KeyboardInterrupt('x')",
    "syntax": "def f(:\n    pass",
    "bracket": "print('a'\nx = 1",
    "indentation": "if 1:\nprint(1)",
    "unfinished text": "'abc",
    "dedent": "if 1:\n    a = 1\n  b = 2",
    "exit": "sys.exit()",
    "exit with a number": "sys.exit(3)",
    "exit with words": "raise SystemExit('bye')",
    "after exits": "print('still here')",
    # async
    "await": "async def f():\n    await asyncio.sleep(0)\n    return 5\nawait f()",
    "gather": "await asyncio.gather(f(), f())",
    "task": "task = asyncio.create_task(f())\nprint(await task)",
    "async for": "async def g():\n    yield 1\n    yield 2\nasync for x in g(): print(x)",
    # magics
    "working directory": "%pwd",
    "time": "%time 1 + 1",
    "capture": "%%capture out\nprint('captured')",
    "captured": "out.stdout",
    "shell": "!echo hi",
    "shell into a variable": "lines = !echo yo\nlines",
    "bash": "%%bash\necho out\necho err >&2",
    "no magic": "%nosuchmagic",
    "question": "len?",
    "own name": "__name__, '__file__' in globals(), get_ipython().user_ns is globals()",
    # what Python or IPython says of the code itself
    "compared by identity": "five = 5\nfive is 5",
    "asserted tuple": "assert (five, 'no')",
    "escape": "'\\d'",
    "return outside": "print('before')\nreturn 5",
    "break outside": "print('before')\nif five:\n    break",
    "prompts in a text": "shown = '''\n>>> f(1)\n2\n'''\nshown",
    "signs in a text": "'50 %, what? no!', 7 % five != 3",
    "question in a comment": "five  # what?",
    "line that begins with a sign": "(8\n / 2,\n)",
    "call without parentheses": "/len 'abc'",
    "call with a text": ";len a b c",
    "blank lines at the start": "\n\n1 / 0",
    "tabs and spaces": "if five:\n\ta = 1\n        b = 2",
    "warns": "def warn():\n    warnings.warn('once')\nwarn()",
    "has warned": "warn()",
    "every value": "get_ipython().ast_node_interactivity = 'all'",
    "every value shown": "1\n2",
    "the last value": "get_ipython().ast_node_interactivity = 'last_expr'",
    "without waiting": "get_ipython().autoawait = False",
    "not waited for": "await f()",
    "waiting": "get_ipython().autoawait = True",
    "waited for": "await f()",
    "as later": "from __future__ import annotations\ndef later(a: nosuch): pass\nlater.__annotations__",
    "as later still": "def later(a: nosuch): pass\nlater.__annotations__",
}

DIFFERENT_CELLS = {
    "both streams": ("order of streams", "print('a')\nprint('b', file=sys.stderr)\nprint('c')"),
    "calls": (
        "context of frames",
        "def outer(x):\n    return inner(x)\ndef inner(x):\n    y = x\n    return 1 / y\nouter(0)",
    ),
    "cause": ("context of frames", "try:\n    {}['k']\nexcept KeyError as e:\n    raise ValueError('no') from e"),
    "context": ("context of frames", "try:\n    {}['k']\nexcept KeyError:\n    int('x')"),
    "bad repr": ("context of frames", "class B:\n    def __repr__(self): raise ValueError('no repr')\nB()"),
    "in the library": ("context of frames", "import json\njson.loads('{bad')"),
    "recursion": ("context of frames", "def r(n): return r(n + 1)\nr(0)"),
    "async error": (
        "context of frames",
        "async def h():\n    x = 0\n    1 / x\nasync def i():\n    await h()\nawait i()",
    ),
    "bad text": ("message without words", "class D(Exception):\n    def __str__(self): raise ValueError\nraise D"),
    "question to the student": ("input", "input('name? ')"),
    "question for a password": ("input", "import getpass; getpass.getpass()"),
    "answers of its own": ("input", "import builtins; builtins.input = lambda prompt: 'Ada'; input('name? ') == 1 / 0"),
    "question after that": ("input", "input('name? ')"),
    "child process": ("writing past Python", "subprocess.run(['echo', 'sub']).returncode"),
    "command": ("writing past Python", "os.system('echo system; sleep 1')"),
    "display to update": ("updates from a later cell", "later = display('a', display_id='q')"),
    "later update": ("updates from a later cell", "later.update('c')"),
}

SOURCES = [*CELLS.values(), *(source for _, source in DIFFERENT_CELLS.values())]
NAMES = [*CELLS, *DIFFERENT_CELLS]


@fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("home")


@fixture(scope="module")
def expected(folder):
    cells = [nbformat.v4.new_code_cell(source) for source in SOURCES]
    notebook = nbformat.v4.new_notebook(cells=cells)
    # Where ipykernel believes to be tested, it does not catch what child processes write.
    environment = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
    run_notebook(notebook, folder, allow_errors=True, env=environment)
    return {name: [*map(dict, cell.outputs)] for name, cell in zip(NAMES, notebook.cells, strict=True)}


@fixture(scope="module")
def actual(folder):
    return {name: outputs for name, (outputs, *_) in zip(NAMES, run_cells(folder, SOURCES), strict=True)}


@mark.parametrize("name", CELLS)
def test_a_cell_gives_what_it_gives_in_a_real_kernel(expected, actual, name):
    assert normal(actual[name]) == normal(expected[name])


@mark.parametrize("name", DIFFERENT_CELLS)
def test_a_cell_gives_what_it_gives_in_a_real_kernel_but_for_an_allowed_difference(expected, actual, name):
    _, without = ALLOWED_DIFFERENCES[DIFFERENT_CELLS[name][0]]
    assert without(normal(actual[name])) == without(normal(expected[name]))


@mark.parametrize("difference", ALLOWED_DIFFERENCES)
def test_an_allowed_difference_is_still_one(expected, actual, difference):
    names = [name for name, (allowed, _) in DIFFERENT_CELLS.items() if allowed == difference]
    assert any(normal(actual[name]) != normal(expected[name]) for name in names)


def test_a_figure_is_an_image_and_text_and_is_shown_once(actual):
    (value, figure) = actual["figure"]
    assert (value["output_type"], figure["output_type"]) == ("execute_result", "display_data")
    assert set(figure["data"]) == {"image/png", "text/plain"}
    assert figure["data"]["image/png"].startswith("iVBORw0KGgo")
    assert [len(actual[name]) for name in ("two figures", "no figure", "inline")] == [2, 0, 1]


# What the allowed differences are instead.


def test_the_two_streams_stay_in_order(actual):
    assert [output["text"] for output in actual["both streams"]] == ["a\n", "b\n", "c\n"]


def test_a_traceback_through_functions_shows_the_students_code(actual):
    text = normal(actual["calls"])[0]["traceback"]
    for part in ("outer(0)", "return inner(x)", "return 1 / y", "Cell In[", "in outer(x)", "in inner(x)"):
        assert part in text
    assert "nbproctor" not in text
    assert "IPython" not in text


def test_a_chained_exception_points_at_both_lines(actual):
    text = normal(actual["cause"])[0]["traceback"]
    assert "----> 2     {}['k']" in text
    assert "----> 4     raise ValueError('no') from e" in text


def test_an_exception_that_cannot_say_anything_says_that(actual):
    (error,) = actual["bad text"]
    assert (error["ename"], error["evalue"]) == ("D", "<its message could not be read: ValueError>")


def test_a_display_is_updated_in_its_own_cell_only(actual):
    assert [output["data"]["text/plain"] for output in actual["display to update"]] == ["'a'"]
    assert actual["later update"] == []


def test_the_traceback_of_an_endless_recursion_is_short(actual):
    assert len(actual["recursion"][0]["traceback"]) < 30


# Runs.


def test_a_run_tells_whether_the_cell_passed_and_its_number_and_has_no_output_of_the_cell_before(folder):
    runs = run_cells(folder, ["1", "1 / 0", "def f(:", "", "raise SystemExit", "print('a')", "pass", "print('b')"])
    assert [passed for _, passed, _ in runs] == [True, False, False, True, False, True, True, True]
    assert [runs[0][2], runs[-1][2]] == [1, len(runs) - 1]  # a cell without code has no number
    assert [[output["text"] for output in outputs] for outputs, *_ in runs[-3:]] == [["a\n"], [], ["b\n"]]


KEEPING = """
from nbproctor.shell.shell import Shell

shell = Shell.start(10_000)
cells = ["def save(n):\\n    return n + 1", "save(5)", "%time", "time = 7", "time"]
for cell in cells:
    shell.keep(cell)
shell.warm_up()
print([shell.run(cell).value for cell in cells])
"""


def test_a_name_that_is_a_magics_too_is_the_students_once_it_is_bound():
    assert run_program(KEEPING).strip() == "[None, 6, None, None, 7]"


NO_PYTHON = """
from nbproctor.shell.shell import Shell

shell = Shell.start(10_000)
drawing = "   x\\n  xx\\n xxx"
shell.keep(drawing)
shell.keep_for_tracebacks([drawing], [])
print(shell.as_python(drawing) == drawing, type(shell.run(drawing).error).__name__)
"""


def test_a_cell_that_cannot_be_taken_apart_is_kept_and_fails_when_it_is_run():
    assert run_program(NO_PYTHON).split()[-2:] == ["True", "IndentationError"]


def test_outputs_are_valid_in_a_notebook(actual, folder):
    cells = [
        nbformat.v4.new_code_cell(source, outputs=[nbformat.from_dict(output) for output in actual[name]])
        for name, source in zip(NAMES, SOURCES, strict=True)
    ]
    nbformat.validate(nbformat.v4.new_notebook(cells=cells))


# Limits.

CUT = "[the rest of this output was cut off]"
LEFT_OUT = "[an output that is too large was left out here]"


CUT_SHORT = {
    "one line": "print('x' * 10_000)",
    "many lines": "for _ in range(10_000): print('x')",
    "one character too many": "print('x' * 999)\nprint('x')",
    "exactly full": "print('x' * 1000, end='')\nprint('y')",
    "both streams": "import sys\nfor _ in range(1000):\n    print('x')\n    print('y', file=sys.stderr)",
}
LONG = {
    **CUT_SHORT,
    "whole": "print('x' * 999)",
    "large display": (
        "from IPython.display import HTML, display\ndisplay(HTML('x' * 10_000))\ndisplay('small')\nprint('after')"
    ),
    "large value": "'x' * 10_000",
    "many displays": "for i in range(5000): display(i)",
    "error": "print('x' * 10_000)\n1 / 0",
    "message": "raise ValueError('x' * 100_000)",
    "updates": "h = display(1, display_id=True)\nfor i in range(1000): h.update(2)\nh.update('x' * 10_000)",
}


@fixture(scope="module")
def kept(folder):
    """What is kept of each, where that is at most 1,000 characters of a cell."""
    return dict(zip(LONG, run_cells(folder, [*LONG.values()], limit=1000), strict=True))


def text_of(outputs):
    return "".join(output.get("text", "") for output in outputs)


@mark.parametrize("name", CUT_SHORT)
def test_printed_output_beyond_the_limit_is_cut_with_a_sentence(kept, name):
    outputs, passed, _ = kept[name]
    assert passed
    assert text_of(outputs).count(CUT) == 1
    assert text_of(outputs).rstrip().endswith(CUT)
    assert 1000 <= len(text_of(outputs)) <= 1100


def test_printed_output_up_to_the_limit_is_whole_also_after_a_cell_that_was_cut(kept):
    assert text_of(kept["whole"][0]) == "x" * 999 + "\n"


def test_a_display_that_is_too_large_is_left_out_with_a_sentence_and_the_rest_stays(kept):
    outputs = kept["large display"][0]
    assert [output["output_type"] for output in outputs] == ["stream", "display_data", "stream"]
    assert LEFT_OUT in outputs[0]["text"]
    assert outputs[2]["text"] == "after\n"


def test_a_value_that_is_too_large_is_left_out_with_a_sentence(kept):
    assert text_of(kept["large value"][0]).strip() == LEFT_OUT


def test_displays_without_end_are_cut(kept):
    assert len(json.dumps(kept["many displays"][0])) < 5000
    assert text_of(kept["many displays"][0]).rstrip().endswith(CUT)


def test_an_exception_is_shown_also_after_output_that_was_cut(kept):
    outputs = kept["error"][0]
    assert [output["output_type"] for output in outputs] == ["stream", "error"]
    assert outputs[1]["ename"] == "ZeroDivisionError"


def test_a_message_beyond_the_limit_is_cut_with_a_sentence(kept):
    outputs = kept["message"][0]
    assert outputs[0]["ename"] == "ValueError"
    assert CUT in outputs[0]["evalue"]
    assert len(json.dumps(outputs)) < 5000


def test_an_update_beyond_the_limit_leaves_the_display_as_it_was(kept):
    assert [output["data"]["text/plain"] for output in kept["updates"][0]] == ["2"]


def test_much_printing_takes_little_time(folder):
    began = os.times()
    run_cells(folder, ["for i in range(200_000): print(i)"])
    ended = os.times()
    assert ended.children_user + ended.children_system - began.children_user - began.children_system < 10
