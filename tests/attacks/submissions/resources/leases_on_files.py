"""Takes leases on every file that it can read, so that others must wait to write or open it."""

# What it keeps open leaves nothing for the honest part of ex10 to import.
expected = {"ex1": 0, "ex10": 0}

# %% ex1
import fcntl, os

kept = []

def square(n):
    for place in (".", os.path.dirname(os.__file__)):
        for name in os.listdir(place):
            try:
                kept.append(open(os.path.join(place, name), "rb"))
                for kind in (fcntl.F_RDLCK, fcntl.F_WRLCK):
                    fcntl.fcntl(kept[-1], 1024, kind)
                    fcntl.fcntl(kept[-1], 1024 + (1 << 31), kind)
                    return 0
            except (OSError, OverflowError):
                pass
    return None
