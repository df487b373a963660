"""Overwrites the kernel's connection file, removes its sockets and listens in their place."""

harms_itself = True

# %% ex1
import glob, os, socket

def square(n):
    return None

for path in glob.glob("/tmp/.kernel-*/*"):
    if path.endswith(".json"):
        open(path, "w").write('{"transport": "tcp", "ip": "127.0.0.1", "key": ""}')
    else:
        os.unlink(path)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen()
