"""Sends the grader cell reports with lists nested a million deep, and outputs nested hundreds deep."""

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

# %% ex11
def factors(n): return None

deep = b'{"x": [' * 400 + b"0" + b"]}" * 400
output = b'{"output_type": "display_data", "data": {"application/json": ' + deep + b'}, "metadata": {"deep": ' + deep + b"}}"
send(b'["ran", [' + output + b"], true, 1]")

# %% after test_ex11
send(b"[" * 1_000_000)
