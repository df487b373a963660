"""What a release needs that the course does not hold: `tester_fw`, and the names of packages in `requirements.txt`."""

from __future__ import annotations

import re
import shutil
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import tester_fw
from nbproctor.assignment.made_requirements import MADE, REQUIREMENTS
from nbproctor.assignment.released_code import imported, released_code
from nbproctor.errors import GradingError
from nbproctor.system import whole_files

_TOOLS = tester_fw.__name__
_NEEDED = ("jupyterlab>=4.2", "dill>=0.3.8", "cryptography>=42")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def ship_tools(release: Path, root: Path) -> list[str]:
    """Put `tester_fw` into a release that imports it and has none, and what the release needs into `requirements.txt`.

    What an author's `requirements.txt` says stays; lines for packages that it does not name are added with the tools.

    Args:
        root: the course's folder: what lies there is no package that students could install.

    Returns:
        The modules that the release imports, and that neither it nor an installed package has.

    Raises:
        GradingError: that file cannot be read.
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
    """The package that a line of requirements names, in one spelling; empty if it names none."""
    found = _NAME.match(line.strip())
    return re.sub(r"[-_.]+", "-", found[0]).lower() if found else ""
