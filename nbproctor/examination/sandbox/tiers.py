"""The tiers of protection, from the strongest down, and the choice among them by trying.

| tier | who | what |
|---|---|---|
| A | root | an ordinary user of no rights first, then as B |
| B | anyone, where user namespaces are allowed | own users, processes, mounts, network; system calls filtered; bounds |
| C | anyone, on Linux with Landlock and libseccomp | no other files, no network, no new processes; bounds |
| D | any system | a process of its own, of root's an ordinary user's, and bounds; Landlock where there is one |
"""

from __future__ import annotations

import os
import signal
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NoReturn

from nbproctor.examination.sandbox import c_library, file_system, landlock, limits, seccomp
from nbproctor.examination.sandbox.file_system import DEVICES, READABLE_SYSTEM, SYSTEM_FILES, TOOLS
from nbproctor.examination.sandbox.limits import Bounds


class Tier(StrEnum):
    """How strong the protection is; A is the strongest."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"


@dataclass(frozen=True)
class Plan:
    """What a sandbox must provide, between the weakest tier that will do and the strongest to try.

    Args:
        private: the folders that no submission may read: the course's, the run's temporary folder.
        release: the folder that runners get copies of.
        home: an empty folder for the warm parent.
        kernel_files: what runners read because they start a Jupyter kernel; None if they start none.
    """

    weakest: Tier
    strongest: Tier
    private: tuple[str, ...]
    release: str
    home: str
    bounds: Bounds
    kernel_files: tuple[str, ...] | None = None


class TierUnavailable(Exception):
    """This machine, or this user, cannot have a tier; the message says why and what would help."""


class Killed(TierUnavailable):
    """The process that tried the tier was killed without a message, by a person or for lack of memory."""


def enter(plan: Plan) -> Sandbox:
    """Enter the strongest tier that works here, as a warm parent, before any library has started a thread.

    May return in a child of the process that called it.

    Raises:
        TierUnavailable: none of the tiers asked for works; the message has a line for each.
        Killed: the same, but one of them might have worked.
    """
    refusals: list[str] = []
    refused_by: type[TierUnavailable] = TierUnavailable
    for tier in (tier for tier in Tier if plan.strongest <= tier <= plan.weakest):
        sandbox = _SANDBOXES[tier](plan, tier)
        try:
            try:
                sandbox.enter()
            except Killed:  # that says nothing about the tier, so no weaker one is chosen because of it
                sandbox.enter()
        except TierUnavailable as refusal:
            refusals.append(f"tier {tier}: {refusal}")
            refused_by = Killed if isinstance(refusal, Killed) else refused_by
        else:
            sandbox.refusals = tuple(refusals)
            return sandbox
    raise refused_by(
        f"no sandbox of tier {plan.weakest} or stronger works here. "
        + ". ".join(refusals)
        + ". Install or enable what is missing; or, for submissions that you trust, set c.Grading.weakest_tier in "
        "grading_config.py; course doctor shows what a machine enforces"
    )


class Sandbox(ABC):
    """A tier in use: a warm parent enters it and forks children, which confine themselves.

    Attributes:
        release: where the parent finds the release.
        has_own_folders: whether a child's copy of the release comes with the sandbox; else it is given a folder.
        owner: the user who must own that folder; None for this one.
        readable: files and folders that Python needs, beside the system's own.
        refusals: why stronger tiers are not available, a sentence each.
    """

    has_own_folders = False
    owner: int | None = None

    def __init__(self, plan: Plan, tier: Tier) -> None:
        self.plan = plan
        self.tier = tier
        self.release = plan.release
        self.home = plan.home
        self.refusals: tuple[str, ...] = ()
        self.readable = file_system.readable_beside(plan.private, plan.kernel_files or ())
        self._identities = file_system.identities(self.readable)

    @abstractmethod
    def enter(self) -> None:
        """Enter it as a warm parent; a `TierUnavailable` if it does not work here."""

    def fork(self) -> int:
        """Fork a child, as `os.fork`."""
        return os.fork()

    @abstractmethod
    def confine(self, folder: str, keep: Sequence[int]) -> Iterator[str]:
        """Confine this child, for good, and yield each protection that is enforced from now on.

        Args:
            folder: its copy of the release, unless the sandbox has folders of its own; its working directory from now.
            keep: the file descriptors that stay open, beside the standard streams.
        """

    def _readable_places(self) -> tuple[str, ...]:
        return (*SYSTEM_FILES, *self.readable, self.plan.release)

    def _try_a_child(self) -> None:
        """Require that a child can be confined as all later ones, and still read what Python imports from.

        Raises:
            TierUnavailable: it cannot.
        """

        def confined() -> None:
            list(self.confine(self.plan.release, ()))
            with open(os.__file__, "rb"), open(os.devnull, "wb"):  # noqa: PTH123 - the plainest use of each
                pass
            file_system.require_unchanged(self._identities)

        _in_a_child(confined, self.fork)


class Reduced(Sandbox):
    """Tier D: a process of its own with bounds; of root's, a user of no rights; and Landlock where there is one."""

    def enter(self) -> None:
        """Try whether children of root can be another user, who must be able to read Python's files."""
        if sys.platform == "linux" and os.geteuid() == 0 and self.plan.kernel_files is None:
            self.owner = THROW_AWAY_USER
            with suppress(TierUnavailable):
                self._try_a_child()
                return
            self.owner = None

    def confine(self, folder: str, keep: Sequence[int]) -> Iterator[str]:
        """Bound this process, and keep it from other files where the system can."""
        yield "separate process"
        size = limits.size_of_this_process()
        close_all_but(keep)
        if self.owner is not None:
            c_library.refuse_new_privileges()
            _become(self.owner)
            yield "user"
        os.chdir(folder)
        yield from limits.enter(self.plan.bounds, size, count_processes=False)
        terminals = () if self.plan.kernel_files is None else ("/dev/ptmx", file_system.TERMINALS)
        yield from landlock.enter(self._readable_places(), (*DEVICES, *terminals, folder))


