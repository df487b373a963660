"""Sends the judge endless verdicts, calls and megabytes before it is asked."""

expected = {"ex2": 0}
harms_itself = True

# %% ex2
import gc

def test():
    channel = [thing for thing in gc.get_objects() if type(thing).__name__ == "Channel"][-1]
    while True:
        channel.send(["verdict", "passes", "x" * 1_000_000, "", ""])
