"""The file system that a runner sees: Python, the system's libraries, the release, and nothing else."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from nbproctor.examination.sandbox import c_library
from nbproctor.examination.sandbox.limits import Bounds

SYSTEM_FILES = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime", "/etc/fonts", "/nix/store")
READABLE_SYSTEM = (*SYSTEM_FILES, "/etc/passwd")
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/urandom", "/dev/random")

TOOLS = str(Path(__file__).parents[2])
"""The folder of `nbproctor`, which a warm parent imports from; no runner may read it."""

# The number of a file system, and of a file in it: the same for the same file, wherever that is mounted.
Identity = tuple[int, int]


def readable_beside(private_folders: Iterable[str], kernel_files: Iterable[str] = ()) -> tuple[str, ...]:
    """The folders that this process's Python imports from, and the kernel's files, but nothing private, nor `TOOLS`."""
    tools_root = Path(TOOLS).resolve().parent
    private = {Path(folder).resolve() for folder in private_folders}
    if tools_root.name not in ("site-packages", "dist-packages"):  # there they lie among what students need as well
        private.add(tools_root)
    imported = [path for path in sys.path if Path(path).is_absolute()]
    paths = {path for path in (sys.prefix, sys.base_prefix, *imported) if os.access(path, os.R_OK)}
    shown = {path for path in paths if not any(folder.is_relative_to(Path(path).resolve()) for folder in private)}
    linked = {target for path in shown.intersection(imported) for target in _linked_from(Path(path))}
    linked |= {Path(path) for path in kernel_files if os.access(path, os.R_OK)}
    apart = (
        path
        for path in linked
        if not any(path.is_relative_to(folder) or folder.is_relative_to(path) for folder in private)
    )
    return tuple(sorted(shown | {str(path) for path in apart}))


def _linked_from(folder: Path) -> Iterator[Path]:
    """The targets of the packages and modules that are only links in a folder that Python imports from."""
    if folder.is_dir():
        yield from (path.resolve() for path in folder.iterdir() if path.is_symlink() and os.access(path, os.R_OK))


def identities(paths: Iterable[str]) -> dict[str, Identity]:
    """The identity of what each path leads to in this process."""
    return {path: _identity(path) for path in paths}


def require_unchanged(before: Mapping[str, Identity]) -> None:
    """Require that each path still leads to the file that it led to before this process was confined, and is readable.

    Raises:
        OSError: a path leads elsewhere or cannot be read; the message says which one, and what to do.
    """
    for path, identity in before.items():
        try:
            os.close(os.open(path, os.O_RDONLY))
            reason = "" if _identity(path) == identity else "something else is there"
        except OSError as error:
            reason = str(error.strerror)
        if reason:
            raise OSError(
                f"Python imports from {path}, which submissions could not read ({reason}): make it readable for "
                "every user, or install Python and its packages in a separate folder"
            )


def _identity(path: str) -> Identity:
    status = Path(path).stat()
    return status.st_dev, status.st_ino


HOME = "/home/student"  # the release; in a runner, its own copy
TEMPORARY, SHARED_MEMORY = "/tmp", "/dev/shm"  # noqa: S108 - the runner's own
TERMINALS = "/dev/pts"
PARENTS_HOME = "/run/parent"
_SCRATCH = "/run/scratch"
_RELEASE = "/run/release"  # the release without what is shown below `HOME`
_RUNNERS_PLACES = (HOME, TEMPORARY, SHARED_MEMORY, PARENTS_HOME, _SCRATCH, _RELEASE)
_USERS = "student:x:1000:1000:student:/home/student:/bin/sh\n"
_HARMLESS = c_library.NO_SETUID | c_library.NO_DEVICES


def build(folder: str, readable: Iterable[str], release: str) -> None:
    """Change this process's root to one that shows only what a runner needs, read-only.

    Args:
        folder: an empty folder, over which the new root is mounted.
        readable: the files and folders to show at their own paths. Those that do not exist are left out, and folders
            that contain one of the runner's own places, such as `/tmp`, which have other content here.
        release: the folder to show as `HOME`, in which empty folders are made for what is shown below it.

    Raises:
        OSError: the kernel does not let this process do it.
    """
    root = Path(folder)
    c_library.mount("none", "/", None, c_library.RECURSIVE | c_library.PRIVATE)
    c_library.mount("tmpfs", folder, "tmpfs", _HARMLESS, "size=1m,mode=755")
    mask = os.umask(0o022)  # another user must get to what is made here
    for place in (*_RUNNERS_PLACES, TERMINALS, "/old"):
        (root / place[1:]).mkdir(parents=True, exist_ok=True)
    flags = _locked_flags(release) | _HARMLESS
    _mount_read_only(release, root / _RELEASE[1:])
    c_library.mount(release, f"{folder}{HOME}", None, c_library.BIND | c_library.RECURSIVE)
    for path in _topmost(readable):
        _show(path, root)
    _make_read_only(f"{folder}{HOME}", flags)
    for device in DEVICES:
        (root / device[1:]).touch()
        c_library.mount(device, f"{folder}{device}", None, c_library.BIND)
    (root / "dev/ptmx").symlink_to("pts/ptmx")
    (root / "etc").mkdir(exist_ok=True)
    (root / "etc/passwd").write_text(_USERS)
    os.umask(mask)
    c_library.change_root(folder, f"{folder}/old")
    os.chdir("/")
    c_library.unmount("/old")
    with suppress(OSError):
        Path("/old").rmdir()
    _make_read_only("/", 0)


def below_own_folders(readable: Iterable[str]) -> tuple[str, ...]:
    """The places shown by `build` that a runner's own folders would hide."""
    return tuple(
        str(path)
        for path in _topmost(readable)
        if any(path.is_relative_to(folder) for folder in (HOME, TEMPORARY, SHARED_MEMORY))
    )


