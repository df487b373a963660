"""Tries what only root may do: rename the machine, mount, and leave its root folder."""

expected = {"ex1": 0}

# %% ex1
import ctypes, os, socket

libc = ctypes.CDLL(None, use_errno=True)

def square(n):
    try:
        socket.sethostname("quartz")
    except OSError:
        pass
    libc.mount(b"none", b"@BESIDE@", b"tmpfs", 0, None)
    try:
        os.chroot("@BESIDE@")
    except OSError:
        pass
    return None
