"""Returns a generator that never yields, and an iterator that never ends."""

expected = {"ex6": 0}
outcomes = {"ex6": "timed_out"}

# %% ex6
def countdown(n):
    while n:
        pass
    yield n

def shout(text): print(text.upper() + "!")
