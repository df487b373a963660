"""The file system that a candidate sees: Python, the system's libraries, the release, and nothing else."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from nbproctor.examination.sandbox import kernel
from nbproctor.examination.sandbox.limits import Bounds

HOME = "/home/student"  # the release; in a candidate, its own copy
TEMPORARY, SHARED_MEMORY = "/tmp", "/dev/shm"  # noqa: S108 - the candidate's own
PARENTS_HOME = "/run/parent"
_SCRATCH = "/run/scratch"
_USERS = "student:x:1000:1000:student:/home/student:/bin/sh\n"

SYSTEM_FILES = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime", "/etc/fonts", "/nix/store")
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/urandom", "/dev/random")
READABLE_SYSTEM = (*SYSTEM_FILES, "/etc/passwd")


def build(folder: str, readable: Iterable[str], release: str) -> None:
    """Change this process's root to one that shows only what a candidate needs, read-only.

    Args:
        folder: an empty folder, over which the new root is mounted.
        readable: the files and folders to show, at their own places; those that do not exist are left out.
        release: the folder to show as `HOME`.

    Raises:
        OSError: the kernel does not let this process do it.
    """
    root = Path(folder)
    kernel.mount("none", "/", None, kernel.RECURSIVE | kernel.PRIVATE)
    kernel.mount("tmpfs", folder, "tmpfs", kernel.NO_SETUID | kernel.NO_DEVICES, "size=1m,mode=755")
    shown: list[Path] = []
    for path in sorted(_with_targets(readable)):
        if not any(path.is_relative_to(other) for other in shown):
            _show(path, root)
            shown += [] if path.is_symlink() else [path]
    for place in (HOME, TEMPORARY, SHARED_MEMORY, PARENTS_HOME, _SCRATCH, "/old"):
        (root / place[1:]).mkdir(parents=True, exist_ok=True)
    for device in DEVICES:
        (root / device[1:]).touch()
        kernel.mount(device, f"{folder}{device}", None, kernel.BIND)
    (root / "etc").mkdir(exist_ok=True)
    (root / "etc/passwd").write_text(_USERS)
    _bind(release, f"{folder}{HOME}")
    kernel.change_root(folder, f"{folder}/old")
    os.chdir("/")
    kernel.unmount("/old")
    with suppress(OSError):
        Path("/old").rmdir()
    _make_read_only("/", 0)


def mount_parents_home() -> None:
    """Give the warm parent a place for what libraries keep in a home folder."""
    kernel.mount("tmpfs", PARENTS_HOME, "tmpfs", kernel.NO_SETUID | kernel.NO_DEVICES, "size=64m,mode=755")


def mount_own_folders(bounds: Bounds) -> None:
    """Give this candidate a copy of the release at `HOME`, and temporary folders, bounded in size together."""
    options = f"size={bounds.disk_bytes},nr_inodes={bounds.files},mode=700"
    kernel.mount("tmpfs", _SCRATCH, "tmpfs", kernel.NO_SETUID | kernel.NO_DEVICES, options)
    for name in ("upper", "work", "temporary", "shared"):
        Path(_SCRATCH, name).mkdir()
    _mount_copy_of_release()
    kernel.mount(f"{_SCRATCH}/temporary", TEMPORARY, None, kernel.BIND)
    kernel.mount(f"{_SCRATCH}/shared", SHARED_MEMORY, None, kernel.BIND)
    _make_read_only(PARENTS_HOME, kernel.NO_SETUID | kernel.NO_DEVICES)
    os.chdir(HOME)


def _mount_copy_of_release() -> None:
    """A copy that costs nothing until it is written to; a real one where the kernel has no such thing."""
    layers = f"lowerdir={HOME},upperdir={_SCRATCH}/upper,workdir={_SCRATCH}/work,userxattr"
    try:
        kernel.mount("overlay", HOME, "overlay", kernel.NO_SETUID | kernel.NO_DEVICES, layers)
    except OSError:
        shutil.copytree(HOME, f"{_SCRATCH}/upper", dirs_exist_ok=True)
        kernel.mount(f"{_SCRATCH}/upper", HOME, None, kernel.BIND)


def _with_targets(paths: Iterable[str]) -> set[Path]:
    """The paths that exist, and where those of them lead that are links or lie behind links."""
    there = {Path(path) for path in paths if os.path.lexists(path)}
    return there | {path.resolve() for path in there}


def _show(path: Path, root: Path) -> None:
    target = root / path.relative_to("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    if path.is_symlink():
        target.symlink_to(path.readlink())
    elif path.is_dir():
        target.mkdir(exist_ok=True)
        _bind(str(path), str(target))
    elif path.exists():
        target.touch()
        _bind(str(path), str(target))


def _bind(source: str, target: str) -> None:
    kernel.mount(source, target, None, kernel.BIND | kernel.RECURSIVE)
    _make_read_only(target, _locked_flags(source) | kernel.NO_SETUID | kernel.NO_DEVICES)


def _make_read_only(target: str, flags: int) -> None:
    kernel.mount("none", target, None, kernel.REMOUNT | kernel.BIND | kernel.READ_ONLY | flags)


def _locked_flags(path: str) -> int:
    """How the file system is mounted already: without privileges, a second mount may not loosen it."""
    flags = os.statvfs(path).f_flag
    kept = flags & (os.ST_NOEXEC | os.ST_NOATIME | os.ST_NODIRATIME)
    return kept | (kernel.RELATIVE_ACCESS_TIMES if flags & os.ST_RELATIME else 0)
