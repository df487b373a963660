"""Small assignments in the way of real courses, each a script, and what a class hands in of them.

A script is a notebook in cells that begin with a line `# %% kind name words`:

- `given name`: an instructor's cell; with the word `open` one that nbgrader does not lock;
- `solution name`: a cell that students write, with the reference's code;
- `test name points`: a test cell;
- `text name`: a Markdown cell;
- `another name`, `wrong name`: what else students write in a solution cell, right and wrong;
- `file path`: a file beside the notebook, each line of which begins with `# `.

Further words are tags of the cell.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from tests.plain_course import nbgrader_cell

PATTERNS = Path(__file__).parent / "patterns"
_HEAD = re.compile(r"^# %% (\w+) (\S+) ?(.*)$", re.MULTILINE)


@dataclass
class CoursePattern:
    """One assignment.

    Args:
        name: the script's name.
        about: what its courses do, in a sentence.
        notebook: the source notebook.
        another: what else is right, by solution cell.
        wrong: what is wrong, by solution cell.
        files: texts that lie beside the notebook, by their paths.
    """

    name: str
    about: str
    notebook: NotebookNode
    another: dict[str, str] = field(default_factory=dict)
    wrong: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)

    @property
    def tests(self) -> list[str]:
        """The names of the test cells."""
        return [_name(cell) for cell in self.notebook.cells if cell.metadata.get("nbgrader", {}).get("grade")]


def read_pattern(path: Path) -> CoursePattern:
    """Read a script."""
    head, *parts = _HEAD.split(path.read_text())
    pattern = CoursePattern(path.stem, head.strip().strip('"').splitlines()[0], nbformat.v4.new_notebook())
    pattern.notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    for kind, name, words, code in zip(parts[::4], parts[1::4], parts[2::4], parts[3::4], strict=True):
        source = code.strip("\n")
        if kind in ("another", "wrong"):
            getattr(pattern, kind)[name] = source
        elif kind == "file":
            pattern.files[name] = re.sub("^# ?", "", source, flags=re.MULTILINE) + "\n"
        else:
            pattern.notebook.cells.append(_cell(kind, name, words.split(), source))
    return pattern


def _cell(kind: str, name: str, words: list[str], source: str) -> NotebookNode:
    if kind == "text":
        return nbformat.v4.new_markdown_cell(source, id=name)
    if kind == "solution" and "BEGIN SOLUTION" not in source:
        source = f"### BEGIN SOLUTION\n{source}\n### END SOLUTION"
    if kind == "given" and "open" in words:
        words.remove("open")
        cell = nbformat.v4.new_code_cell(source, id=name)
    else:
        cell = nbgrader_cell(name, kind, source, points=float(words.pop(0)) if kind == "test" else 0)
    if words:
        cell.metadata.tags = words
    return cell


def _name(cell: NotebookNode) -> str:
    return str(cell.metadata.get("nbgrader", {}).get("grade_id", ""))


def _solved(pattern: CoursePattern, release: NotebookNode, names: dict[str, str] | None = None) -> NotebookNode:
    """The release with the reference's solutions, but for other code in some cells."""
    sources = {_name(cell): cell.source for cell in pattern.notebook.cells}
    notebook = copy.deepcopy(release)
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source = (names or {}).get(_name(cell), sources[_name(cell)])
    return notebook


def _half_done(pattern: CoursePattern, release: NotebookNode) -> NotebookNode:
    names = [_name(cell) for cell in release.cells if cell.metadata.get("nbgrader", {}).get("solution")]
    released = {_name(cell): cell.source for cell in release.cells}
    return _solved(pattern, release, {name: released[name] for name in names[len(names) // 2 :]})


def _all_wrong(pattern: CoursePattern, release: NotebookNode) -> NotebookNode:
    return _solved(pattern, release, pattern.wrong)


def _emptied(pattern: CoursePattern, release: NotebookNode) -> NotebookNode:
    return _solved(pattern, release, {_name(cell): "" for cell in release.cells})


def _edits_what_is_given(pattern: CoursePattern, release: NotebookNode) -> NotebookNode:
    notebook = _solved(pattern, release)
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("locked") and cell.cell_type == "code":
            cell.source = "raise RuntimeError('edited')"
    return notebook


def _deletes_a_test(pattern: CoursePattern, release: NotebookNode) -> NotebookNode:
    notebook = _solved(pattern, release)
    notebook.cells = [cell for cell in notebook.cells if _name(cell) != pattern.tests[-1]]
    return notebook


def _copies_a_test(pattern: CoursePattern, release: NotebookNode) -> NotebookNode:
    notebook = _solved(pattern, release, pattern.wrong)
    place = next(index for index, cell in enumerate(notebook.cells) if _name(cell) == pattern.tests[0])
    copied = copy.deepcopy(notebook.cells[place])
    copied.id = "copied"
    notebook.cells.insert(place + 1, copied)
    return notebook


def _raises_in_a_cell_of_its_own(pattern: CoursePattern, release: NotebookNode) -> NotebookNode:
    notebook = _solved(pattern, release)
    notebook.cells.insert(1, nbformat.v4.new_code_cell("print('before')\n1 / 0", id="own"))
    return notebook


def _in_another_style(pattern: CoursePattern, release: NotebookNode) -> NotebookNode:
    return _solved(pattern, release, pattern.another)


SUBMISSIONS: dict[str, Callable[[CoursePattern, NotebookNode], NotebookNode]] = {
    "right": _solved,
    "another-style": _in_another_style,
    "untouched": lambda pattern, release: copy.deepcopy(release),
    "half-done": _half_done,
    "wrong": _all_wrong,
    "emptied": _emptied,
    "edits-what-is-given": _edits_what_is_given,
    "deletes-a-test": _deletes_a_test,
    "copies-a-test": _copies_a_test,
    "raises-in-a-cell-of-its-own": _raises_in_a_cell_of_its_own,
}
"""What a class hands in of every pattern."""
