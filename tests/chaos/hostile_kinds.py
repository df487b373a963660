"""Submissions that try to make the grader slow, or large, or to rob their neighbours, a function each.

Each changes a notebook that solves `midterm1`: what it says in Markdown, what its cells do, or what they show. `KINDS`
holds all of them. What is tried for points is in `tests/attacks`.
"""

from __future__ import annotations

import base64
import json
import struct
import zlib
from collections.abc import Callable

import nbformat
from nbformat import NotebookNode

Kind = Callable[[NotebookNode], None]


def _shows(source: str) -> Kind:
    """A cell of its own that runs this."""

    def change(notebook: NotebookNode) -> None:
        notebook.cells.insert(3, nbformat.v4.new_code_cell(source))

    return change


def _says(text: str) -> Kind:
    """A Markdown cell that says this."""

    def change(notebook: NotebookNode) -> None:
        notebook.cells.insert(3, nbformat.v4.new_markdown_cell(text))

    return change


def _displays(kind: str, data: str) -> Kind:
    """A cell that displays this, an expression, as a kind of content."""
    return _shows(f"from IPython.display import display\ndisplay({{{kind!r}: {data}}}, raw=True)")


def _does(source: str, name: str = "ex4") -> Kind:
    """An exercise whose cell does this."""

    def change(notebook: NotebookNode) -> None:
        next(cell for cell in notebook.cells if cell.id == name).source += f"\n{source}"

    return change


_WRITER = """
import gc, os, struct, threading, msgpack
writer = next(one for one in gc.get_objects() if type(one).__name__ == "TablesWriter")

def outcome(value, printed=""):
    return msgpack.packb(["returned", value, "", [], printed, {}])

def colliding():
    keys = [((1 << 61) - 1) * n for n in range(1 << 10, 10_000)]
    packed = b"".join(msgpack.packb(msgpack.ExtType(0, key.to_bytes(12, "big"))) + b"\\0" for key in keys)
    return outcome(b"\\xdf" + struct.pack(">I", len(keys)) + packed)

def add(self, case):
    ...

type(writer).add = add
"""


def _writes(source: str) -> Kind:
    """A submission whose runner writes other outcomes: `self` is its writer of tables."""
    return _shows(_WRITER.replace("...", source))


