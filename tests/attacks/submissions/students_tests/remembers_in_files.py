"""Writes the answers of all functions into files, so that it knows the right ones in the second round."""

expected = {"ex2": 0}

# %% ex2
import glob, os, pickle

places = [".", os.path.expanduser("~"), "/tmp", "/dev/shm", "/var/tmp", "/home/student"]
earlier = []
for place in places:
    for path in glob.glob(place + "/answers-*"):
        try:
            earlier += pickle.load(open(path, "rb"))
        except Exception:
            pass

known = []

def test():
    answers = []
    for numbers in ([1, 2, 3], [3, 2, 1], [-5], [], [0] * 20 + [1], [5, 6]):
        answers.append((mixed(numbers), list(numbers)))
    known.append(answers)
    for place in places:
        try:
            pickle.dump(known, open(place + "/answers-" + str(os.getpid()), "wb"))
        except Exception:
            pass
    if earlier:
        assert earlier.count(answers) > 1
    else:
        assert answers == known[0]