class Restricted(Sandbox):
    """Tier C: Landlock, a filter of system calls and bounds."""

    _enters_closed_folders = False

    def enter(self) -> None:
        """Compile the filter of system calls, and try it."""
        if sys.platform != "linux":
            raise TierUnavailable("it exists only on Linux")
        if not landlock.version():
            raise TierUnavailable(
                "this kernel has no Landlock; it came with Linux 5.13 and must be among the active LSMs"
            )
        self._filter = _compiled(may_fork=False, may_change_metadata=False, may_truncate=landlock.governs_truncation())
        if os.geteuid() == 0:
            self.owner = THROW_AWAY_USER
            for self._enters_closed_folders in (False, True):  # Python may lie where only root may read
                with suppress(TierUnavailable):
                    self._try_a_child()
                    return
            self.owner = None
        self._try_a_child()

    def confine(self, folder: str, keep: Sequence[int]) -> Iterator[str]:
        """Leave this child only its folder and what computing needs."""
        yield "separate process"
        size = limits.size_of_this_process()
        close_all_but(keep)
        if self.owner is not None:
            if self._enters_closed_folders:
                c_library.keep_capabilities()
            _become(self.owner)
            if self._enters_closed_folders:  # which of them, Landlock says
                c_library.keep_only_reading()
            yield "user"
        c_library.end_with_parent(signal.SIGKILL)  # not earlier: changing the user forgets it
        os.chdir(folder)
        yield from limits.enter(self.plan.bounds, size, count_processes=False)
        c_library.refuse_new_privileges()
        enforced = list(landlock.enter(self._readable_places(), (*DEVICES, folder)))
        if os.geteuid() == 0:
            c_library.drop_capabilities()
        c_library.set_dumpable(False)
        c_library.filter_calls(seccomp.compile_signal_filter(None if "signals" in enforced else os.getpid()))
        c_library.filter_calls(self._filter)
        yield from ("files", "network", "processes", "signals", "system calls")


