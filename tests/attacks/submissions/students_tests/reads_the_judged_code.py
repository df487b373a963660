"""Looks for the code of the judged function: its source, constants, closure, frames, and all objects of the process."""

expected = {"ex2": 0}

# %% ex2
import gc, inspect, linecache, sys, types

def test():
    found = []
    mixed([1, 2, 3])
    try:
        found.append(inspect.getsource(mixed))
    except Exception:
        pass
    waiting, seen = [mixed, sys._getframe(), *sys._current_frames().values(), *gc.get_objects()], set()
    while waiting and len(seen) < 100_000:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, types.CodeType):
            found.append(repr((each.co_names, each.co_consts)))
        elif isinstance(each, types.FunctionType):
            waiting += [each.__code__, *(each.__closure__ or ())]
        elif isinstance(each, types.CellType):
            try:
                waiting.append(each.cell_contents)
            except ValueError:
                pass
        elif isinstance(each, types.FrameType):
            waiting += [each.f_code, each.f_back, *each.f_locals.values()]
        elif isinstance(each, str):
            found.append(each)
    found += ["".join(linecache.getlines(file)) for file in list(linecache.cache)]
    clues = [clue.replace("_", "") for clue in ("Quartz_Solution", "numbers._reverse()", "a_bs(number)", "numbers_[:9]")]
    if any(clue in text for text in found for clue in clues):
        raise AssertionError("this is how it is written")
