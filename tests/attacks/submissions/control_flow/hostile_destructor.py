"""Leaves objects whose destructors loop, raise, and print when they are collected between cells."""

expected = {"ex1": 0}

# %% ex1
class Ghost:
    def __init__(self): self.self = self
    def __del__(self):
        Ghost()
        raise SystemExit

ghosts = [Ghost() for _ in range(100)]
del ghosts

def square(n): return None
