"""The system calls that a runner may make: what Python and its libraries need to compute, and no more.

Calls are named, and libseccomp knows their numbers on each processor. Whatever is not named here does
not exist for a runner (ENOSYS: libraries then do without); what programs expect to be refused, and
handle, is refused (EPERM).
"""

from __future__ import annotations

import errno
import fcntl
import os
import platform
import signal
import socket
import termios
from collections.abc import Iterable
from typing import Any

from nbproctor.examination.sandbox import c_library

# Files; memory; threads; processes; signals; clocks; waiting and talking to oneself; randomness.
_ALLOWED = """
    read write readv writev pread64 pwrite64 preadv pwritev preadv2 pwritev2 lseek _llseek close close_range
    sendfile sendfile64 copy_file_range splice tee dup dup2 dup3 pipe pipe2 flock
    creat access faccessat faccessat2 readlink readlinkat getcwd chdir fchdir umask
    stat stat64 fstat fstat64 lstat lstat64 newfstatat fstatat64 statx statfs statfs64 fstatfs fstatfs64
    getdents getdents64 mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink
    symlinkat ftruncate ftruncate64 fallocate fsync fdatasync sync_file_range fadvise64
    fadvise64_64 readahead getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr

    brk mmap mmap2 munmap mremap mprotect madvise msync mincore mlock munlock mlock2 membarrier
    get_mempolicy riscv_flush_icache cacheflush

    futex futex_time64 futex_waitv get_robust_list set_robust_list set_tid_address set_thread_area
    get_thread_area arch_prctl rseq restart_syscall sched_yield sched_getaffinity sched_getparam
    sched_getscheduler sched_get_priority_max sched_get_priority_min sched_rr_get_interval
    sched_rr_get_interval_time64 getcpu

    exit exit_group wait4 waitid waitpid execve execveat
    getpid gettid getppid getpgid getpgrp getsid setsid setpgid getuid geteuid getgid getegid getresuid getresgid
    getgroups getuid32 geteuid32 getgid32 getegid32 getresuid32 getresgid32 getgroups32 capget
    getrlimit ugetrlimit setrlimit getrusage getpriority times sysinfo uname

    rt_sigaction rt_sigprocmask rt_sigpending rt_sigreturn rt_sigsuspend rt_sigtimedwait rt_sigtimedwait_time64
    sigaltstack sigaction sigprocmask sigreturn signal signalfd signalfd4 pause alarm kill tkill tgkill
    rt_sigqueueinfo rt_tgsigqueueinfo getitimer setitimer

    time gettimeofday clock_gettime clock_gettime64 clock_getres clock_getres_time64 nanosleep
    clock_nanosleep clock_nanosleep_time64 timer_settime timer_settime64 timer_gettime
    timer_gettime64 timer_getoverrun timer_delete timerfd_create timerfd_settime timerfd_settime64
    timerfd_gettime timerfd_gettime64

    select _newselect pselect6 pselect6_time64 poll ppoll ppoll_time64 epoll_create epoll_create1 epoll_ctl
    epoll_wait epoll_pwait epoll_pwait2 eventfd eventfd2
    socketpair sendto send sendmsg sendmmsg recvfrom recv recvmsg recvmmsg recvmmsg_time64 shutdown
    getsockopt setsockopt getsockname getpeername

    getrandom
"""

# These are harmless on a runner's own files; on the files of others, Landlock does not prevent them.
_METADATA_CALLS = """
    chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat chown32 fchown32 lchown32
    setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr
"""
_TIMESTAMP_CALLS = "utime utimes futimesat utimensat utimensat_time64"

# Opening can empty a file as well, and does not need to open it for writing. The calls whose flags a filter sees, with
# the position of the flags among their arguments; and those that could empty any file.
_OPENING_CALLS = {"open": 1, "openat": 2}
_TRUNCATING_CALLS = "truncate truncate64 openat2"

# A kernel is spoken to through sockets in its folder: those of the network do not exist even then.
_CONNECTING_CALLS = "connect bind listen accept accept4"