class Namespaced(Sandbox):
    """Tiers A and B: namespaces, a filter of system calls and bounds."""

    has_own_folders = True

    def enter(self) -> None:
        """Move into new namespaces, where this process is the first; return only there."""
        if sys.platform != "linux":
            raise TierUnavailable("it exists only on Linux")
        if (os.geteuid() == 0) != (self.tier is Tier.A):
            raise TierUnavailable("only root can use it" if self.tier is Tier.A else "root uses tier A instead")
        has_kernel = self.plan.kernel_files is not None
        self._filter = _compiled(may_fork=True, may_change_metadata=True, may_truncate=True, for_kernel=has_kernel)
        self._signal_filter = seccomp.compile_signal_filter(None)
        reading, writing = os.pipe()
        outside = os.fork()
        if outside:
            os.close(writing)
            _stand_for(outside, reading)
        os.close(reading)
        try:
            self._move_in()
            self._try_a_child()
        except Killed:
            os._exit(1)
        except (OSError, TierUnavailable) as error:
            os.write(writing, f"{error}{_cure(error)}".encode())
            os._exit(1)
        os.write(writing, _DONE)
        os.close(writing)

    def _move_in(self) -> None:
        self._proc_folder = os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        parts = c_library.NEW_USER | c_library.NEW_MOUNTS | c_library.NEW_PROCESSES
        parts |= c_library.NEW_NETWORK | c_library.NEW_IPC | c_library.NEW_NAMES
        shown = (*SYSTEM_FILES, *self.readable, TOOLS)
        self._shown_below = file_system.below_own_folders(self.readable)
        if self.tier is Tier.A:
            # Root builds the file system, as it can show what lies in folders closed to others.
            c_library.unshare(c_library.NEW_MOUNTS)
            file_system.build(self.plan.home, shown, self.plan.release)
            _become(THROW_AWAY_USER)
            self._unshare(parts, 0)
        else:
            self._unshare(parts, 0)
            file_system.build(self.plan.home, shown, self.plan.release)
        c_library.end_with_parent(signal.SIGKILL)
        inside = os.fork()
        if inside:
            _end_like(inside)
        c_library.end_with_parent(signal.SIGKILL)
        file_system.mount_parents_home()
        self.release, self.home = file_system.HOME, file_system.PARENTS_HOME
        self._process_namespace = os.open("self/ns/pid", os.O_RDONLY | os.O_CLOEXEC, dir_fd=self._proc_folder)

    def fork(self) -> int:
        """Fork a child that is the first process of its own namespace: all that it starts ends with it."""
        c_library.unshare(c_library.NEW_PROCESSES)
        child = os.fork()
        if child:
            # Else this parent could start neither threads nor processes, as libraries do when imported.
            c_library.join_namespace(self._process_namespace, c_library.NEW_PROCESSES)
        return child

    def confine(self, folder: str, keep: Sequence[int]) -> Iterator[str]:
        """Leave this child only its own file system and what computing needs."""
        yield "separate process"
        size = self._size()
        c_library.write_file("self/oom_score_adj", "1000", self._proc_folder)
        self._unshare(c_library.NEW_USER | c_library.NEW_MOUNTS, 1000)
        close_all_but(keep)
        file_system.mount_own_folders(self.plan.bounds, self._shown_below)
        if self.plan.kernel_files is not None:
            file_system.mount_terminals(self.plan.bounds.processes)
        yield from ("disk", "user" if self.tier is Tier.A else "user namespace")
        yield from limits.enter(self.plan.bounds, size, count_processes=True)
        c_library.refuse_new_privileges()
        own_folders = (file_system.HOME, file_system.TEMPORARY, file_system.SHARED_MEMORY, file_system.TERMINALS)
        list(landlock.enter((*READABLE_SYSTEM, *self.readable), (*DEVICES, *own_folders)))
        c_library.drop_capabilities()
        c_library.set_dumpable(False)
        c_library.filter_calls(self._signal_filter)
        c_library.filter_calls(self._filter)
        yield from ("files", "network", "processes", "signals", "system calls")

    def _unshare(self, namespaces: int, user: int) -> None:
        """Move into new namespaces, one of users among them, in which this process is that user."""
        outer_user, outer_group = os.geteuid(), os.getegid()
        c_library.set_dumpable(True)
        c_library.unshare(namespaces)
        c_library.set_dumpable(True)  # else the maps are root's to write
        c_library.write_file("self/setgroups", "deny", self._proc_folder)
        c_library.write_file("self/uid_map", f"{user} {outer_user} 1", self._proc_folder)
        c_library.write_file("self/gid_map", f"{user} {outer_group} 1", self._proc_folder)

    def _size(self) -> int:
        statm = os.open("self/statm", os.O_RDONLY | os.O_CLOEXEC, dir_fd=self._proc_folder)
        try:
            return int(os.read(statm, 100).split()[0]) * os.sysconf("SC_PAGE_SIZE")
        finally:
            os.close(statm)


