"""Starts threads until it gets no more."""

expected = {"ex1": 0}
harms_itself = True

# %% ex1
import threading, time

def square(n):
    for _ in range(2000):
        try:
            threading.Thread(target=time.sleep, args=(5,), daemon=True).start()
        except RuntimeError:
            break
    return None
