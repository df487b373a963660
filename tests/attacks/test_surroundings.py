"""What looks at the surroundings notices each change that an attack could make."""

from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attacks.surroundings import Surroundings, _libc, surroundings, temporary_folder
from tests.patience import HANGS

pytestmark = pytest.mark.xdist_group("surroundings")


@pytest.fixture
def around() -> Iterator[Surroundings]:
    with temporary_folder() as root:
        (root / "course").mkdir()
        (root / "course" / "file").write_text("as it was")
        with surroundings(root, root / "course", None) as made:
            made.remember()
            yield made


def test_nothing_is_found_where_nothing_changed(around: Surroundings) -> None:
    assert not any(around.changes(look) for look in around.before)


def test_files_of_the_course_beside_it_and_in_the_temporary_folder(around: Surroundings) -> None:
    (around.course / "file").write_text("changed")
    assert around.changes("files_of_the_course").startswith("file: ")
    (around.beside / "new").touch()
    assert "new: absent" in around.changes("files_beside_the_course")
    (around.scratch / "left").touch()
    assert "left" in around.changes("files_in_temporary_folders")


def test_a_file_in_a_temporary_folder_of_the_system(around: Surroundings) -> None:
    path = Path("/dev/shm") / f"{around.token}-left"
    path.touch()
    try:
        assert path.name in around.changes("files_in_temporary_folders")
    finally:
        path.unlink()


@pytest.mark.needs("root")
def test_what_is_mounted_but_not_by_another_test(around: Surroundings, tmp_path: Path) -> None:
    for folder, is_told in ((around.beside, True), (tmp_path, False)):
        subprocess.run(["mount", "-t", "tmpfs", "none", folder], check=True)
        try:
            assert bool(around.changes("mounts")) == is_told
        finally:
            subprocess.run(["umount", folder], check=True)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_bystander_that_was_ended_or_stopped(around: Surroundings, number: int) -> None:
    around.bystander.send_signal(number)
    if number == signal.SIGKILL:
        around.bystander.wait()
    else:
        os.waitpid(around.bystander.pid, os.WUNTRACED)
    assert "lives" in around.changes("the_bystander")


def test_a_bystander_whose_limits_were_lowered(around: Surroundings) -> None:
    around.bystander.send_signal(signal.SIGCONT)
    resource.prlimit(around.bystander.pid, resource.RLIMIT_NOFILE, (7, 7))
    assert "limits" in around.changes("the_bystander")
    os.setpriority(os.PRIO_PROCESS, around.bystander.pid, 19)
    assert "niceness" in around.changes("the_bystander")


def test_shared_memory(around: Surroundings) -> None:
    segment = _libc.shmget(int(around.key + "00099"), 4096, 0o1600)
    try:
        assert around.changes("shared_memory_and_queues").startswith("shm: ")
    finally:
        _libc.shmctl(segment, 0, None)


def test_a_message(around: Surroundings) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.sendto(b"hello", ("127.0.0.1", int(around.ports["UDP_PORT"])))
        with socket.create_connection(("127.0.0.1", int(around.ports["TCP_PORT"]))) as connection:
            connection.recv(1)  # it is closed once it was taken down
    assert "TCP" in around.changes("messages_received")


def test_a_port_that_someone_listens_on(around: Surroundings) -> None:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", int(around.ports["FREE_PORT"])))
        sock.listen()
        assert "the free port" in around.changes("sockets")


def test_a_process_that_lives_on_is_told_and_ended(tmp_path: Path) -> None:
    script = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    os.fork() and os._exit(0)\n    time.sleep(3600)"
    keeper = [sys.executable, str(Path(__file__).parent / "keeper.py"), str(tmp_path / "left"), "1"]
    subprocess.run([*keeper, sys.executable, "-c", script], check=True, timeout=HANGS)
    assert "python" in (tmp_path / "left").read_text()
