"""Candidates in processes of their own, for the length of a test."""

import faulthandler
import os
import signal
import socket
import time
from contextlib import contextmanager
from textwrap import dedent

import psutil
from pytest import fixture

from nbproctor.examination.candidate.candidate import Candidate
from nbproctor.examination.examiner.candidate_link import Link
from nbproctor.examination.wire.channel import Channel
from nbproctor.examination.wire.json_codec import PlainCodec, report_bytes
from nbproctor.examination.wire.messages.process_messages import CellReport, RunCell
from nbproctor.shell.shell import Shell

LONGEST_TEST = 60  # seconds
OUTPUT_BYTES = 100_000


class Student:
    """A student's notebook in a candidate; its names are attributes, as proxies."""

    def __init__(self, *cells):
        ours, theirs = socket.socketpair()
        ours_too, control = socket.socketpair()
        self.pid = os.fork()
        if self.pid == 0:
            serve(cells, control, theirs, [ours, ours_too])
        theirs.close()
        control.close()
        self.link = Link(ours)
        self._control = Channel(ours_too, PlainCodec())

    def __getattr__(self, name):
        return self.link.names([name], [])[name]

    def copy_of(self, name):
        return self.link.names([], [name])[name]

    def run(self, cell):
        """Run another cell; return its outputs."""
        self._control.send(RunCell(cell).parts())
        return CellReport.read(self._control.receive()).outputs

    def processor_seconds(self):
        """What this process and the candidate's have computed until now."""
        theirs = psutil.Process(self.pid).cpu_times()
        return time.process_time() + theirs.user + theirs.system

    def end(self):
        self.link.close()
        self._control.close()
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def serve(cells, control, examiner, not_ours):
    """Be the candidate, in a forked process that never returns to the tests."""
    try:
        faulthandler.disable()
        signal.alarm(LONGEST_TEST)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        for sock in not_ours:
            sock.close()
        shell = Shell.start(OUTPUT_BYTES)
        for cell in cells:
            shell.run(dedent(cell))
        Candidate(shell, Channel(control, PlainCodec(max_sent_bytes=report_bytes(OUTPUT_BYTES))), examiner).serve()
    finally:
        os._exit(0)


@contextmanager
def sitting():
    students = []

    def sit(*cells):
        students.append(Student(*cells))
        return students[-1]

    try:
        yield sit
    finally:
        for each in students:
            each.end()


@fixture
def student():
    """Lets students sit: `student(cell, …)` runs the cells and answers calls until the test ends."""
    with sitting() as sit:
        yield sit


@fixture(scope="module")
def lasting_student():
    """The same, but until the last test of the module ends."""
    with sitting() as sit:
        yield sit
