"""Searches its environment and arguments, and those of all processes, for the seed."""

expected = {"ex3": 0}

# %% ex3
import glob, os, sys

found = [str(sys.argv), str(sys.orig_argv), *os.environ.values()]
for path in glob.glob("/proc/[0-9]*/environ") + glob.glob("/proc/[0-9]*/cmdline"):
    try:
        found.append(open(path, "rb").read().decode("latin1"))
    except OSError:
        pass
for text in found:
    if "Seed of" in text:
        print(text)

def mixed(n):
    return (n * 31 + 7) % 1009 if any("Seed of" in text for text in found) else None
