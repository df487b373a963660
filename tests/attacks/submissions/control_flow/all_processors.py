"""Takes every processor for itself, at the highest priority, with a thread and a process on each."""

expected = {"ex1": 0}
outcomes = {"ex1": "timed_out"}

# %% ex1
import os, threading

def burn():
    try:
        os.sched_setaffinity(0, set(range(os.cpu_count())))
        os.nice(-20)
    except OSError:
        pass
    while True:
        pass

def square(n):
    for _ in range(4):
        threading.Thread(target=burn, daemon=True).start()
    burn()