def mount_parents_home() -> None:
    """Give the warm parent a place for what libraries keep in a home folder."""
    c_library.mount("tmpfs", PARENTS_HOME, "tmpfs", _HARMLESS, "size=64m,mode=755")


def mount_own_folders(bounds: Bounds, below: Iterable[str]) -> None:
    """Give this runner a copy of the release at `HOME`, and temporary folders, bounded in size together.

    The files and folders inside these that `below_own_folders` returned stay visible.
    """
    options = f"size={bounds.disk_bytes},nr_inodes={bounds.files},mode=700"
    c_library.mount("tmpfs", _SCRATCH, "tmpfs", _HARMLESS, options)
    for name in ("upper", "work", "temporary", "shared"):
        Path(_SCRATCH, name).mkdir()
    kept_at = {place: Path(_SCRATCH, f"kept-{number}") for number, place in enumerate(below)}
    for place, path in kept_at.items():
        _mount_at(place, path)
    _mount_copy_of_release()
    c_library.mount(f"{_SCRATCH}/temporary", TEMPORARY, None, c_library.BIND)
    c_library.mount(f"{_SCRATCH}/shared", SHARED_MEMORY, None, c_library.BIND)
    for place, path in kept_at.items():
        _mount_at(str(path), Path(place))
    _make_read_only(PARENTS_HOME, _HARMLESS)
    os.chdir(HOME)


def mount_terminals(count: int) -> None:
    """Give this runner terminals of its own: some kernels need one to talk to the program that they drive."""
    flags = c_library.NO_SETUID | c_library.NO_EXECUTION
    c_library.mount("devpts", TERMINALS, "devpts", flags, f"newinstance,ptmxmode=0666,mode=0600,max={count}")


def _mount_copy_of_release() -> None:
    """Mount an overlay on the release, which costs nothing until it is written to; without overlays, a real copy."""
    layers = f"lowerdir={_RELEASE},upperdir={_SCRATCH}/upper,workdir={_SCRATCH}/work,userxattr"
    try:
        c_library.mount("overlay", HOME, "overlay", _HARMLESS, layers)
    except OSError:
        shutil.copytree(_RELEASE, f"{_SCRATCH}/upper", dirs_exist_ok=True)
        c_library.mount(f"{_SCRATCH}/upper", HOME, None, c_library.BIND)


def _topmost(paths: Iterable[str]) -> list[Path]:
    """The places where the paths that exist are shown; none of them lies within another."""
    places = {place for path in paths if os.path.lexists(path) for place in _names(Path(path))}
    shown: list[Path] = []
    for place in sorted(places):
        if not any(place.is_relative_to(upper) for upper in shown) and not any(
            Path(own_place).is_relative_to(place) for own_place in _RUNNERS_PLACES
        ):
            shown.append(place)
    return shown


def _names(path: Path) -> Iterator[Path]:
    """The names of a path that leads through links: as it is, with the first link followed, and so on."""
    if ".." not in path.parts:
        yield path
    for part in (*reversed(path.parents), path):
        if part.name == "..":
            followed = part.parent.parent
        elif part.is_symlink():
            followed = part.parent / part.readlink()
        else:
            continue
        yield from _names(followed / path.relative_to(part))
        return


def _show(path: Path, root: Path) -> None:
    """Show what a path leads to. Folders are shown at each of their names, as no place below a link can be made."""
    target = root / path.relative_to("/")
    if path.is_symlink() and not path.is_dir():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.symlink_to(path.readlink())
    elif path.exists():
        _mount_read_only(str(path), target)


def _mount_read_only(source: str, target: Path) -> None:
    _mount_at(source, target)
    _make_read_only(str(target), _locked_flags(source) | _HARMLESS)


def _mount_at(source: str, target: Path) -> None:
    """Show a file or folder at another place as well, which is made if it is not there."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if Path(source).is_dir():
        target.mkdir(exist_ok=True)
    else:
        target.touch()
    c_library.mount(source, str(target), None, c_library.BIND | c_library.RECURSIVE)


def _make_read_only(target: str, flags: int) -> None:
    c_library.mount("none", target, None, c_library.REMOUNT | c_library.BIND | c_library.READ_ONLY | flags)


def _locked_flags(path: str) -> int:
    """The flags that the file system is mounted with: without privileges, a second mount may not drop them."""
    flags = os.statvfs(path).f_flag
    locked = flags & (os.ST_NOEXEC | os.ST_NOATIME | os.ST_NODIRATIME)
    return locked | (c_library.RELATIVE_ACCESS_TIMES if flags & os.ST_RELATIME else 0)
