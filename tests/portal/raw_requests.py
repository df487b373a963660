"""What is no HTTP, or barely, sent to the portal's server over a socket."""

from __future__ import annotations

import logging
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import uvicorn
from hypothesis import Phase, given
from hypothesis import strategies as st

from nbproctor.config import Course
from nbproctor.portal.portal_server import SETTINGS
from tests.portal.drawn_requests import METHODS, ODD_HEADERS, ODD_TARGETS, RIGHT, DrawnRequest, fixed
from tests.portal.random_requests import HEADERS, RandomExam, changes, leaks, random_exam

_PATIENCE_SECONDS = 20.0
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})")
# What is no HTTP, the server answers itself: so its answer begins, and to HEAD it is all of it.
_OF_THE_SERVER = b"http/1.1 400 bad request\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
_SENT_ON = st.sampled_from([
    b"", b"\r\n", b"\0", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"5\r\nabcde\r\n0\r\n\r\n", b"ffffffffffffffffffff\r\n",
    b"5;" + b"e" * 70_000, b"-1\r\n\r\n", b"1\r\na\r\n0\r\nTrailer: x\r\n\r\n",
])  # fmt: skip
_ODD_LINES = st.sampled_from([
    b"X: y\r\n folded", b"no colon", b" : ", b"Na me: x", b"X: \0", b"X: \xff", b"X: a\rb",
    b"Content-Length: 5\r\nContent-Length: 6", b"Content-Length: 3\r\nTransfer-Encoding: chunked",
    b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", b"Transfer-Encoding: chunked", b"Host: a\r\nHost: b",
    b"Expect: 100-continue", b"Expect: x",
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13",
    b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: x", b"Connection: close",
    b"X: " + b"y" * 70_000, b"\r\n".join(b"X%d: y" % number for number in range(300)),
])  # fmt: skip
_VERSIONS = st.sampled_from(
    [b"HTTP/1.1"] * 6 + [b"HTTP/1.0", b"HTTP/0.9", b"HTTP/2.0", b"HTTP/9.9", b"", b"http/1.1", b"HTTP/1.1 "]
)
_TARGETS = ODD_TARGETS.map(str.encode) | st.sampled_from([
    b"*", b"http://elsewhere.example/board", b"//elsewhere.example/", b"elsewhere.example:443", b"/\xff", b"/\0",
    b"/a b", b"",
])  # fmt: skip


@st.composite
def _drawn_bytes(draw: st.DrawFn) -> tuple[DrawnRequest, list[bytes]]:
    """A request, what is sent in front of its body, and after it, if it is not cut."""
    asked: DrawnRequest = draw(RIGHT)
    target, method, version = asked.target.encode(), asked.method.encode(), b"HTTP/1.1"
    if draw(st.integers(0, 2)) == 0:
        target = draw(_TARGETS)
    if draw(st.integers(0, 2)) == 0:
        method, version = draw(METHODS).encode(), draw(_VERSIONS)
    odd = draw(st.lists(_ODD_LINES, max_size=1))
    named = draw(st.lists(ODD_HEADERS, max_size=1))
    head = [
        b"%s %s %s" % (method, target, version),
        *draw(st.sampled_from([[b"Host: x"]] * 9 + [[]])),
        *odd,
        *(b"%s: %s" % (name.encode(), value) for name, value in named),
    ]
    return asked, [b"\r\n".join(head), draw(_SENT_ON), draw(st.sampled_from([b"", b"length", b"length", b"length"]))]


@contextmanager
def served(exam: RandomExam) -> Iterator[tuple[int, list[str]]]:
    """The portal's own server in a thread: its port, and what it reports as a fault."""
    faults: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            text = self.format(record)
            # The server has answered a body that is no HTTP by itself, while the application was at work.
            if record.levelno >= logging.ERROR and "h11._util.LocalProtocolError" not in text:
                faults.append(text)

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(exam.application, **SETTINGS))
        kept = Kept()
        log = logging.getLogger("uvicorn.error")
        log.addHandler(kept)
        log.propagate = False
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield listener.getsockname()[1], faults
        finally:
            server.should_exit = True
            thread.join(_PATIENCE_SECONDS)
            log.removeHandler(kept)
            log.propagate = True


def _answered(port: int, sent: bytes) -> bytes:
    told = b""
    with socket.create_connection(("127.0.0.1", port), _PATIENCE_SECONDS) as caller, suppress(OSError):
        caller.sendall(sent)
        caller.shutdown(socket.SHUT_WR)
        while piece := caller.recv(1 << 16):
            told += piece
    return told


def take_bytes(exam: RandomExam, port: int, drawn: tuple[DrawnRequest, list[bytes]], told: Counter[str]) -> list[str]:
    """Send a request as it was drawn; what is wrong with what comes. `told` counts the answers of each status."""
    asked, (head, after, length) = drawn
    was_instructor = exam.person(asked.who)[1]
    headers, body = exam.request(asked)
    lines = [head, *(b"%s: %s" % (name.encode(), value) for name, value in headers)]
    lines += [b"Content-Length: %d" % len(body)] if length else []
    answers = _answered(port, b"\r\n".join([*lines, b"", b""]) + body + after)
    statuses = [int(status) for status in _STATUS.findall(answers)]
    told.update(f"{status} over a socket" for status in statuses)
    found = [f"status {status}" for status in statuses if status >= 500 and status != 507]
    found += leaks(exam, asked, was_instructor, answers)
    lower = answers.lower()
    of_the_application = len([status for status in statuses if status >= 200]) - lower.count(_OF_THE_SERVER)
    for name in HEADERS:
        if lower.count(b"\r\n" + name.encode() + b":") < of_the_application:
            found.append(f"{name} is not on every answer")
    found += changes(exam)
    # An act may be done though the connection ends before it is answered: so they are not counted here.
    acts = exam.folder.rows.read("SELECT person FROM acts WHERE person <> ?", exam.names["teacher"])
    found += [f"an act of {row['person']}" for row in acts]
    return [f"{found}\n{head[:300]!r}\n{answers[:500]!r}"] if found else []


def raw_exams(course: Course, number: int, examples: int, told: Counter[str]) -> Callable[[], None]:
    """A function that sends so many requests to one exam over sockets; it raises if something is wrong.

    Another number draws other requests; `told` counts the answers of each status.
    """

    def hold() -> None:
        found: list[str] = []
        with random_exam(course) as exam, served(exam) as (port, faults):

            @fixed(number, examples, Phase.generate)
            @given(_drawn_bytes())
            def send(drawn: tuple[DrawnRequest, list[bytes]]) -> None:
                if not found:  # what comes after it meets an exam that is no longer right
                    found.extend(take_bytes(exam, port, drawn, told))
                    found.extend(f"{fault}\nat the latest after\n{drawn}" for fault in faults)

            send()
            assert not found, found[0]

    return hold
