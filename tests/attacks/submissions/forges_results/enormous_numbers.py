"""Sends the grader a cell number of 10**5000, and displays numbers of a million digits and infinities."""

expected = {"ex11": 0}

# %% before ex11
import os, socket, stat, struct

def grader():
    for number in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return socket.socket(fileno=os.dup(number))
        except OSError:
            pass

def send(data):
    grader().sendall(struct.pack("!I", len(data)) + data)

shown = b'{"output_type": "display_data", "metadata": {}, "data": {"text/plain": "big", "application/json": '

# %% ex11
def factors(n): return None

send(b'["ran", [], true, 1' + b"0" * 5000 + b"]")

# %% after test_ex11
send(b'["ran", [' + shown + b"1" * 1_000_000 + b"}}], true, 1]")

# %% after test_ex11
send(b'["ran", [' + shown + b"1e999}}, " + shown + b"NaN}}], true, 1]")
