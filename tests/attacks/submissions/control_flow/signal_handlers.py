"""Handles every signal that it can, ignores the rest, and sets alarms that go off during the tests."""

expected = {"ex1": 0}

# %% ex1
import signal

def handle(number, frame):
    frame.f_globals["square"] = lambda n: n * n
    signal.setitimer(signal.ITIMER_REAL, 0.01)

for number in signal.valid_signals():
    try:
        signal.signal(number, handle)
    except (OSError, ValueError):
        pass

def square(n): return None
