"""What this machine can keep submissions and judges from: confined children try each forbidden thing."""

from __future__ import annotations

import dataclasses
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import psutil

from nbproctor.config import Course
from nbproctor.examination.grader.warm_parent import WarmParent
from nbproctor.examination.machine.resource_watchdog import Watchdog, WatchedRunner
from nbproctor.examination.sandbox.escape_attempts import ATTEMPTS, JUDGES_ATTEMPTS, Canaries
from nbproctor.examination.sandbox.limits import Bounds
from nbproctor.examination.sandbox.tiers import Plan, Tier, hand_over
from nbproctor.examination.wire.channel import Channel, ChannelClosed, DeadlineExpired
from nbproctor.examination.wire.messages import PrepareAttempts

# Small, so that trying them takes no time.
_BOUNDS = Bounds(memory_bytes=256 << 20, disk_bytes=8 << 20, files=256, processes=16, cpu_seconds=20)
_ATTEMPT_SECONDS = 15.0
_ATTEMPTS_AT_ONCE = 6
_REAPING_SECONDS = 2.0  # how long a process that was left behind may take to be gone


class Protection(StrEnum):
    """The result of an attempt."""

    ENFORCED = "enforced"  # the kernel refused
    WATCHED = "watched"  # the grader noticed, and ended the process
    ABSENT = "absent"  # nothing prevented it


@dataclass(frozen=True)
class TriedAttempt:
    """An attempt that was made, what prevents it here, and what the kernel or the watchdog said."""

    area: str
    attempt: str
    protection: Protection
    detail: str


@dataclass(frozen=True)
class Diagnosis:
    """What this machine enforces.

    Args:
        tier: the strongest tier that works here.
        refusals: why no stronger tier does, a sentence for each.
        findings: the results of the attempts that a submission might make.
        judges: the results of those that a judge might make.
    """

    tier: Tier
    refusals: tuple[str, ...]
    findings: tuple[TriedAttempt, ...]
    judges: tuple[TriedAttempt, ...]

    @property
    def remarks(self) -> tuple[str, ...]:
        """What cannot be graded here, a sentence for each."""
        return (_NO_OTHER_KERNELS,) if self.tier is Tier.C else ()


_NO_OTHER_KERNELS = (
    "Notebooks with kernels other than Python's (R, Julia, bash) cannot be graded here: in tier C, a submission "
    "cannot start a process, and therefore no kernel. They stay ungraded"
)


def diagnose(course: Course) -> Diagnosis:
    """Try everything, in the strongest sandbox that the course's configuration allows.

    Raises:
        GradingError: not even a process of its own works.
    """
    with ExitStack() as opened:
        scratch = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="course-", ignore_cleanup_errors=True)))
        scratch.chmod(0o711)
        release, home = scratch / "release", scratch / "home"
        release.mkdir()
        home.mkdir()
        strongest = Tier(course.grading.strongest_tier)
        private = [str(course.root), str(scratch)]
        plan = Plan(Tier.D, strongest, tuple(private), str(release), str(home), _BOUNDS)
        parent = WarmParent(PrepareAttempts([], 0), home, plan)
        opened.callback(parent.close)
        judges = WarmParent(PrepareAttempts(private, _BOUNDS.memory_bytes), home)
        opened.callback(judges.close)
        parent.wait_until_ready()
        judges.wait_until_ready()
        watchdog = Watchdog(_BOUNDS)
        opened.callback(watchdog.close)
        canaries = opened.enter_context(_canaries(scratch, parent.owner))
        with ThreadPoolExecutor(_ATTEMPTS_AT_ONCE) as executor:  # most of them only wait for what may happen
            found = executor.map(lambda attempt: _finding(attempt, canaries, parent, watchdog, scratch), ATTEMPTS)
            of_judges = executor.map(
                lambda attempt: _finding(attempt, canaries, judges, watchdog, scratch), JUDGES_ATTEMPTS
            )
        return Diagnosis(parent.tier, tuple(parent.refusals), tuple(found), tuple(of_judges))


def _finding(attempt: str, canaries: Canaries, parent: WarmParent, watchdog: Watchdog, scratch: Path) -> TriedAttempt:
    own_folder = ""
    if not parent.has_own_folders:
        folder = scratch / attempt.replace(" ", "-")
        folder.mkdir()
        hand_over(folder, parent.owner)
        own_folder = str(folder)
    ours, theirs = socket.socketpair()
    with theirs:
        child = parent.fork(theirs)
    control = Channel(ours)
    watched = WatchedRunner(child.process, child.signal_end, own_folder)
    watchdog.watch(watched)
    try:
        control.send([own_folder, attempt, dataclasses.asdict(canaries)])
        outcome = control.receive(time.monotonic() + _ATTEMPT_SECONDS)
    except (ChannelClosed, DeadlineExpired) as error:
        outcome = watched.reason or f"its process ended ({type(error).__name__})"
    finally:
        watchdog.forget(watched)
        child.kill()
        control.close()
    if attempt == "leave a process behind" and not outcome and not _is_left_behind(canaries.sockets[1]):
        outcome = "it ended with the submission"
    area = ATTEMPTS[attempt].area
    if watched.reason:
        return TriedAttempt(area, attempt, Protection.WATCHED, watched.reason)
    return TriedAttempt(area, attempt, Protection.ENFORCED if outcome else Protection.ABSENT, outcome or "it succeeded")


def _is_left_behind(mark: str) -> bool:
    """Whether a process with this mark among its arguments remains; if so, it is ended."""
    ends = time.monotonic() + _REAPING_SECONDS
    while time.monotonic() < ends:
        every_process = psutil.process_iter(["cmdline"])
        processes = [process for process in every_process if mark in " ".join(process.info["cmdline"] or ())]
        if not processes:
            return False
        time.sleep(0.1)
    for process in processes:
        with suppress(psutil.Error):
            process.kill()
    return True


@contextmanager
def _canaries(scratch: Path, owner: int | None) -> Iterator[Canaries]:
    """Things outside that attempts could reach, all of them real and open to anyone."""
    name = f"course-{secrets.token_hex(8)}"
    secret = scratch / "outside" / "secret"
    secret.parent.mkdir()
    secret.write_text("secret")
    secret.parent.chmod(0o777)
    hand_over(secret.parent, owner)
    with ExitStack() as opened:
        tcp = opened.enter_context(socket.create_server(("127.0.0.1", 0)))
        port = tcp.getsockname()[1]
        udp = opened.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", port))
        path = str(secret.with_name("socket"))
        listeners = [path, f"\0{name}"] if sys.platform == "linux" else [path]
        for address in listeners:
            listener = opened.enter_context(socket.socket(socket.AF_UNIX))
            listener.bind(address)
            listener.listen()
        Path(path).chmod(0o777)
        process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], env=dict(os.environ))
        opened.callback(process.wait)
        opened.callback(process.kill)
        yield Canaries(
            secret=str(secret),
            process=process.pid,
            port=port,
            sockets=(path, name),
            memory_bytes=_BOUNDS.memory_bytes,
            disk_bytes=_BOUNDS.disk_bytes,
            files=_BOUNDS.files,
            processes=_BOUNDS.processes,
        )
