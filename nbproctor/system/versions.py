"""What a grade depends on of the programs that make it: their versions, and these tools themselves."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

# What they do shows in a grade; of the packages that only report or keep house, the version does not matter.
_PACKAGES = ("cryptography", "dill", "ipython", "matplotlib", "msgpack", "nbformat", "numpy", "pandas", "traitlets")
_TOOLS = "nbproctor"
_PARTS = ("nbproctor", "tester_fw")


@cache
def versions() -> dict[str, str]:
    """The version of everything that shows in a grade, by its name; empty for what is not installed."""
    return {"Python": platform.python_version(), **{name: _version(name) for name in _PACKAGES}, _TOOLS: _own()}


def difference(theirs: Mapping[str, str], ours: Mapping[str, str]) -> str:
    """How other versions differ from ours, in a few words; empty if they do not."""
    names = [name for name in ours if theirs.get(name) != ours[name]]
    return ", ".join(f"{name} {theirs.get(name) or 'missing'} instead of {ours[name] or 'none'}" for name in names)


def contents(root: Path, paths: Iterable[Path]) -> Iterator[bytes]:
    """The name and the bytes of every file among these paths, in one order."""
    for path in sorted(paths):
        if path.is_file() and "__pycache__" not in path.parts:
            yield str(path.relative_to(root)).encode(errors="surrogateescape")
            yield path.read_bytes()


def _own() -> str:
    """The version of these tools, and a part of their checksum: a checkout changes without its version."""
    digest = hashlib.sha256()
    root = Path(__file__).parents[2]
    own = (path for package in _PARTS for path in (root / package).rglob("*"))
    for piece in contents(root, own):
        digest.update(len(piece).to_bytes(8, "big") + piece)
    return f"{_version(_TOOLS)} ({digest.hexdigest()[:12]})"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
