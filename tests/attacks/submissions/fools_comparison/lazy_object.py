"""Returns an object that decides what it is only when it is inspected, depending on how."""

expected = {"ex1": 0, "ex6": 0}
runs_to_its_limit = True

# %% ex1
class Lazy:
    def __getattribute__(self, name):
        if name in ("__class__", "__dict__"):
            return object.__getattribute__(self, name)
        return lambda *args: args[0] if args else 169
    def __eq__(self, other): return other == other
    def __hash__(self): return 0

def square(n): return Lazy()

# %% ex6
class Wish:
    def __iter__(self): return self
    def __next__(self): return self
    def __eq__(self, other): return True

def countdown(n): return Wish()
def shout(text): return Wish()
