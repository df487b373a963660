"""Starts threads that keep changing the namespace and printing after their cell."""

expected = {"ex1": 0}

# %% ex1
import threading, time

def nag():
    until = time.time() + 30
    while time.time() < until:
        print("Passed!", end="")
        globals()["passed"] = True
        time.sleep(0.01)

for _ in range(5):
    threading.Thread(target=nag, daemon=True).start()

def square(n): return None
