"""A forked process, as the grader holds it."""

from __future__ import annotations

import fcntl
import os
import resource
import signal
import subprocess
import sys

import pytest

from nbproctor.examination.grader.warm_parent import Child

pytestmark = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux has descriptors of processes")


def test_a_process_is_ended_whatever_the_number_of_its_descriptor() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 4096:
        pytest.skip("this user may not open as many files")
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, hard))
    try:
        opened = os.pidfd_open(process.pid)
        child = Child(process.pid, process.pid, fcntl.fcntl(opened, fcntl.F_DUPFD_CLOEXEC, 3000))
        os.close(opened)
        assert not child.has_ended(0)
        child.kill()
        assert process.wait(60) == -signal.SIGKILL
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        process.kill()
        process.wait()
