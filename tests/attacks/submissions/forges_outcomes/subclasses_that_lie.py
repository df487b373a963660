"""Returns subclasses of all builtin types that lie in each method by which they could be read, copied or compared."""

expected = {"ex1": 0, "ex2": 0, "ex3": 0, "ex8": 0, "ex11": 0}

# %% before ex1
class Metaclass(type):
    __name__ = "int"
    __instancecheck__ = __subclasscheck__ = __eq__ = lambda self, other: True
    __hash__ = lambda self: 0
    mro = lambda cls: type.mro(cls)

def lying(base, seems, kind=type):
    def told(*_): return seems
    lies = {f"__{name}__": told for name in ("iter", "len", "getitem", "index", "int", "float", "str", "repr", "bytes", "copy",
            "deepcopy", "reduce", "reduce_ex", "getstate", "getnewargs", "getnewargs_ex", "hash", "neg", "pos", "abs", "round")}
    lies |= {f"__{name}__": lambda self, other: True for name in ("eq", "le", "ge", "contains")}
    lies |= {name: told for name in ("items", "keys", "values", "copy", "tolist", "item", "as_integer_ratio")}
    return kind(base.__name__, (base,), {**lies, "__class__": property(lambda self: base), "__module__": "builtins"})

# %% ex1
def square(n): return lying(int, n * n)(7)

# %% ex2
def total(numbers): return lying(float, sum(numbers))(0.5)

# %% ex3
def mixed(n): return lying(str, (n * 31 + 7) % 1009, Metaclass)('x')

# %% after ex8
def card(text): return lying(tuple, (int(text[:-1]), text[-1]))()
def bag(n): return lying(list, list(range(n)))([n])
def tally(text): return lying(dict, {letter: text.count(letter) for letter in text})(a=-1)
def label(text): return lying(str, text.strip())("wrong")

# %% ex11
def factors(n): return lying(list, [2, n // 2])([1, n])
