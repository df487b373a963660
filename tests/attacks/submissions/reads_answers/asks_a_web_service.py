"""Asks a program on the network for the answer, through urllib and a child process."""

expected = {"ex1": 0}

# %% ex1
def square(n):
    import subprocess, sys, urllib.request
    try:
        return int(urllib.request.urlopen("http://127.0.0.1:@TCP_PORT@/", timeout=0.2).read())
    except Exception:
        pass
    try:
        script = "import socket; socket.create_connection(('127.0.0.1', @TCP_PORT@), 0.2)"
        subprocess.run([sys.executable, "-c", script], timeout=1)
    except Exception:
        pass
