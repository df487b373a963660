"""Writes into the release and the case files that later submissions use."""

expected = {"ex3": 0}

# %% ex3
import glob, os, sys

for top in {".", *sys.path, "@COURSE@/release", "@SCRATCH@"}:
    for path in glob.glob(os.path.join(top or ".", "**", "tc_mixed"), recursive=True):
        if not os.path.samefile(os.path.dirname(os.path.dirname(path)) or ".", "."):
            try:
                open(path, "wb").write(b"nothing")
            except OSError:
                pass
for path in glob.glob("@SCRATCH@/**/*.py", recursive=True):
    try:
        open(path, "a").write("\nraise SystemExit\n")
    except OSError:
        pass

def mixed(n): return None
