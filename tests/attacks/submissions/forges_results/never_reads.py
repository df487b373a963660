"""Stops reading requests, so that the grader would wait forever."""

expected = {"ex2": 0}
runs_to_its_limit = True
harms_itself = True

# %% ex2
import nbproctor.examination.wire.channel as channel
import time

channel.Channel.receive = lambda self, deadline=None: time.sleep(60)

def total(numbers): return None
