"""The versions of the programs that make a grade, and checksums of files that a grade depends on."""

from __future__ import annotations

import hashlib
import hmac
import platform
import site
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

# The packages whose work shows in a grade; the versions of all others do not matter.
_PACKAGES = ("cryptography", "dill", "ipython", "matplotlib", "msgpack", "nbformat", "numpy", "pandas", "traitlets")
_TOOLS = "nbproctor"
_PACKAGES_OF_TOOLS = ("nbproctor", "tester_fw")


@cache
def versions() -> dict[str, str]:
    """The versions of Python, packages and these tools, by name; that of a missing package is empty."""
    return {"Python": platform.python_version(), **{name: _version(name) for name in _PACKAGES}, _TOOLS: _own()}


@cache
def installed_packages() -> tuple[str, ...]:
    """The names of the folders that say which version of which package is installed: of all packages."""
    places = [*site.getsitepackages(), site.getusersitepackages()]  # not sys.path, to which packages add folders
    found: list[str] = []
    for place in places:
        with suppress(OSError):
            found += (path.name for path in Path(place).iterdir() if path.name.endswith(_ABOUT_PACKAGES))
    return tuple(sorted(found))


# To read what lies in them takes a tenth of a second; their names have the version.
_ABOUT_PACKAGES = (".dist-info", ".egg-info", ".egg-link")


def difference(theirs: Mapping[str, str], ours: Mapping[str, str]) -> str:
    """Say in a few words how the versions on another machine differ from those here; empty if they do not."""
    names = [name for name in ours if theirs.get(name) != ours[name]]
    return ", ".join(f"{name} {theirs.get(name) or 'missing'} instead of {ours[name] or 'none'}" for name in names)


def files_among(root: Path, paths: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """Sorted files among some paths below a folder, without Python's caches: the name of each, and its bytes."""
    for path in sorted(paths):
        if path.is_file() and "__pycache__" not in path.parts:
            yield str(path.relative_to(root)), path.read_bytes()


def add_pieces(digest: hashlib._Hash | hmac.HMAC, pieces: Iterable[bytes]) -> None:
    """Add pieces to a checksum, each with its length before it: the same bytes cut in another way count as others."""
    for piece in pieces:
        digest.update(len(piece).to_bytes(8, "big") + piece)


def file_pieces(files: Iterable[tuple[str, bytes]]) -> Iterator[bytes]:
    """The pieces of a checksum of files: the name of each file, and its bytes."""
    for name, content in files:
        yield name.encode(errors="surrogateescape")
        yield content


def _own() -> str:
    """The version of these tools, with the start of a checksum: their files may change while the version stays."""
    digest = hashlib.sha256()
    root = Path(__file__).parents[2]
    own = (path for package in _PACKAGES_OF_TOOLS for path in (root / package).rglob("*"))
    add_pieces(digest, file_pieces(files_among(root, own)))
    return f"{_version(_TOOLS)} ({digest.hexdigest()[:12]})"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
