"""What lies outside the sandbox: things that attacks aim at, and what of it has changed."""

from __future__ import annotations

import ctypes
import hashlib
import os
import secrets
import select
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

PREFIX = "attacks-"
"""How the names of the folders begin in which attacks are graded."""


@dataclass
class Surroundings:
    """What attacks aim at, for one run of `course grade`.

    Args:
        course: the course's folder, which nothing but its output folders may change in.
        beside: a folder beside the course, which anyone may write to.
        scratch: the run's temporary folder.
        bystander: a process of the same user that has nothing to do with the run.
        token: a word that attacks put into the names of what they make.
        key: how the System V keys begin that attacks use, in decimal.
        contacts: what anyone sent to the listeners.
    """

    course: Path
    beside: Path
    scratch: Path
    bystander: subprocess.Popen[bytes]
    token: str = field(default_factory=lambda: f"quartz{secrets.token_hex(4)}")
    key: str = field(default_factory=lambda: str(10_000 + secrets.randbelow(11_000)))
    contacts: list[str] = field(default_factory=list)
    ports: dict[str, str] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)
    before: dict[str, object] = field(default_factory=dict)

    def words(self) -> Mapping[str, str]:
        """What stands for @WORD@ in an attack."""
        return {
            "COURSE": str(self.course),
            "BESIDE": str(self.beside),
            "OUTPUT": str(self.course.parent / "graded"),
            "SCRATCH": str(self.scratch),
            "BYSTANDER": str(self.bystander.pid),
            "TOKEN": self.token,
            "KEY": self.key,
            **self.ports,
        }

    def remember(self) -> None:
        """Take down how everything is before the run."""
        self.before = {name: look(self) for name, look in LOOKS.items()}

    def changes(self, name: str) -> str:
        """What one look finds changed since `remember`, in words; empty for nothing."""
        before, now = self.before[name], LOOKS[name](self)
        if before == now:
            return ""
        if isinstance(before, dict) and isinstance(now, dict):
            keys = sorted(key for key in before.keys() | now.keys() if before.get(key) != now.get(key))
            return "; ".join(f"{key}: {before.get(key, 'absent')} became {now.get(key, 'absent')}" for key in keys[:5])
        return f"{before!r} became {now!r}"


def files_of_the_course(around: Surroundings) -> dict[str, str]:
    """Every file of the course and what it holds."""
    return _hashes(around.course)


def files_beside_the_course(around: Surroundings) -> dict[str, str]:
    """Every file of a folder beside it that anyone may write to."""
    return _hashes(around.beside)


def files_in_temporary_folders(around: Surroundings) -> list[str]:
    """What the run left in its own temporary folder, and what bears an attack's name in those of the system."""
    found = [entry.path for entry in os.scandir(around.scratch)]
    for folder in ("/tmp", "/var/tmp", "/dev/shm", "/run/lock", "/", str(Path.home()), str(Path.cwd())):
        with suppress(OSError):
            found += [entry.path for entry in os.scandir(folder) if around.token in entry.name]
    return sorted(found)


def processes_left(around: Surroundings) -> list[str]:
    """Processes that the run started and that lived on, as `keeper` found them."""
    return around.left


def the_bystander(around: Surroundings) -> dict[str, object]:
    """Whether a process that has nothing to do with the run lives, and how it is scheduled and limited."""
    pid = around.bystander.pid
    if around.bystander.poll() is not None:
        return {"lives": False}
    return {
        "lives": _state(pid) not in "TtZX",
        "niceness": os.getpriority(os.PRIO_PROCESS, pid),
        "processors": sorted(os.sched_getaffinity(pid)),
        "limits": Path(f"/proc/{pid}/limits").read_text(),
    }


def mounts(around: Surroundings) -> list[str]:
    """What is mounted where, but in the folders of other tests, which mount disks of their own."""
    own = str(around.scratch.parent)
    lines = Path("/proc/self/mountinfo").read_text().splitlines()
    return sorted(
        " ".join(line.split(" ")[3:5])
        for line in lines
        if own in line or not ("/pytest-of-" in line or f"/{PREFIX}" in line)
    )


def shared_memory_and_queues(around: Surroundings) -> dict[str, list[str]]:
    """System V's shared memory, semaphores and message queues, and POSIX's queues."""
    found = {}
    for kind in ("shm", "sem", "msg"):
        lines = Path(f"/proc/sysvipc/{kind}").read_text().splitlines()[1:]
        found[kind] = sorted(line.split()[0] for line in lines if line.split()[0].startswith(around.key))
    found["mqueue"] = [name for name in (f"/{around.token}",) if _queue_exists(name)]
    return found


def keys_in_keyrings(around: Surroundings) -> list[str]:
    """Keys of the kernel's keyrings that bear an attack's name."""
    with suppress(OSError):
        return [line for line in Path("/proc/keys").read_text().splitlines() if around.token in line]
    return []


