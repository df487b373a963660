"""Talks to the judge directly: calls functions that are not judged, with odd arguments, and sends invalid verdicts."""

expected = {"ex2": 0}

# %% ex2
import gc, itertools

odd = itertools.cycle([
    ["call", "judge", [], {}], ["call", "__import__", ["os"], {}], ["call", "mixed", [], {1: 2}], ["call", "mixed", 7, {}],
    ["verdict", "right", "", "", ""], ["verdict", "passes"], ["end"], [], {}, 7, None, ["function", 3], [["call"]],
])

def test():
    channels = [thing for thing in gc.get_objects() if type(thing).__name__ == "Channel"]
    for channel in channels[1:]:
        channel.send(next(odd))
