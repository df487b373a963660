"""Leaves shared memory behind: POSIX's in /dev/shm and System V's segments, semaphores and queues."""

expected = {"ex1": 0}

# %% ex1
import ctypes, os

libc = ctypes.CDLL(None, use_errno=True)

def square(n):
    try:
        file = os.open("/dev/shm/@TOKEN@", os.O_CREAT | os.O_RDWR, 0o666)
        os.ftruncate(file, 100 << 20)
    except OSError:
        pass
    libc.shmget(int("@KEY@00001"), 1 << 20, 0o1666)
    libc.semget(int("@KEY@00002"), 5, 0o1666)
    libc.msgget(int("@KEY@00003"), 0o1666)
    return None