_REFUSED = """
    ptrace process_vm_readv process_vm_writev process_madvise kcmp pidfd_open pidfd_getfd pidfd_send_signal
    mount umount umount2 move_mount open_tree fsopen fsconfig fsmount fspick mount_setattr pivot_root chroot
    unshare setns setuid setgid setreuid setregid setresuid setresgid setgroups setfsuid setfsgid capset
    setuid32 setgid32 setreuid32 setregid32 setresuid32 setresgid32 setgroups32
    setpriority sched_setaffinity sched_setparam sched_setattr ioprio_set
    set_mempolicy mbind migrate_pages move_pages mlockall
    shmget shmat shmctl shmdt msgget msgsnd msgrcv msgctl semget semop semctl semtimedop ipc
    mq_open mq_unlink memfd_create memfd_secret mknod mknodat
    inotify_init inotify_init1 inotify_add_watch fanotify_init fanotify_mark
    bpf perf_event_open userfaultfd io_uring_setup io_uring_enter io_uring_register
    keyctl add_key request_key acct quotactl swapon swapoff reboot syslog
    init_module finit_module delete_module kexec_load kexec_file_load
    settimeofday clock_settime clock_adjtime adjtimex sethostname setdomainname personality vhangup
    name_to_handle_at open_by_handle_at iopl ioperm modify_ldt vm86 vm86old
"""

# Three calls do a hundred things each. These are what programs need of them; what else they do lets the system send
# signals, delays the next one who opens a file, or removes what confines the process.
_FILE_COMMAND_NAMES = (
    *("DUPFD", "DUPFD_CLOEXEC", "GETFD", "SETFD", "GETFL", "GETLK", "SETLK", "SETLKW"),
    *("OFD_GETLK", "OFD_SETLK", "OFD_SETLKW", "GETPIPE_SZ", "GET_SEALS"),
)
_FILE_COMMANDS = [getattr(fcntl, f"F_{name}") for name in _FILE_COMMAND_NAMES if hasattr(fcntl, f"F_{name}")]
_DEVICE_COMMANDS = [
    getattr(termios, name)
    for name in ("TCGETS", "TIOCGWINSZ", "FIONREAD", "FIONBIO", "FIOCLEX", "FIONCLEX")
    if hasattr(termios, name)
]
# What makes a terminal, and changes how it behaves. TIOCGPTN, TIOCSPTLCK and TIOCGPTPEER have no names in Python.
_TERMINAL_COMMAND_NAMES = (
    *("TCSETS", "TCSETSW", "TCSETSF", "TCSBRK", "TCFLSH"),
    *("TIOCSWINSZ", "TIOCSCTTY", "TIOCGPGRP", "TIOCSPGRP"),
)
_TERMINAL_COMMANDS = [getattr(termios, name) for name in _TERMINAL_COMMAND_NAMES if hasattr(termios, name)]
_TERMINAL_COMMANDS += [0x80045430, 0x40045431, 0x5441]
_TERMINAL_SETTINGS = 0x802C542A  # TCGETS2, which newer C libraries ask for
# PR_GET_PDEATHSIG, PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_GET_SECCOMP, PR_CAPBSET_READ, PR_GET_TIMERSLACK,
# PR_GET_NO_NEW_PRIVS, PR_GET_THP_DISABLE, PR_SET_VMA
_PROCESS_COMMANDS = [2, 3, 15, 16, 21, 23, 30, 39, 42, 0x53564D41]

# What a process needs that forks others, and these to confine themselves; the commands are PR_SET_SECCOMP and
# PR_SET_NO_NEW_PRIVS.
_CONFINING_CALLS = "pidfd_open sched_setaffinity landlock_create_ruleset landlock_add_rule landlock_restrict_self"
_CONFINING_COMMANDS = [22, 38]

# The signals that stop a process: no submission would be charged for the time.
_STOPPING_SIGNALS = [signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU]
# The calls that send a signal, with the position of its number among their arguments.
_SENDING_CALLS = {"kill": 1, "tkill": 1, "tgkill": 2, "rt_sigqueueinfo": 1, "rt_tgsigqueueinfo": 2}
_LOW_HALF = 0xFFFFFFFF  # of an argument; the kernel reads no more of a signal's number

_CLONE_FLAGS_ARGUMENT = 1 if platform.machine().startswith("s390") else 0  # the position among `clone`'s arguments


class FilterUnavailable(Exception):
    """libseccomp is not there, or does not know this processor."""


