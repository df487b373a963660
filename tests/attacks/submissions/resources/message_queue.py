"""Leaves a POSIX message queue behind, with a message in it."""

expected = {"ex1": 0}

# %% ex1
import ctypes, os

rt = ctypes.CDLL("librt.so.1", use_errno=True)

def square(n):
    queue = rt.mq_open(b"/@TOKEN@", os.O_CREAT | os.O_RDWR, 0o666, None)
    if queue >= 0:
        rt.mq_send(queue, b"the answer", 10, 0)
    return None
