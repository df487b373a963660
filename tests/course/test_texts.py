"""What a notebook tells and shows is true, and its links lead somewhere."""

from __future__ import annotations

import ast
import doctest
import io
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

ROOT = Path(__file__).parents[2]
DOCUMENTATION = ("https://docs.python.org/3/", "https://numpy.org/doc/stable/", "https://matplotlib.org/stable/")


def test_the_examples_of_a_prompt_show_what_the_reference_does(
    cells: dict[str, NotebookNode], reference: dict[str, Any], exercises: list[str]
) -> None:
    for name in (name for name in cells if name.endswith("-prompt")):
        code = "".join(re.findall(r"```(?:python)?\n(>>> .*?)```", cells[name].source, flags=re.DOTALL))
        examples = doctest.DocTestParser().get_examples(code)
        exercise = name.removesuffix("-prompt")
        if exercise in exercises and "import Suite\n" in cells[f"test_{exercise}"].source:
            continue  # its example is a function; what that does is tested with the assignment
        assert examples or exercise not in exercises, name
        names = dict(reference)
        for example in examples:
            _assert_shows(example, names)


def _assert_shows(example: doctest.Example, names: dict[str, Any]) -> None:
    """As doctest, but a set has no order."""
    out = io.StringIO()
    with redirect_stdout(out):
        try:
            value = eval(example.source, names)
        except SyntaxError:
            value = exec(example.source, names)
    if value is None:
        assert out.getvalue() == example.want, example.source
    elif _as_written(example.want) is None or repr(value) == example.want.strip():
        assert repr(value) == example.want.strip(), example.source
    else:
        assert "{" in example.want, example.source
        assert value == _as_written(example.want), example.source


def _as_written(text: str) -> Any:
    try:
        return eval(text, {"set": set})
    except (SyntaxError, NameError):
        return None


def test_links_lead_to_documentation_to_further_reading_or_to_a_file_of_the_release(
    notebook: NotebookNode, assignment: str
) -> None:
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    links = re.findall(r"\]\((.*?)\)", text)
    assert links
    for link in links:
        is_documentation = re.match(
            r"https://(docs\.python\.org/3|numpy\.org/doc/stable|en\.wikipedia\.org/wiki)/", link
        )
        is_further_reading = re.fullmatch(
            r"https://github\.com/worldveil/deuces|http://suffe\.cool/poker/\w+\.html", link
        )
        assert is_documentation or is_further_reading or (ROOT / "release" / assignment / link).exists(), link


def test_each_cell_of_code_is_python(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        if cell.cell_type == "code":
            ast.parse(cell.source)