def compile_filter(
    *,
    may_fork: bool,
    may_change_metadata: bool,
    may_truncate: bool,
    for_kernel: bool = False,
    confines_children: bool = False,
) -> bytes:
    """The filter, as the kernel takes it.

    Args:
        may_fork: whether new processes are allowed; threads always are.
        may_change_metadata: whether a file's mode, owner, times and extended attributes may be changed. If not, the
            calls do nothing and report success, since programs that copy files make them in passing. Those on
            times are refused: a program that creates a file by touching it would take success for a file.
        may_truncate: whether files may be emptied without being opened for writing, which Landlock before its third
            version does not govern.
        for_kernel: whether terminals and sockets in folders are allowed: only where the runner has its own network and
            file system.
        confines_children: whether the process forks others that confine themselves further.

    Raises:
        FilterUnavailable: there is no libseccomp.
    """
    try:
        import pyseccomp as libseccomp
    except (ImportError, OSError, RuntimeError) as error:
        raise FilterUnavailable("libseccomp is missing; Debian has it in the package libseccomp2") from error
    allow, refuse, pretend = libseccomp.ALLOW, libseccomp.ERRNO(errno.EPERM), libseccomp.ERRNO(0)
    rules = libseccomp.SyscallFilter(libseccomp.ERRNO(errno.ENOSYS))
    _add(rules, allow, _ALLOWED.split())
    to_confine = _CONFINING_CALLS.split() if confines_children else []
    _add(rules, refuse, sorted(set(_REFUSED.split()) - set(to_confine)))
    _add(rules, allow, to_confine)
    _add(rules, allow if may_change_metadata else pretend, _METADATA_CALLS.split())
    _add(rules, allow if may_change_metadata else refuse, _TIMESTAMP_CALLS.split())
    _add(rules, allow if may_truncate else refuse, _TRUNCATING_CALLS.split())
    _add_talk(rules, libseccomp, for_kernel)
    _add_opening(rules, libseccomp, may_truncate)
    # A timer can stop the process, where it is not the first of a namespace.
    _add(rules, allow if may_fork else refuse, ("fork", "vfork", "timer_create"))
    # A thread or, where allowed, a process: but not with namespaces of its own. (`clone3` keeps its flags
    # where a filter cannot see them; it does not exist here, and the C library takes `clone`.)
    required = 0 if may_fork else c_library.THREAD
    mask = c_library.ALL_NAMESPACES | required
    _add(rules, allow, ["clone"], libseccomp.Arg(_CLONE_FLAGS_ARGUMENT, libseccomp.MASKED_EQ, mask, required))
    if not may_fork:
        _refuse_forks(rules, libseccomp)
    for command in _FILE_COMMANDS:
        _add(rules, allow, ["fcntl", "fcntl64"], libseccomp.Arg(1, libseccomp.EQ, command))
    set_flags = libseccomp.Arg(1, libseccomp.EQ, fcntl.F_SETFL)
    _add(rules, allow, ["fcntl", "fcntl64"], set_flags, libseccomp.Arg(2, libseccomp.MASKED_EQ, os.O_ASYNC, 0))
    for command in (*_DEVICE_COMMANDS, _TERMINAL_SETTINGS):
        _add(rules, allow, ["ioctl"], libseccomp.Arg(1, libseccomp.EQ, command))
    for command in (*_PROCESS_COMMANDS, *(_CONFINING_COMMANDS if confines_children else ())):
        _add(rules, allow, ["prctl"], libseccomp.Arg(0, libseccomp.EQ, command))
    _add(rules, allow, ["prlimit64"], libseccomp.Arg(0, libseccomp.EQ, 0))  # of this process
    _add(rules, refuse, ["prlimit64"], libseccomp.Arg(0, libseccomp.NE, 0))
    return _exported(rules)


