"""Listens on a port, in its own process, for someone who types commands."""

expected = {"ex1": 0}

# %% ex1
import os, socket

def wait_for_commands():
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.bind(("127.0.0.1", int("@FREE_PORT@")))
    sock.listen()
    sock.settimeout(60)
    sock.accept()

try:
    if os.fork() == 0:
        try:
            os.setsid()
            wait_for_commands()
        finally:
            os._exit(0)
except OSError:
    pass

def square(n):
    return None
