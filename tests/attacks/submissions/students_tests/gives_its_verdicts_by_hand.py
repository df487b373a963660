"""Asks the judge for one function after another itself, and fails as many as there are wrong ones."""

expected = {"ex2": 0}

# %% ex2
import gc

def test():
    channel = [thing for thing in gc.get_objects() if type(thing).__name__ == "Channel"][-1]
    for number in range(30):
        channel.send(["verdict", "fails" if number % 2 else "passes", "", "", ""])
        if channel.receive()[0] == "end":
            break
