"""What a release needs beside the author's files: `tester_fw`, and the packages that its code imports."""

from __future__ import annotations

import ast
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

from IPython.core.inputtransformer2 import TransformerManager

import tester_fw
from nbproctor.assignment.cases_file import CASES
from nbproctor.assignment.made_requirements import MADE, REQUIREMENTS
from nbproctor.assignment.notebook import Assignment, read_notebook
from nbproctor.config.directory_structure import notebooks_in
from nbproctor.errors import GradingError
from nbproctor.system import whole_files


def released_code(release: Path) -> Iterator[tuple[str, str]]:
    """The code that students get, except `cases.py`, as Python, with the path of its file."""
    for path in notebooks_in(release):
        assignment = Assignment(release.name, path, read_notebook(path))
        for cell in assignment.notebook.cells if assignment.is_python else ():
            if cell.cell_type == "code":
                yield path.name, as_python(cell.source)
    for path in sorted(release.rglob("*.py")):
        name = path.relative_to(release).as_posix()
        if name != CASES:
            yield name, path.read_text("utf-8", "replace")


def as_python(source: str) -> str:
    """The code of a cell without IPython's own syntax; empty if it is incomplete, as starter code may be."""
    try:
        return TransformerManager().transform_cell(source)
    except (SyntaxError, ValueError):
        return ""


def nodes(code: str, wanted: str) -> Iterable[ast.AST]:
    """The nodes of code that contains a word; searching for the word first saves most of the work."""
    if wanted not in code:
        return ()
    try:
        return ast.walk(ast.parse(code))
    except (SyntaxError, ValueError):
        return ()


def imported(code: str, wanted: str) -> Iterator[str]:
    """The modules that code imports, also by `import_module("name")`; none if it does not contain the wanted word."""
    for node in nodes(code, wanted):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in ("import_module", "__import__"):
                yield str(node.args[0].value)


_TOOLS = tester_fw.__name__
_NEEDED = ("jupyterlab>=4.2", "dill>=0.3.8", "cryptography>=42")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def ship_tools(release: Path, root: Path) -> list[str]:
    """Add `tester_fw` to a release that imports it and has none, and what the release needs to `requirements.txt`.

    An author's `requirements.txt` is kept; lines for packages that it does not name are added with the tools.

    Args:
        root: the course's folder, whose modules students cannot install.

    Returns:
        The imported modules that neither the release nor an installed package has.

    Raises:
        GradingError: that file is not in UTF-8.
    """
    path, code = release / REQUIREMENTS, (code for name, code in released_code(release) if not _is_tool(name))
    modules = {name.partition(".")[0] for each in code for name in imported(each, "import")} - {""}
    with_tools, is_there = _TOOLS in modules, _is_there(release, _TOOLS)
    others = [
        module for module in sorted(modules - sys.stdlib_module_names - {_TOOLS}) if not _is_there(release, module)
    ]
    installed = packages_distributions() if others else {}
    packages = {module: "" if _is_of_the_course(root, module) else installed.get(module, [""])[0] for module in others}
    if with_tools and not is_there:
        (release / _TOOLS).mkdir()
        for module in sorted(Path(tester_fw.__file__).parent.glob("*.py")):
            shutil.copy(module, release / _TOOLS)
    try:
        said = path.read_text(encoding="utf-8-sig").splitlines() if path.is_file() else [MADE]
    except UnicodeDecodeError:
        raise GradingError(f"{path.name} of {release.name} is not in UTF-8: save it as UTF-8") from None
    named = {_package(line) for line in said}
    needed = [*(_NEEDED if with_tools else ()), *filter(None, packages.values())]
    added = [line for line in dict.fromkeys(needed) if _package(line) not in named]
    if added and (not path.is_file() or (with_tools and not is_there)):
        whole_files.write(path, "\n".join([*said, *added]) + "\n")
    return [module for module, package in packages.items() if not package and _package(module) not in named]


def _is_tool(name: str) -> bool:
    return name.startswith(f"{_TOOLS}/")


def _is_there(release: Path, module: str) -> bool:
    return (release / module).is_dir() or any(release.rglob(f"{module}.py"))


def _is_of_the_course(root: Path, module: str) -> bool:
    return any((root / module).glob("*.py")) or (root / f"{module}.py").is_file()


def _package(line: str) -> str:
    """The normalized name of the package in a line of requirements, if it has one."""
    found = _NAME.match(line.strip())
    return re.sub(r"[-_.]+", "-", found[0]).lower() if found else ""
