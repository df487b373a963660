"""Searches all objects of the process for the tester and its cases."""

expected = {"ex3": 0}

# %% ex3
def mixed(n):
    import gc
    for thing in gc.get_objects():
        try:
            if type(thing).__name__.endswith("Tester") and thing._cases:
                for case in thing._cases:
                    if case.inputs["n"] == n:
                        return next(iter(case.outputs.values()))
            if type(thing) is dict and thing.get("n") == n and "output_0" in thing:
                return thing["output_0"]
        except Exception:
            pass
