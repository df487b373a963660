"""Stops reading what it is sent, so that whoever sends it something would wait."""

expected = {"ex2": 0}
outcomes = {"ex2": "timed_out"}
runs_to_its_limit = True

# %% ex2
import nbproctor.examination.wire.channel as channel
import time

def total(numbers):
    channel.Channel.receive = lambda self, deadline=None: time.sleep(60)
    return sum(numbers)
