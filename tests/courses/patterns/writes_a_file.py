"""A solution that writes a file, which the test reads."""
# %% solution save
def save(path, text):
    with open(path, "w") as file:
        file.write(text)
# %% another save
from pathlib import Path
def save(path, text):
    Path(path).write_text(text)
# %% wrong save
def save(path, text):
    open(path, "w").close()
# %% test test_save 2
save("notes.txt", "royal")
assert open("notes.txt").read() == "royal"
# %% solution count
def count(text):
    return text.count("a")
# %% test test_count 1
assert count("banana") == 3
