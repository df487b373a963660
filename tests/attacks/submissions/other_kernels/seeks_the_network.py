"""Listens and connects by TCP, UDP, Unix sockets with and without a path, and reads the course through its kernel."""

expected = {"ex1": 0}

# %% ex1
import os, socket

def square(n):
    return None

for kind, address in [
    (socket.SOCK_STREAM, ("127.0.0.1", int("@TCP_PORT@"))),
    (socket.SOCK_DGRAM, ("127.0.0.1", int("@UDP_PORT@"))),
]:
    try:
        with socket.socket(socket.AF_INET, kind) as sock:
            sock.connect(address)
            sock.send(b"hello")
    except OSError:
        pass
for address in ("\0@TOKEN@", "@BESIDE@/socket", "/run/docker.sock", "/run/systemd/private"):
    try:
        with socket.socket(socket.AF_UNIX) as sock:
            sock.connect(address)
            sock.send(b"hello")
    except OSError:
        pass
for place in ("@COURSE@", "@BESIDE@", "@SCRATCH@", "@OUTPUT@"):
    try:
        print(os.listdir(place))
        open(os.path.join(place, "@TOKEN@"), "w").write("reached")
    except OSError:
        pass