def _add_opening(rules: Any, libseccomp: Any, may_truncate: bool) -> None:
    """Allow files to be opened; unless `may_truncate`, they are emptied only where they are opened for writing."""
    allow, refuse = libseccomp.ALLOW, libseccomp.ERRNO(errno.EPERM)
    for call, position in _OPENING_CALLS.items():
        if may_truncate:
            _add(rules, allow, [call])
            continue
        access_mode = os.O_TRUNC | os.O_ACCMODE
        _add(rules, allow, [call], libseccomp.Arg(position, libseccomp.MASKED_EQ, os.O_TRUNC, 0))
        for mode in (os.O_WRONLY, os.O_RDWR):
            _add(rules, allow, [call], libseccomp.Arg(position, libseccomp.MASKED_EQ, access_mode, os.O_TRUNC | mode))
        for mode in (os.O_RDONLY, os.O_ACCMODE):
            _add(rules, refuse, [call], libseccomp.Arg(position, libseccomp.MASKED_EQ, access_mode, os.O_TRUNC | mode))


def _add_talk(rules: Any, libseccomp: Any, for_kernel: bool) -> None:
    """Allow what a kernel and its client talk through, or refuse it."""
    refuse = libseccomp.ERRNO(errno.EPERM)
    _add(rules, libseccomp.ALLOW if for_kernel else refuse, _CONNECTING_CALLS.split())
    if not for_kernel:
        _add(rules, refuse, ["socket", "sched_setscheduler"])
        return
    # A thread of the sockets' library says that it is an ordinary one.
    _add(rules, libseccomp.ALLOW, ["sched_setscheduler"], libseccomp.Arg(1, libseccomp.EQ, os.SCHED_OTHER))
    _add(rules, refuse, ["sched_setscheduler"], libseccomp.Arg(1, libseccomp.NE, os.SCHED_OTHER))
    _add(rules, libseccomp.ALLOW, ["socket"], libseccomp.Arg(0, libseccomp.EQ, socket.AF_UNIX))
    # For addresses that do not exist, the sockets' library aborts its process at any other error.
    absent = libseccomp.ERRNO(errno.EOPNOTSUPP)
    _add(rules, absent, ["socket"], libseccomp.Arg(0, libseccomp.NE, socket.AF_UNIX))
    for command in _TERMINAL_COMMANDS:
        _add(rules, libseccomp.ALLOW, ["ioctl"], libseccomp.Arg(1, libseccomp.EQ, command))


def compile_signal_filter(process: int | None) -> bytes:
    """A second filter, of signals: none that stops a process may be sent.

    Args:
        process: the only process that signals may be sent to; None if Landlock sees to that.
    """
    import pyseccomp as libseccomp

    refuse = libseccomp.ERRNO(errno.EPERM)
    rules = libseccomp.SyscallFilter(libseccomp.ALLOW)
    for call, position in _SENDING_CALLS.items():
        for number in _STOPPING_SIGNALS:
            _add(rules, refuse, [call], libseccomp.Arg(position, libseccomp.MASKED_EQ, _LOW_HALF, number))
    if process is not None:
        another_process = libseccomp.Arg(0, libseccomp.NE, process)
        _add(rules, refuse, ("kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"), another_process)
        _add(rules, refuse, ["tkill"])
    return _exported(rules)


def compile_lone_process_filter() -> bytes:
    """A second filter, for a process that stays alone: it starts no process and no program, and sends no signal."""
    import pyseccomp as libseccomp

    refuse = libseccomp.ERRNO(errno.EPERM)
    rules = libseccomp.SyscallFilter(libseccomp.ALLOW)
    _add(rules, refuse, ("fork", "vfork", "execve", "execveat", "timer_create", *_CONFINING_CALLS.split()))
    _refuse_forks(rules, libseccomp)
    _add(rules, refuse, _SENDING_CALLS)
    return _exported(rules)


def _refuse_forks(rules: Any, libseccomp: Any) -> None:
    is_no_thread = libseccomp.Arg(_CLONE_FLAGS_ARGUMENT, libseccomp.MASKED_EQ, c_library.THREAD, 0)
    _add(rules, libseccomp.ERRNO(errno.EPERM), ["clone"], is_no_thread)


def _add(rules: Any, action: int, calls: Iterable[str], *conditions: Any) -> None:
    for call in calls:
        try:
            rules.add_rule(action, call, *conditions)
        except OSError as error:
            if error.errno != errno.EINVAL:  # a call that this libseccomp, or this processor, does not know
                raise


def _exported(rules: Any) -> bytes:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as source:
        with os.fdopen(writing, "wb") as target:
            rules.export_bpf(target)
        return source.read()
