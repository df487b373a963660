"""Sends the grader outputs that no notebook format has: of other types, with other keys, not JSON at all."""

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

odd = [
    7, None, [], {}, {"output_type": "score", "points": 2}, {"output_type": "stream", "name": "stdin", "text": "x"},
    {"output_type": "stream", "name": "stdout", "text": ["a"] * 10, "score": 2},
    {"output_type": "error", "ename": 1, "evalue": [], "traceback": "x"},
    {"output_type": "display_data", "data": {1: 2, "": b"\xff", "text/html": {"a": float("nan")}}, "metadata": []},
    {"output_type": "execute_result", "execution_count": -1, "data": {"\ud800": "\udfff"}, "metadata": {"\ud800": 1}},
]
data = msgpack.packb([odd, "yes", -7], unicode_errors="surrogatepass")
next(channels()).sendall(struct.pack("!I", len(data)) + data)
