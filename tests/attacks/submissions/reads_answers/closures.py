"""Looks into the closures, defaults and code constants of every function for the reference."""

expected = {"ex1": 0}

# %% ex1
def stolen():
    import gc, types
    for thing in gc.get_objects():
        if isinstance(thing, types.FunctionType) and thing.__name__ == "square" and thing.__code__ is not me.__code__:
            return thing
        if isinstance(thing, types.FunctionType) and thing.__closure__:
            for cell in thing.__closure__:
                try:
                    value = cell.cell_contents
                except ValueError:
                    continue
                if getattr(value, "__name__", "") == "square" and value is not me:
                    return value

def square(n):
    found = stolen()
    return found(n) if found else None

me = square
