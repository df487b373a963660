"""Passes descriptors of its own to the grader and the examiner, in frames and beside them."""

expected = {"ex2": 0}
harms_itself = True

# %% ex2
import os, socket, stat

def channels():
    for number in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                yield socket.socket(fileno=os.dup(number))
        except OSError:
            pass

def total(numbers):
    null = os.open("/dev/null", os.O_RDWR)
    for each in channels():
        for _ in range(20):
            try:
                socket.send_fds(each, [b"s"], [null] * 100)
            except OSError:
                pass
    return 6
