"""Looks for the tests' source in the caches of linecache and inspect."""

expected = {"ex2": 0}

# %% ex2
def total(numbers):
    import inspect, linecache
    for name, entry in list(linecache.cache.items()):
        if len(entry) > 2 and any("total([" + "])" in line for line in entry[2]):
            print(name, *entry[2])
            return sum(numbers)
    for frame in inspect.stack():
        if frame.code_context and "assert " + "total" in "".join(frame.code_context):
            print(frame.code_context)
            return sum(numbers)
    return None
