"""Raises exceptions with the names of the grader's own: WireError, GradingError, ChannelClosed."""

expected = {"ex1": 0, "ex2": 0, "ex3": 0}

# %% ex1
class WireError(BaseException): pass
def square(n): raise WireError("a table holds what is no outcome")

# %% ex2
import nbproctor.errors
def total(numbers): raise nbproctor.errors.GradingError("the release is missing")

# %% ex3
from nbproctor.examination.wire.channel import ChannelClosed
def mixed(n): raise ChannelClosed("the other end is gone")
