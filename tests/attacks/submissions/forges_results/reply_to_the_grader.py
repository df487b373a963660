"""Writes a reply of its own to the channels on which the grader and the examiner wait."""

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

passed = {"output_type": "stream", "name": "stdout", "text": "Passed!\n"}
for each in channels():
    for message in (["ran", [passed], True, 1], ["tested", [passed], True, "", False, "", 2, False, 2, [], False, False, False], ["applied", "returned", 0, {}, [], False]):
        data = msgpack.packb(message)
        each.send(struct.pack("!I", len(data)) + data)

def square(n): return None
