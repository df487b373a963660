"""Leaves a key in the user's keyring, where a later submission could read it."""

expected = {"ex1": 0}

# %% ex1
import ctypes, platform

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 248, "aarch64": 217}.get(platform.machine(), 0)

def square(n):
    if number:
        for ring in (-4, -5, -3):  # of the user, of the user's sessions, of this session
            libc.syscall(number, b"user", b"@TOKEN@", b"the answer", 10, ctypes.c_int(ring))
    return None
