"""Opens terminals until it gets no more, takes one over, and inserts text as if somebody typed it."""

expected = {"ex1": 0}
harms_itself = True

# %% ex1
import fcntl, os, termios

def square(n):
    return None

held = []
for _ in range(5000):
    try:
        held.append(os.openpty())
    except OSError:
        break
if os.fork() == 0:
    os.setsid()
    for command in (termios.TIOCSCTTY, termios.TIOCSTI, termios.TIOCCONS):
        try:
            fcntl.ioctl(held[0][1], command, b"x")
        except OSError:
            pass
    os._exit(0)
os.wait()
