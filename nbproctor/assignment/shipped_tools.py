"""What a release needs that the course does not hold: `tester_fw`, and the names of packages in `requirements.txt`."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Collection, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import tester_fw
from nbproctor.assignment.released_code import imported, released_code
from nbproctor.errors import GradingError
from nbproctor.system import whole_files

_TOOLS = tester_fw.__name__
_NEEDED = ("jupyterlab>=4.2", "dill>=0.3.8", "cryptography>=42")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def ship_tools(release: Path) -> None:
    """Put `tester_fw` into a release that imports it and has none, and what it needs into `requirements.txt`.

    What an author's `requirements.txt` says stays; lines for packages that it does not name are added with the tools.

    Raises:
        GradingError: that file cannot be read.
    """
    path, code = release / "requirements.txt", (code for name, code in released_code(release) if not _is_tool(name))
    modules = {name.partition(".")[0] for each in code for name in imported(each, "import")}
    is_there = _is_there(release, _TOOLS)
    if _TOOLS not in modules or (is_there and path.is_file()):
        return
    needed = [*_NEEDED, *_packages(release, modules - {_TOOLS})]
    if not is_there:
        (release / _TOOLS).mkdir()
        for module in sorted(Path(tester_fw.__file__).parent.glob("*.py")):
            shutil.copy(module, release / _TOOLS)
    try:
        said = path.read_text(encoding="utf-8-sig").splitlines() if path.is_file() else []
    except UnicodeDecodeError:
        raise GradingError(f"{path.name} of {release.name} is not in UTF-8: save it as UTF-8") from None
    named = {_package(line) for line in said}
    whole_files.write(path, "\n".join([*said, *(line for line in needed if _package(line) not in named)]) + "\n")


def _is_tool(name: str) -> bool:
    return name.startswith(f"{_TOOLS}/")


def _is_there(release: Path, module: str) -> bool:
    return (release / module).is_dir() or (release / f"{module}.py").is_file()


def _packages(release: Path, modules: Collection[str]) -> Iterator[str]:
    """The installed packages that modules are of, without those of Python and of the release itself."""
    distributions = packages_distributions()
    for module in sorted(set(modules) - sys.stdlib_module_names):
        if not _is_there(release, module):
            yield from distributions.get(module, [])[:1]


def _package(line: str) -> str:
    """The package that a line of requirements names, in one spelling; empty if it names none."""
    found = _NAME.match(line.strip())
    return re.sub(r"[-_.]+", "-", found[0]).lower() if found else ""
