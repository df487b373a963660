"""Sends the grader outputs that no notebook format has: other types, other keys, not JSON at all."""

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

import json

# %% ex11
def factors(n): return None

odd = [
    7, None, [], {}, {"output_type": "score", "points": 2}, {"output_type": "stream", "name": "stdin", "text": "x"},
    {"output_type": "stream", "name": "stdout", "text": ["a"] * 10, "score": 2},
    {"output_type": "error", "ename": 1, "evalue": [], "traceback": "x"},
    {"output_type": "display_data", "data": {"": 1, "text/html": {"a": 1e308}}, "metadata": []},
    {"output_type": "execute_result", "execution_count": -1, "data": {"\ud800": "\udfff"}, "metadata": {"\ud800": 1}},
]
send(json.dumps(["ran", odd, True, -7]).encode())

# %% after test_ex11
send(b'["ran", "\xff\xed\xa0\x80", "yes", null]')