def _huge_png() -> str:
    """A picture of four thousand million pixels that is 4 MB long, encoded."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 65_535, 65_535, 1, 0, 0, 0, 0))
    return base64.b64encode(
        b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(10_000_000))) + chunk(b"IEND", b"")
    ).decode()


def _many_cells(notebook: NotebookNode) -> None:
    notebook.cells += [nbformat.v4.new_code_cell("print('x' * 199_000)") for _ in range(1500)]


def _many_empty_cells(notebook: NotebookNode) -> None:
    notebook.cells += [nbformat.v4.new_code_cell("") for _ in range(9000)]


def _attachments(notebook: NotebookNode) -> None:
    cell = nbformat.v4.new_markdown_cell("![a](attachment:a.png)" * 2000)
    cell["attachments"] = {"a.png": {"image/png": _huge_png()}}
    notebook.cells.insert(3, cell)


def _metadata(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        cell.metadata["tags"] = [f"tag-{number}" for number in range(5000)]


def _metadata_of(value: str, count: int) -> Kind:
    """Metadata of the notebook in which a value, as JSON, stands so many times."""

    def change(notebook: NotebookNode) -> None:
        notebook.metadata["a"] = [json.loads(value)] * count

    return change


def _saved_outputs(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        if cell.cell_type == "code":
            text = "\x1b[3" * 30_000 + "`" * 30_000 + " " * 30_000
            cell.outputs = [nbformat.v4.new_output("stream", name="stdout", text=text)] * 20


KINDS: dict[str, Kind] = {
    # What has been seen to stall a grader, or to rob a neighbour.
    "backticks": _says("`" * 100_000),
    "blanks in a traceback": _shows("raise ValueError('x\\n' + ' ' * 40_000 + 'y')"),
    "1500 cells that print": _many_cells,
    "formatting reopened in each paragraph": _displays("text/html", "'<b><i><u><s>' * 400 + '<p>a' * 9_000"),
    "comments that hide closing tags": _displays("text/html", "('<div><!-- </div> -->' * 9_000)"),
    "a crash unless it is lucky": _does("import os, random\nif random.random() < 0.8: os._exit(1)"),
    "links that run programs": _says(r"$\href{javascript:alert(1)}{a}$" * 3000),
    # Markdown.
    "quotes in quotes": _says(">" * 60_000 + " a"),
    "open brackets": _says("[" * 80_000),
    "links to nowhere": _says("![[a](<b" * 15_000),
    "emphasis that never closes": _says("*a **b _c __d " * 9000),
    "definitions of links": _says("\n".join(f"[{number}]: b" for number in range(9000)) + "[1][2]" * 9000),
    "a table of many columns": _says("|a" * 4000 + "|\n" + "|-" * 4000 + "|\n" + ("|b" * 4000 + "|\n") * 20),
    "formulas in formulas": _says("$$" + "{" * 60_000 + "$" * 60_001),
    "entities": _says("&amp;&#x26;&lt" * 20_000 + "<" * 60_000),
    "an attached picture shown two thousand times": _attachments,
    # What cells display.
    "drawings in drawings": _displays("image/svg+xml", "'<svg>' + '<g>' * 60_000 + '</svg>'"),
    "entities of a drawing": _displays(
        "image/svg+xml",
        "'<!DOCTYPE svg [' + ''.join(f'<!ENTITY a{n} \"' + f'&a{n - 1};' * 9 + '\">' for n in range(1, 30))"
        " + ']><svg><text>&a29;</text></svg>'",
    ),
    "a tag of many attributes": _displays("text/html", "'<p ' + ''.join(f'a{n}=b ' for n in range(20_000)) + '>'"),
    "styles": _displays("text/html", "'<style>' + 'a{' * 60_000 + '</style><p style=\"' + 'color:red;' * 9000 + '\">'"),
    "a picture of four thousand million pixels": _displays("image/png", repr(_huge_png()[:150_000])),
    "JSON in JSON": _displays("application/json", "eval('[' * 80 + ']' * 80) * 2"),
    "LaTeX": _displays("text/latex", "'$' + r'\\\\frac{' * 20_000 + '$'"),
    "colours of a terminal": _shows("print('\\x1b[31m\\x1b[1m\\x1b[4ma' * 12_000)"),
    "a progress bar": _shows("for n in range(60_000): print(n, end='\\r')"),
    "an output changed ten thousand times": _shows(
        "from IPython.display import display\nhandle = display(0, display_id=True)\n"
        "for n in range(10_000): handle.update('x' * 100)"
    ),
    "a chain of five thousand exceptions": _shows(
        "error = None\nfor n in range(5000):\n    try:\n        raise ValueError(n) from error\n"
        "    except ValueError as caught:\n        error = caught\nraise error"
    ),
    "groups of exceptions": _shows(
        "error = ValueError(1)\nfor n in range(80):\n    error = ExceptionGroup('a', [error, error])\nraise error"
    ),
    "a message of ten million characters": _shows("raise ValueError('(' * 10_000_000)"),
    "code of a million characters": _shows("x = '" + "\\\\" * 150_000 + "'\ny = " + "(" * 90 + "1" + ")" * 90),
    "quotes that never close": _shows('f"{' * 60_000),
    # What the notebook is.
    "nine thousand cells": _many_empty_cells,
    "tags": _metadata,
    "outputs that it brings": _saved_outputs,
    "a text of fifteen million characters": _says("y " * 7_500_000),
    "five million empty objects": _metadata_of("{}", 5_000_000),
    "four hundred thousand nested lists": _metadata_of("[[0]]", 400_000),
    # What its code takes.
    "all memory that it may have": _does("kept = [bytearray(300_000_000) for _ in range(2)]"),
    "processes that compute": _does("import os\nfor _ in range(40):\n    if os.fork() == 0:\n        while True: pass"),
    "threads that compute": _does(
        "import threading\ndef spin():\n    while True: pass\n"
        "for _ in range(60): threading.Thread(target=spin, daemon=True).start()"
    ),
    "a file that grows": _does("with open('a', 'wb') as file:\n    while True: file.write(bytes(1_000_000))"),
    "first in turn for a processor": _does(
        "import os\ntry: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(99))\nexcept OSError: pass\n"
        "try: os.setpriority(os.PRIO_PROCESS, 0, -20)\nexcept OSError: pass\nwhile True: pass"
    ),
    "stops what it starts": _does(
        "import os, signal\nfor _ in range(9):\n    if (pid := os.fork()) == 0:\n        signal.pause()\n"
        "    try: os.kill(pid, signal.SIGSTOP)\n    except OSError: pass\nos.waitpid(-1, 2)\nsignal.pause()"
    ),
    "a lock that it holds": _does("import ctypes, time\nctypes.PyDLL(None).sleep(9)"),
    "signals to everyone": _does(
        "import os, signal\nfor _ in range(3000):\n    try: os.kill(-1, signal.SIGURG)\n    except OSError: pass"
    ),
    "a value of fifty million parts": _does("given = [0] * 50_000_000"),
    # What its tables are, and what a judge makes of them.
    "tables of a million outcomes": _writes("while self._add(b'x'): pass"),
    "tables longer than their memory": _writes("struct.pack_into('<Q', self._memory, 0, 1 << 62)"),
    "an outcome nested seven million deep": _writes(r"self._add(outcome(b'\x91' * 7_000_000))"),
    "an outcome of a million empty lists": _writes(
        r"self._add(outcome(b'\xdd' + struct.pack('>I', 1 << 20) + b'\x90' * (1 << 20)))"
    ),
    "outcomes of keys that collide": _writes("while self._add(colliding()): pass"),
    "an outcome that prints all that there is room for": _writes(r"self._add(outcome(b'\1', '\x1b[3`' * 1_500_000))"),
    "other tables while they are taken": _writes(
        "threading.Thread(target=lambda: [self._add(os.urandom(9)) for _ in range(10**7)], daemon=True).start()"
    ),
    "prints in each call": _does(
        "hidden = get_reductions\ndef get_reductions(hand):\n    print('x' * 19_000)\n    return hidden(hand)"
    ),
    "a value that is long to show in each call": _does(
        "class Long(list): pass\ndef get_reductions(hand): return Long([[hand] * 9] * 2_000)"
    ),
}
