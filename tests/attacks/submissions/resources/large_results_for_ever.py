"""Yields fifty megabytes at a time, forever, for a test to collect in a list."""

expected = {"ex6": 0}

# %% ex6
def countdown(n):
    for _ in range(60):  # three gigabytes, should nothing stop it
        yield bytes(50_000_000)

def shout(text): print(text.upper() + "!")
