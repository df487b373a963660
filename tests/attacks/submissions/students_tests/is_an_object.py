"""Is an object instead of a function, which answers requests instead of being called."""

expected = {"ex2": 0}

# %% ex2
class Suite:
    __name__ = "test"
    def __call__(self): return self
    def __eq__(self, other): return True
    def __bool__(self): return True
    def __hash__(self): return 0
    def __getattr__(self, name): return self

test = Suite()
