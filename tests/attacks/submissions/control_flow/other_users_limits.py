"""Lowers the limits and the priority of a bystander, and pins it to one processor."""

expected = {"ex1": 0}

# %% ex1
import os, resource

def square(n):
    pid = int("@BYSTANDER@")
    for change in (
        lambda: resource.prlimit(pid, resource.RLIMIT_NOFILE, (7, 7)),
        lambda: resource.prlimit(pid, resource.RLIMIT_CPU, (1, 1)),
        lambda: os.setpriority(os.PRIO_PROCESS, pid, 19),
        lambda: os.setpriority(os.PRIO_USER, os.getuid(), 5) if False else None,
        lambda: os.sched_setaffinity(pid, {0}),
        lambda: os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0)),
    ):
        try:
            change()
        except OSError:
            pass
    return None
