"""Returns arrays and tables of objects, structures and records that hide a pickle or an operator."""

expected = {"ex4": 0}

# %% ex4
class Agrees:
    __eq__ = __sub__ = __rsub__ = __le__ = __ge__ = __lt__ = lambda self, other: True
    __hash__ = lambda self: 0
    __abs__ = lambda self: 0.0
    def __float__(self): return 0.0

def doubled(table): return pd.DataFrame({"a": [3, 1, 2], "b": [Agrees(), Agrees(), Agrees()]})
def centred(values): return np.array([Agrees(), Agrees(), Agrees()], dtype=object)
