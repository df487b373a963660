"""Returns lists, dicts and tuples nested as deeply as an outcome may be."""

expected = {"ex1": 0, "ex3": 0, "ex7": 0, "ex8": 0}

# %% ex1
def nested(depth, around):
    value = 0
    for _ in range(depth):
        value = around(value)
    return value

def square(n): return nested(500, lambda value: [value])

# %% ex3
def mixed(n): return nested(500, lambda value: {1: value})

# %% ex7
def cube(n): return nested(60, lambda value: (value,))

# %% after ex8
def bag(n): return nested(199, lambda value: [value])
def tally(text): return {"a": nested(300, lambda value: {"a": value})}
