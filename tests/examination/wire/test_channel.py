"""Messages over a real socket pair, however slowly, partly or wrongly the other end sends."""

import select
import socket
import struct
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path

from pytest import fixture, mark, raises

from nbproctor.examination.wire.channel import Channel, ChannelClosed, DeadlineExpired
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.wire_bounds import MAX_BYTES, WireError
from tests.patience import HANGS

A_WHILE = 0.2
LARGE = bytes(8 << 20)  # more than the buffers between the two ends hold


@fixture
def ends():
    """A channel and the bare socket at its other end."""
    ours, theirs = socket.socketpair()
    channel = Channel(ours)
    yield channel, theirs
    channel.close()
    theirs.close()


@fixture
def channels(ends):
    channel, theirs = ends
    return channel, Channel(theirs)


@fixture
def meanwhile():
    """Runs functions in threads of their own, and waits for them at the end."""
    threads = []

    def start(function, *args):
        threads.append(threading.Thread(target=function, args=args))
        threads[-1].start()

    yield start
    for thread in threads:
        thread.join(HANGS)
        assert not thread.is_alive()


def soon():
    return time.monotonic() + A_WHILE


def message(value):
    data = Codec().encode(value)
    return struct.pack("!I", len(data)) + data


def dribble(sock, data, pause):
    """Send one byte after the other until the other end closes."""
    with suppress(OSError):
        for byte in data:
            sock.send(bytes([byte]))
            time.sleep(pause)


def test_messages_arrive_whole_and_in_order_at_both_ends(channels):
    for one, other in (channels, channels[::-1]):
        for number in range(100):
            one.send([number, "x" * number])
        assert [other.receive() for _ in range(100)] == [[number, "x" * number] for number in range(100)]


def test_a_message_larger_than_the_buffers_arrives(channels, meanwhile):
    ours, theirs = channels
    meanwhile(ours.send, LARGE)
    assert theirs.receive(time.monotonic() + HANGS) == LARGE


@mark.parametrize("deadline", [None, HANGS])
def test_a_message_that_dribbles_in_arrives(ends, meanwhile, deadline):
    channel, sock = ends
    meanwhile(dribble, sock, message("slow"), 0.005)
    assert channel.receive(deadline and time.monotonic() + deadline) == "slow"


@contextmanager
def expires_soon():
    began = time.monotonic()
    with raises(DeadlineExpired):
        yield began + A_WHILE
    assert A_WHILE <= time.monotonic() - began < A_WHILE + HANGS


def flood(sock):
    """Send until the other end closes."""
    with suppress(OSError):
        sock.sendall(struct.pack("!I", MAX_BYTES))
        while True:
            sock.sendall(bytes(10))


MANY = struct.pack("!I", 60_000) + bytes(60_000)


@mark.parametrize("send", [(dribble, MANY, 0.0001), (dribble, MANY, 0.01), (flood,)], ids=["fast", "slow", "flood"])
def test_a_sender_that_does_not_stop_does_not_move_the_deadline(ends, meanwhile, send):
    channel, sock = ends
    meanwhile(send[0], sock, *send[1:])
    with expires_soon() as deadline:
        channel.receive(deadline)
    channel.close()


PARTS = [b"", b"\0\0", struct.pack("!I", 5), struct.pack("!I", 5) + b"\1\2"]


@mark.parametrize("part", PARTS, ids=len)
def test_a_sender_that_falls_silent_runs_into_the_deadline(ends, part):
    channel, sock = ends
    sock.sendall(part)
    with expires_soon() as deadline:
        channel.receive(deadline)


@mark.parametrize("value", [1, None, "x" * 50_000], ids=["short", "empty", "long"])
def test_a_message_that_was_there_in_time_is_received_however_late(ends, value):
    channel, sock = ends
    sock.sendall(message(value) + message("next"))
    for expected in (value, "next"):
        assert channel.receive(time.monotonic() - 1) == expected
    with raises(DeadlineExpired):
        channel.receive(time.monotonic() - 1)


@mark.parametrize("deadline", [None, -1])
def test_what_was_there_in_time_is_received_after_its_sender_has_closed(ends, deadline):
    channel, sock = ends
    sock.sendall(message("last words"))
    sock.close()
    assert channel.receive(deadline and time.monotonic() + deadline) == "last words"
    with raises(ChannelClosed):
        channel.receive(deadline and time.monotonic() + deadline)


@mark.parametrize("part", [*PARTS[:-1], message("x" * 50_000)[:-1]], ids=len)
def test_of_a_message_that_is_not_whole_a_deadline_in_the_past_has_expired(ends, part):
    channel, sock = ends
    sock.sendall(part)
    began = time.monotonic()
    with raises(DeadlineExpired):
        channel.receive(time.monotonic() - 1)
    assert time.monotonic() - began < HANGS


def test_what_the_other_end_takes_at_once_is_sent_after_the_deadline_too(channels):
    ours, theirs = channels
    ours.send("x" * 50_000, time.monotonic() - 1)
    assert theirs.receive(time.monotonic() - 1) == "x" * 50_000


def test_what_the_other_end_does_not_take_at_once_is_not_sent_after_the_deadline(ends):
    channel, _ = ends
    for _ in range(2):  # the first one fills the buffers
        with raises(DeadlineExpired):
            channel.send(LARGE, time.monotonic() - 1)


def test_the_deadline_of_one_message_is_not_that_of_the_next(ends, meanwhile):
    channel, sock = ends
    sock.sendall(message(1))
    assert channel.receive(soon()) == 1
    meanwhile(lambda: (time.sleep(2 * A_WHILE), sock.sendall(message(2))))
    assert channel.receive() == 2