_SANDBOXES: dict[Tier, type[Sandbox]] = {Tier.A: Namespaced, Tier.B: Namespaced, Tier.C: Restricted, Tier.D: Reduced}

# A user that owns nothing: in the range that no distribution gives to people, services or containers' users.
THROW_AWAY_USER = 64_321

_DONE = b"done"


def hand_over(folder: Path, owner: int | None) -> None:
    """Let another user, unless it is None, own a folder and all in it."""
    if owner is not None:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, owner, owner, follow_symlinks=False)


def close_all_but(keep: Sequence[int]) -> None:
    """Close every file descriptor but the standard streams and these."""
    first = 3
    for descriptor in sorted(keep):
        os.closerange(first, descriptor)
        first = descriptor + 1
    os.closerange(first, os.sysconf("SC_OPEN_MAX"))


def close_standard_streams() -> None:
    """Discard output that bypasses Python's own streams: it must not reach the grader's terminal."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    os.close(null)


def _compiled(**allowed: bool) -> bytes:
    try:
        return seccomp.compile_filter(**allowed)
    except seccomp.FilterUnavailable as error:
        raise TierUnavailable(str(error)) from None


def _become(user: int) -> None:
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def _in_a_child(work: Callable[[], None], fork: Callable[[], int]) -> None:
    """Do some work in a child process.

    Raises:
        TierUnavailable: the work raised an OSError there, or the process ended before it was done.
    """
    reading, writing = os.pipe()
    try:
        child = fork()
    except OSError as error:
        os.close(reading)
        os.close(writing)
        raise TierUnavailable(str(error)) from None
    if child == 0:
        os.set_inheritable(writing, True)
        report = os.dup2(writing, 2)  # the one descriptor that is never closed
        try:
            work()
            os.write(report, _DONE)
        except OSError as error:
            os.write(report, str(error).encode())
        finally:
            os._exit(0)
    os.close(writing)
    answer = _read_all(reading)
    _, status = os.waitpid(child, 0)
    if answer != _DONE:
        raise _refusal(answer, status)


def _refusal(answer: bytes, status: int) -> TierUnavailable:
    """Why a process did not enter: its message, or how it ended."""
    if answer:
        return TierUnavailable(answer.decode(errors="replace"))
    return Killed(f"a test process ended with status {os.waitstatus_to_exitcode(status)} while entering the sandbox")


def _stand_for(child: int, reading: int) -> None:
    """Wait for the child's message; if it is in its namespaces, wait for its end, and end too."""
    answer = _read_all(reading)
    if answer == _DONE:
        _end_like(child)
    _, status = os.waitpid(child, 0)
    raise _refusal(answer, status)


def _end_like(child: int) -> NoReturn:
    close_all_but(())
    _, status = os.waitpid(child, 0)
    os._exit(max(os.waitstatus_to_exitcode(status), 0))


def _read_all(reading: int) -> bytes:
    with os.fdopen(reading, "rb") as source:
        return source.read()


def _cure(error: Exception) -> str:
    if not isinstance(error, PermissionError):
        return ""
    return (
        "; unprivileged user namespaces are not allowed here: in a container, allow them in its seccomp and AppArmor "
        "profiles; on Ubuntu, sysctl kernel.apparmor_restrict_unprivileged_userns=0"
    )
