"""Tracebacks as a student reads them."""

import time

import pytest

from nbproctor.report.student_content.output_blocks import own_lines

PANDAS = "/opt/course/.venv/lib/python3.11/site-packages/pandas/core/frame.py"
RUNNER = "/opt/course/nbproctor/examination/runner/recording_testers.py"


def read(text, hidden=()):
    return "\n".join(own_lines(text.split("\n"), hidden))


def test_frames_of_what_is_installed_are_left_out_and_those_of_the_student_stay():
    text = f"""\
---------------------------------------------------------------------------
KeyError                                  Traceback (most recent call last)
Cell In[2], line 3, in mean(ns)
      1 def mean(ns):
      2     frame = pd.DataFrame(ns)
----> 3     return frame.loc[7]

File {PANDAS}:12, in DataFrame.__getitem__(self, key)
     10 def __getitem__(self, key):
---> 12     raise KeyError(key)

File index.pyx:7, in pandas._libs.index.get_loc()
File /tmp/runner-x/helper.py:2, in help()
----> 2 frame.loc[7]

KeyError: 7"""
    shown = read(text)
    assert shown.startswith("Cell In[2], line 3, in mean(ns)")
    assert shown.endswith("File helper.py:2, in help()\n----> 2 frame.loc[7]\n\nKeyError: 7")
    for gone in ("/opt", "/tmp", "pandas._libs", "raise KeyError", "Traceback"):
        assert gone not in shown


def test_frames_without_numbers_are_left_out_too():
    text = f"""\
Traceback (most recent call last):

  Cell In[3], line 1
    assert mean([1, 2]) == 1.5

  File {RUNNER}:183 in __call__
    return _apply("call", self, *args, **kwargs)

NotPlainDataError: mean() returned an Equal object"""
    assert read(text, {"assert mean([1, 2]) == 1.5"}).strip() == "NotPlainDataError: mean() returned an Equal object"


def test_hidden_lines_are_left_out_wherever_they_stand():
    text = "Cell In[1], line 2\n      1 x = 1\n----> 2 SECRET\n\nSECRET\nError: y"
    assert read(text, {"SECRET"}) == "Cell In[1], line 2\n      1 x = 1\n\nError: y"
    assert read(text, {"SECRET", "x = 1"}) == "Error: y"


def test_what_an_exception_says_stays_as_it_is():
    text = "ValueError: first\n  second\n    3 third\nFile is missing: x"
    assert read(text) == text


@pytest.mark.parametrize(
    "line", ["File " + ":" * 50_000, "-" * 50_000, "a" * 50_000, " " * 50_000, "1" * 50_000, "a" + " " * 50_000]
)
def test_no_line_takes_long(line):
    start = time.process_time()
    read("\n".join([line] * 20))
    assert time.process_time() - start < 2
