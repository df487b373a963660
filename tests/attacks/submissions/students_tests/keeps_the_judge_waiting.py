"""Calls without reading the answers, sends the channel through itself, so that it never closes, and ends its process."""

expected = {"ex2": 0}
harms_itself = True

# %% ex2
import gc, os, socket

def test():
    channel = [thing for thing in gc.get_objects() if type(thing).__name__ == "Channel"][-1]
    for _ in range(400):
        channel.send(["call", "mixed", [[1, 2, 3]], {}])
    socket.send_fds(channel._socket, [b"s"], [channel.fileno()])
    os._exit(0)
