"""The processes that fork programs for tests: whom they serve, and that one who ends takes them from nobody."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from tests import forked_programs
from tests.course_copy import runner
from tests.forked_programs import course

NOBODY = 65534


def _answer_to(user: int, address: str) -> int:
    """How a process of a user ends that connects: with 0, if the connection is closed without a word."""
    process = os.fork()
    if not process:
        status = 1
        try:
            os.setuid(user)
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(20)
                connection.connect(address)
                status = int(connection.recv(1) != b"")
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


@pytest.fixture
def address() -> str:
    """Where the process listens that forks `course`."""
    key = next(key for key in forked_programs._IMPORTED if key[0] == forked_programs._COURSE)
    return forked_programs._forks.address(key)


def _is_served(folder: Path) -> bool:
    return course(["--help"], folder, os.environ).returncode == 0


@pytest.mark.needs("root")
def test_nothing_is_forked_for_another_user(address: str, tmp_path: Path) -> None:
    assert _is_served(tmp_path)
    assert _answer_to(NOBODY, address) == 0
    assert _is_served(tmp_path)


@pytest.mark.parametrize("sent", [b"", b"\0\0", b"\0\0\0\x08{"])
def test_who_ends_in_the_middle_of_asking_ends_nobody_elses_process(address: str, tmp_path: Path, sent: bytes) -> None:
    assert _is_served(tmp_path)
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(address)
        connection.sendall(sent)
    assert _is_served(tmp_path)


def test_nothing_is_forked_for_an_environment_that_has_other_tools(tmp_path: Path) -> None:
    other = tmp_path / "course"
    other.write_text("#!/bin/sh\necho other tools\n")
    other.chmod(0o755)
    run = runner({**os.environ, "PATH": os.pathsep.join([str(tmp_path), os.defpath])})
    assert run("course", "--version", cwd=tmp_path).stdout == "other tools\n"
