"""Looks for the answers of a neighbour who is graded at the same time, in every temporary folder."""

expected = {"ex1": 0}

# %% ex1
def search():
    import os
    for top in ("@SCRATCH@", "@COURSE@/..", "/tmp", "/dev/shm"):
        for folder, folders, names in os.walk(top):
            for name in names:
                if name.endswith(".ipynb"):
                    try:
                        text = open(os.path.join(folder, name)).read()
                    except OSError:
                        continue
                    if "Neighbour" in text:
                        print(text[:4000])
                        return lambda n: n * n
    return lambda n: None

square = search()
