"""Displays JSON that is nested hundreds of levels deep, with equally deep metadata."""

expected = {"ex1": 0}

# %% ex1
from IPython.display import display

def square(n): return None

deep = 0
for _ in range(450):
    deep = {"x": deep}
display({"application/json": deep, "text/plain": "deep"}, raw=True, metadata={"deep": deep})
