"""Sends the grader, as the outputs of a cell, lists and dicts nested hundreds deep."""

expected = {"ex1": 0}
harms_itself = True

# %% ex1
import msgpack, os, socket, stat, struct

def channels():
    for number in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                yield socket.socket(fileno=os.dup(number))
        except OSError:
            pass

def square(n): return None

deep = 0
for _ in range(400):
    deep = {"x": [deep]}
outputs = [{"output_type": "display_data", "data": {"application/json": deep}, "metadata": {"deep": deep}}]
data = msgpack.packb([outputs, True, 1])
next(channels()).sendall(struct.pack("!I", len(data)) + data)
