"""Files of a submission's that are carried to its examiner: hostile ones earn and harm nothing."""

from __future__ import annotations

import pytest

from nbproctor.marking.class_grading import ClassGrading
from nbproctor.results import Outcome, Result
from tests.plain_course import hand_in, make_plain_course

EXERCISES = {
    "text": (
        "open('best.txt', 'w').write('14')",
        "assert open('best.txt').read() == '14'",
    ),
    "number": (
        "open('number.txt', 'w').write('14')",
        """
        text = open('number.txt').read()
        assert (int(text) if text.isdigit() else eval(text)) == 14
        """,
    ),
    "array": (
        "np.save('ranks.npy', np.arange(3))",
        "assert np.load('ranks.npy', allow_pickle=True).tolist() == [0, 1, 2]",
    ),
    "settings": (
        "open('settings.txt', 'w').write('best = 14')",
        """
        import importlib.util
        spec = importlib.util.spec_from_file_location('settings', 'settings.txt')
        assert 'best = 14' in open('settings.txt').read()
        if 'import' in open('settings.txt').read():
            from importlib.machinery import SourceFileLoader
            SourceFileLoader('settings', 'settings.txt').load_module()
        """,
    ),
    "calls": (
        "def log(text):\n    with open('log.txt', 'a') as file:\n        file.write(text)",
        "log('a')\nassert open('log.txt').read() == 'a'\nlog('b')\nassert open('log.txt').read() == 'ab'",
    ),
    "named": (
        "open('named.csv', 'w').write('14')",
        "import glob\nassert open(glob.glob('*.csv')[0]).read() == '14'",
    ),
    "honest": ("def best(ranks): return max(ranks)", "assert best([2, 14]) == 14"),
}
# What is true only in the process that holds the expected answers.
IN_THE_EXAMINER = "'nbproctor.examination.examiner.examiner' in __import__('sys').modules"
UNPICKLES = f"""
class Ranks:
    def __reduce__(self):
        return eval, ("[0, 1, 2] if {IN_THE_EXAMINER} else []",)
np.save('ranks.npy', np.array([Ranks()], dtype=object), allow_pickle=True)
"""
CHANGES = """
import threading
def change():
    number = 0
    while True:
        number += 1
        open('best.txt', 'w').write(str(100 + number))
threading.Thread(target=change, daemon=True).start()
"""
LIES = """
import gc
for found in gc.get_objects():
    if type(found).__name__ == 'FilesForTests':
        kind = type(found).taken.__globals__['FilesTaken']
        lie = {'best.txt': 14, '../kinds.ipynb': b'', 'os.py': b'1/0'}
for found in gc.get_objects():
    if isinstance(found, dict) and isinstance(found.get('files'), tuple):
        found['files'] = (found['files'][0], lambda request: kind(lie, [3]))
"""
# By student: what is handed in for an exercise, the points that it earns, and whether a person is asked.
HOSTILE = {
    "code-in-a-text": ("number", f"open('number.txt', 'w').write(\"14 if {IN_THE_EXAMINER} else 0\")", 0, False),
    "code-that-is-right": ("number", "open('number.txt', 'w').write('7 + 7')", 0, True),
    "a-pickle": ("array", UNPICKLES, 0, False),
    "a-module": (
        "settings",
        f"open('settings.txt', 'w').write(\"best = 14\\nimport sys\\nassert {IN_THE_EXAMINER}\")",
        0,
        False,
    ),
    "a-pipe": ("text", "import os\nos.mkfifo('best.txt')", 0, False),
    "a-device": ("text", "import os\nos.symlink('/dev/zero', 'best.txt')", 0, False),
    "a-folder": ("text", "import os\nos.mkdir('best.txt')", 0, False),
    "a-link-to-nothing": ("text", "import os\nos.symlink('nothing', 'best.txt')", 0, False),
    "a-link-to-an-own-file": (
        "text",
        "import os\nopen('/tmp/own.txt', 'w').write('14')\nos.symlink('/tmp/own.txt', 'best.txt')",
        1,
        False,
    ),
    "a-link-to-a-secret": ("text", "import os\nos.symlink('{seed}', 'best.txt')", 0, False),
    "a-huge-file": ("text", "with open('best.txt', 'wb') as file:\n    file.truncate(60 << 20)", 0, False),
    "further-files": ("text", "open('best.txt', 'w').write('14')\nopen('json.py', 'w').write('1 / 0')", 1, False),
    "a-file-elsewhere": ("named", "open('other.csv', 'w').write('14')", 0, True),
    "changing": ("text", CHANGES, 0, False),
    "not-in-the-call": ("calls", "def log(text): pass\nopen('log.txt', 'w').write('ab')", 0, False),
    "lies-of-its-files": ("text", LIES, 0, False),
}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Result]:
    course = make_plain_course(tmp_path_factory.mktemp("files"), EXERCISES)
    solutions = {name: solution for name, (solution, _) in EXERCISES.items()}
    hand_in(course, course.submitted / "honest" / "kinds", solutions)
    for student, (name, source, *_) in HOSTILE.items():
        handed_in = source.replace("{seed}", str(course.root / ".secret" / "official_seed"))
        hand_in(course, course.submitted / student / "kinds", solutions | {name: handed_in})
    hand_in(course, course.submitted / "neighbour" / "kinds", solutions)
    course.grading.workers = 2
    found = {}
    for submission, result in ClassGrading(course, "kinds").run():
        assert isinstance(result, Result), result
        found[submission.student] = result
    return found


@pytest.mark.parametrize("student", ["honest", "neighbour"])
def test_what_honest_code_writes_is_examined_apart(results: dict[str, Result], student: str) -> None:
    exercises = results[student].exercises
    assert {each.name: (each.outcome, each.isolated) for each in exercises} == dict.fromkeys(
        EXERCISES, (Outcome.PASSED, True)
    )


@pytest.mark.parametrize("student", HOSTILE)
def test_a_hostile_file_earns_no_more_than_in_one_kernel(results: dict[str, Result], student: str) -> None:
    name, _, points, asks = HOSTILE[student]
    by_name = {each.name: each for each in results[student].exercises}
    assert (by_name[name].earned, bool(by_name[name].disputed)) == (points, asks), by_name[name].message
    assert by_name[name].isolated
    # Whoever lies of the files loses those of the other exercises too.
    others = {each: by_name[each].outcome for each in EXERCISES if each != name and student != "lies-of-its-files"}
    assert others == dict.fromkeys(others, Outcome.PASSED)
