"""Sends the inputs that it gets to a listener on this machine, by TCP, UDP and Unix sockets."""

expected = {"ex1": 0}

# %% ex1
def square(n):
    import socket
    for family, kind, address in (
        (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", int("@TCP_PORT@"))),
        (socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", int("@UDP_PORT@"))),
        (socket.AF_UNIX, socket.SOCK_STREAM, "@UNIX_PATH@"),
        (socket.AF_UNIX, socket.SOCK_STREAM, "\0ear-of-@TOKEN@"),
    ):
        try:
            sock = socket.socket(family, kind)
            sock.settimeout(0.2)
            sock.connect(address)
            sock.send(str(n).encode())
        except OSError:
            pass
    return None
