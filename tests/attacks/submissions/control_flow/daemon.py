"""Leaves a daemon behind: forked twice, in its own session, with all signals ignored."""

expected = {"ex1": 0}

# %% ex1
import os, signal, time

def daemon():
    try:
        if os.fork():
            return
        os.setsid()
        if os.fork():
            os._exit(0)
    except OSError:
        return
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(60)
    os._exit(0)

daemon()

def square(n): return None
