"""Returns lists and dicts that contain themselves."""

expected = {"ex2": 0}

# %% ex2
def total(numbers):
    loop = []
    loop += [loop, {"loop": loop}, (loop,)]
    return loop
