"""Prints, displays, logs and raises the judged functions' answers to another exercise's official inputs."""

expected = {"ex2": 0, "ex3": 0}

# %% ex2
import gc, os, pickle, sys
from IPython.display import display

def test():
    runner = next(thing for thing in gc.get_objects() if type(thing).__name__ == "Runner")
    for case in runner._inputs["tc_weighted"].cases:
        text = f"Quartz{'Printed'} {mixed(pickle.loads(case)['numbers'])}"
        print(text)
        print(text, file=sys.__stderr__)
        os.write(1, text.encode())
        display(text)
        get_ipython().displayhook(text)
        get_ipython().user_ns["_"] = text

# %% ex3
def weighted(numbers): return None

# %% after test_ex2
print(_, Out)