def sockets(around: Surroundings) -> list[str]:
    """Unix sockets that bear an attack's name, and the port that attacks listen on."""
    found = [line.split()[-1] for line in Path("/proc/net/unix").read_text().splitlines() if around.token in line]
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", int(around.ports["FREE_PORT"])))
        except OSError:
            found.append("the free port")
    return found


def messages_received(around: Surroundings) -> list[str]:
    """What reached the listeners: TCP, UDP, and Unix sockets with and without a file."""
    return sorted(set(around.contacts))


def name_of_the_machine(around: Surroundings) -> str:
    """The machine's name, which root could change."""
    return socket.gethostname()


LOOKS: dict[str, Callable[[Surroundings], object]] = {
    look.__name__: look
    for look in (
        files_of_the_course,
        files_beside_the_course,
        files_in_temporary_folders,
        processes_left,
        the_bystander,
        mounts,
        shared_memory_and_queues,
        keys_in_keyrings,
        sockets,
        messages_received,
        name_of_the_machine,
    )
}


def _hashes(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): _described(path)
        for path in sorted(folder.rglob("*"))
        if "__pycache__" not in path.parts
    }


def _described(path: Path) -> str:
    if path.is_symlink():
        return f"link to {path.readlink()}"
    if not path.is_file():
        return "folder" if path.is_dir() else "special"
    return f"{oct(path.stat().st_mode)} {hashlib.sha256(path.read_bytes()).hexdigest()[:16]}"


def _state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]


# POSIX message queues and System V's shared memory have no module of Python's.

_libc = ctypes.CDLL(None, use_errno=True)
_rt = ctypes.CDLL("librt.so.1", use_errno=True)


def _queue_exists(name: str) -> bool:
    queue = _rt.mq_open(name.encode(), os.O_RDONLY)
    if queue >= 0:
        os.close(queue)
    return queue >= 0 or ctypes.get_errno() == 13


# What attacks talk to.


@contextmanager
def listening(around: Surroundings) -> Iterator[None]:
    """Listen on sockets of several kinds, and take down whatever comes."""
    with ExitStack() as opened:
        found: dict[int, tuple[str, socket.socket]] = {}
        for name, family, kind, address in _addresses(around):
            sock = opened.enter_context(socket.socket(family, kind))
            sock.bind(address)
            if kind == socket.SOCK_STREAM:
                sock.listen()
            found[sock.fileno()] = name, sock
        around.ports = {
            "TCP_PORT": str(_port(found, "TCP")),
            "UDP_PORT": str(_port(found, "UDP")),
            "UNIX_PATH": str(around.beside / "socket"),
            "FREE_PORT": str(_free_port()),
        }
        (around.beside / "socket").chmod(0o777)
        ends, end = os.pipe()
        thread = threading.Thread(target=_take_down, args=(around, found, ends), daemon=True)
        thread.start()
        try:
            yield
        finally:
            os.close(end)
            thread.join()
            os.close(ends)


def _addresses(around: Surroundings) -> Iterable[tuple[str, socket.AddressFamily, socket.SocketKind, object]]:
    yield "TCP", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)
    yield "UDP", socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)
    yield "Unix", socket.AF_UNIX, socket.SOCK_STREAM, str(around.beside / "socket")
    yield "Unix without a file", socket.AF_UNIX, socket.SOCK_STREAM, f"\0ear-of-{around.token}"


def _port(found: Mapping[int, tuple[str, socket.socket]], kind: str) -> int:
    return next(int(sock.getsockname()[1]) for name, sock in found.values() if name == kind)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _take_down(around: Surroundings, found: Mapping[int, tuple[str, socket.socket]], ends: int) -> None:
    while True:
        ready, _, _ = select.select([*found, ends], [], [])
        if ends in ready:
            return
        for descriptor in ready:
            name, sock = found[descriptor]
            around.contacts.append(name)
            if sock.type == socket.SOCK_DGRAM:
                sock.recv(1000)
            else:
                sock.accept()[0].close()  # by which whoever connected sees that it was noted


@contextmanager
def surroundings(root: Path, course: Path, user: int | None) -> Iterator[Surroundings]:
    """Everything around one run: folders below `root`, listeners, a bystander of `user` or of who runs the tests."""
    beside, scratch = root / "beside", root / "scratch"
    for folder in (beside, scratch):
        folder.mkdir()
        folder.chmod(0o777)
    (beside / "canary").write_text("A canary sings.\n")
    (beside / "canary").chmod(0o666)
    bystander = subprocess.Popen(["sleep", "3600"], **_as_user(user))
    around = Surroundings(course, beside, scratch, bystander)
    try:
        with listening(around):
            yield around
    finally:
        bystander.kill()
        bystander.wait()


def _as_user(user: int | None) -> dict[str, object]:
    return {} if user is None else {"user": user, "group": user, "extra_groups": []}


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder that any user may enter, as pytest's own is not; it goes again whatever was put into it."""
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir="/tmp"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        # Not shutil.rmtree: folders can be nested deeper than Python recurses.
        subprocess.run(["rm", "-rf", "--", folder], check=False, stderr=subprocess.DEVNULL)