def test_a_receivers_deadline_is_not_that_of_what_it_sends(ends, meanwhile):
    channel, sock = ends
    sock.sendall(message(1))
    channel.receive(soon())

    def read_late():
        time.sleep(2 * A_WHILE)
        left = len(message(LARGE))
        while left:
            left -= len(sock.recv(min(left, 1 << 20)))

    meanwhile(read_late)
    channel.send(LARGE)


def test_an_end_that_does_not_read_runs_into_the_senders_deadline(ends):
    channel, _ = ends
    with expires_soon() as deadline:
        channel.send(LARGE, deadline)


@mark.parametrize("part", PARTS, ids=len)
@mark.parametrize("deadline", [None, HANGS])
def test_an_end_that_closes_within_a_message_has_closed_the_channel(ends, part, deadline):
    channel, sock = ends
    sock.sendall(part)
    sock.close()
    with raises(ChannelClosed):
        channel.receive(deadline and time.monotonic() + deadline)


@mark.parametrize("send", [lambda channel, _: channel.send(1), Channel.send_socket], ids=["message", "socket"])
def test_sending_to_an_end_that_closed_is_an_error(ends, send):
    channel, sock = ends
    sock.close()
    near, far = socket.socketpair()
    with near, far, raises(ChannelClosed):
        send(channel, far)


def test_an_end_that_closes_while_it_is_sent_to_has_closed_the_channel(ends, meanwhile):
    channel, sock = ends
    meanwhile(lambda: (time.sleep(A_WHILE), sock.close()))
    with raises(ChannelClosed):
        channel.send(LARGE)


@mark.parametrize("use", [lambda channel: channel.send(1), lambda channel: channel.receive()], ids=["send", "receive"])
def test_a_channel_that_was_closed_here_is_closed(ends, use):
    channel, _ = ends
    channel.close()
    with raises(ChannelClosed):
        use(channel)


@mark.parametrize("length", [MAX_BYTES + 1, 2**31, 2**32 - 1])
def test_an_announced_length_beyond_the_limit_is_an_error_at_once(ends, length):
    channel, sock = ends
    sock.sendall(struct.pack("!I", length))  # and no more: nobody may wait for it
    with raises(WireError, match="too large"):
        channel.receive(time.monotonic() + HANGS)


@mark.parametrize("data", [b"", b"\xc1", b"\xc0\xc0", b"\xd4\x7f\0"], ids=repr)
def test_what_is_no_value_is_an_error_and_the_next_message_arrives(ends, data):
    channel, sock = ends
    sock.sendall(struct.pack("!I", len(data)) + data + message("next"))
    with raises(WireError):
        channel.receive()
    assert channel.receive() == "next"


def test_of_a_value_that_cannot_travel_nothing_is_sent(channels):
    ours, theirs = channels
    for unsendable in (object(), [1, object()], bytes(MAX_BYTES)):
        with raises(WireError):
            ours.send(unsendable)
    ours.send("next")
    assert theirs.receive() == "next"


def test_a_channel_can_be_polled(channels):
    ours, theirs = channels
    assert select.select([ours], [], [], 0)[0] == []
    theirs.send(1)
    assert select.select([ours], [], [], HANGS)[0] == [ours]


# Sockets.


def test_a_socket_that_was_handed_over_works_between_messages(channels):
    ours, theirs = channels
    near, far = socket.socketpair()
    with near, far:
        ours.send("before")
        ours.send_socket(far)
        ours.send("after")
        assert theirs.receive() == "before"
        arrived = theirs.receive_socket()
        assert theirs.receive() == "after"
    with arrived:
        assert arrived.fileno() != far.fileno()
        assert arrived.recv(1) == b""  # both of ours are closed, and it was connected to them


def test_a_channel_over_a_socket_that_was_handed_over_works(channels):
    ours, theirs = channels
    near, far = socket.socketpair()
    with near:
        ours.send_socket(far)
        far.close()
        arrived = Channel(theirs.receive_socket())
        arrived.send([1, (2,)])
        assert Channel(near).receive() == [1, (2,)]
        arrived.close()


def test_the_deadline_of_a_message_is_not_that_of_a_socket(channels, meanwhile):
    ours, theirs = channels
    near, far = socket.socketpair()
    with near, far:
        ours.send(1)
        theirs.receive(soon())
        meanwhile(lambda: (time.sleep(2 * A_WHILE), ours.send_socket(far)))
        theirs.receive_socket().close()


@mark.parametrize("sent", [b"", b"s"], ids=["closed", "a byte without a socket"])
def test_an_end_that_hands_no_socket_over_has_closed_the_channel(ends, sent):
    channel, sock = ends
    sock.sendall(sent)
    sock.close()
    with raises(ChannelClosed):
        channel.receive_socket()


def test_an_end_that_reads_nothing_does_not_hold_up_who_hands_it_a_socket(ends):
    channel, sock = ends
    near, far = socket.socketpair()
    with near, far:
        with raises(DeadlineExpired):
            while True:
                channel.send_socket(far, time.monotonic() + A_WHILE)
        assert sock.recv(1) == b"s"
        channel.send_socket(far, time.monotonic() + HANGS)


def test_a_socket_that_nobody_asked_for_is_not_taken(ends):
    channel, sock = ends
    near, far = socket.socketpair()
    with near, far:
        socket.send_fds(sock, [message("with a present")], [far.fileno()])
        before = {*Path("/dev/fd").iterdir()}
        assert channel.receive() == "with a present"
        assert {*Path("/dev/fd").iterdir()} == before
