"""Runs a program in a root as a container does: root without user namespaces, with the capabilities that Docker leaves.

`unshare ... python container_program.py ROOT WITHOUT PROGRAM...`, where WITHOUT names what else is taken away: nothing,
`landlock` as by Docker's older filters, `capabilities`, or both with a comma between them.
"""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pyseccomp as libseccomp

from nbproctor.examination.sandbox import c_library

KEPT = (
    "-all,+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+setpcap,+net_bind_service,+net_raw,+sys_chroot,"
    "+mknod,+audit_write,+setfcap"
)
NAMESPACES = ["unshare", "setns"]
MOUNTS = ["mount", "umount2", "pivot_root", "move_mount", "open_tree", "fsopen", "fsmount", "mount_setattr"]
KERNEL = ["bpf", "perf_event_open", "add_key", "request_key", "keyctl", "userfaultfd"]
LANDLOCK = ["landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self"]
DEVICES = ["null", "zero", "full", "random", "urandom", "tty"]


def main() -> None:
    folder, without, *program = sys.argv[1:]
    lay(Path(folder))
    os.chroot(folder)
    os.chdir("/")
    forbid([*NAMESPACES, *MOUNTS, *KERNEL, *(LANDLOCK if "landlock" in without else ())])
    kept = "-all" if "capabilities" in without else KEPT
    os.execv("/usr/bin/setpriv", ["setpriv", f"--bounding-set={kept}", "--inh-caps=-all", *program])


def lay(root: Path) -> None:
    """Mount what a container shows beside its files; this process has a namespace of mounts for itself."""
    mount("--make-rprivate", "/")
    mount("--bind", root, root)
    mount("-t", "proc", "proc", root / "proc")
    mount("-t", "tmpfs", "-o", "mode=755", "tmpfs", root / "dev")
    for name in DEVICES:
        (root / "dev" / name).touch()
        mount("--bind", f"/dev/{name}", root / "dev" / name)
    (root / "dev" / "shm").mkdir()
    mount("-t", "tmpfs", "-o", "mode=1777,size=64m", "tmpfs", root / "dev" / "shm")


def mount(*words: object) -> None:
    subprocess.run(["mount", *map(str, words)], check=True)


def forbid(calls: list[str]) -> None:
    """Filter system calls as Docker does."""
    rules = libseccomp.SyscallFilter(libseccomp.ALLOW)
    for call in calls:
        rules.add_rule(libseccomp.ERRNO(errno.EPERM), call)
    for bit in range(64):
        # The bit of NEW_TIME is one that clone uses for a signal.
        if c_library.ALL_NAMESPACES >> bit & 1 and 1 << bit != c_library.NEW_TIME:
            flag = libseccomp.Arg(0, libseccomp.MASKED_EQ, 1 << bit, 1 << bit)
            rules.add_rule(libseccomp.ERRNO(errno.EPERM), "clone", flag)
    rules.add_rule(libseccomp.ERRNO(errno.ENOSYS), "clone3")  # whose flags no filter can see
    rules.load()


if __name__ == "__main__":
    main()
