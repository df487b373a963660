"""Tells the grader that a cell has the number 10**5000, and displays integers of a million digits."""

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

number = 10**5000
big = msgpack.ExtType(0, number.to_bytes(number.bit_length() // 8 + 1, "big", signed=True))
outputs = [{"output_type": "display_data", "data": {"application/json": big, "text/plain": "big"}, "metadata": {}}]
data = msgpack.packb([outputs, True, big])
next(channels()).sendall(struct.pack("!I", len(data)) + data)
