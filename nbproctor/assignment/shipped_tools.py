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
from nbproctor.system import whole_files

TOOLS = tester_fw.__name__
REQUIREMENTS = "requirements.txt"
_NEEDED = ("jupyterlab>=4.2", "dill>=0.3.8", "cryptography>=42")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def ship_tools(release: Path) -> None:
    """Put `tester_fw` into a release that imports it and has none, and what it then needs into `requirements.txt`.

    What an author's `requirements.txt` says stays; lines for packages that it does not name are added.
    """
    modules = {name.partition(".")[0] for _, code in released_code(release) for name in imported(code, "import")}
    if TOOLS not in modules or _is_there(release, TOOLS):
        return
    needed = [*_NEEDED, *_packages(release, modules - {TOOLS})]
    (release / TOOLS).mkdir()
    for module in sorted(Path(tester_fw.__file__).parent.glob("*.py")):
        shutil.copy(module, release / TOOLS)
    path = release / REQUIREMENTS
    said = path.read_text(encoding="utf-8") if path.is_file() else ""
    named = {_plain(found[0]) for line in said.splitlines() if (found := _NAME.match(line.strip()))}
    missing = [line for line in needed if _plain(_NAME.match(line)[0]) not in named]  # type: ignore[index]
    whole_files.write(path, "\n".join([*said.splitlines(), *missing]) + "\n")


def _is_there(release: Path, module: str) -> bool:
    return (release / module).is_dir() or (release / f"{module}.py").is_file()


def _packages(release: Path, modules: Collection[str]) -> Iterator[str]:
    """The installed packages that modules are of, without those of Python and of the release itself."""
    distributions = packages_distributions()
    for module in sorted(set(modules) - sys.stdlib_module_names):
        if not _is_there(release, module):
            yield from distributions.get(module, [])[:1]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
