"""Reads the samplers, cases.py, from the source folder, and the seed from its file."""

expected = {"ex3": 0}

# %% ex3
def mixed(n):
    found = []
    for path in ("@COURSE@/source/targets/cases.py", "@COURSE@/.secret/official_seed", "@COURSE@/grading_config.py"):
        try:
            found.append(open(path).read())
        except OSError:
            pass
    return found or None
