"""Claims to have changed arguments: those that there are not, into what they cannot be, the lists of the test."""

expected = {"ex2": 0, "ex11": 0}

# %% ex2
import nbproctor.examination.wire.changed_arguments as changed_arguments

changes = changed_arguments.ArgumentSnapshot.changes

def lie(self):
    if not isinstance(self._parts[0], list):
        return changes(self)
    return {0: self._codec.encode([[0], {0: 7}]), 5: b"\xc1", -1: self._codec.encode([[1], {}])}

changed_arguments.ArgumentSnapshot.changes = lie

def total(numbers): return sum(numbers)
