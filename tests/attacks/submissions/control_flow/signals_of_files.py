"""Makes pipes and sockets send signals to its parents and everybody, by fcntl and ioctl."""

expected = {"ex2": 0}

# %% ex2
import fcntl, os, signal, socket, struct, termios

def total(numbers):
    ours, theirs = socket.socketpair()
    for process in (os.getppid(), -1, 1, os.getpgrp()):
        for attempt in (
            lambda: fcntl.fcntl(ours, fcntl.F_SETOWN, process),
            lambda: fcntl.fcntl(ours, 15, struct.pack("ii", 1, process)),
            lambda: fcntl.ioctl(ours, 0x8901, struct.pack("i", process)),
            lambda: fcntl.ioctl(ours, 0x8902, struct.pack("i", process)),
            lambda: fcntl.fcntl(ours, 10, signal.SIGKILL),
            lambda: fcntl.fcntl(ours, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK),
            lambda: fcntl.ioctl(ours, termios.FIOASYNC, struct.pack("i", 1)),
            lambda: theirs.send(b"now"),
        ):
            try:
                attempt()
            except OSError:
                pass
    return None
