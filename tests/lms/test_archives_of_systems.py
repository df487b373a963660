"""What comes in: for each system, the situations that its archives are found in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.lms.collection import collect
from tests.lms.conftest import ANSWER, OTHER_EXAM, Pack, notebook, placed, zipped

PEOPLE = """\
student,name,email,login,canvas,sis,groups
jdoe,"Doe, Jane",jane@example.org,jane,11,0042,team one;b
osmith,"O'Smith, Zoë",zoe@example.org,zoe,12,0043,team one
twin-a,"Twin, A",,,13,,
twin-b,"A Twin",,,14,,
"""
NEWER, PLAIN = notebook("return 2"), notebook("return 1", marked=False)
METADATA = """\
submission_1:
  :submitters:
  - :name: Doe, Jane
    :sid: '0042'
    :email: jane@example.org
  :created_at: 2026-03-01 10:00:00.123456 -0800
submission_2:
  submitters:
  - name: Zoë O'Smith
    email: zoe@example.org
  - {':name': '=comma, "quoted"', ':sid': x1}
"""
MOODLE_SHEET = """\
Identifier,Full name,Email address,Username,Status,Grade,Maximum grade,Grade can be changed
Participant 501,Jane Doe,jane@example.org,jane,Submitted,,15.00,Yes
Participant 502,Zoë O'Smith,zoe@example.org,zoe,Submitted,,15.00,Yes
"""


@dataclass(frozen=True)
class Situation:
    """An archive and what is known beside it: the time or late by student, and what is said of the rest."""

    files: dict[str, bytes | str]
    students: dict[str, str]
    why: Sequence[str] = ()
    people: str = PEOPLE
    sheet: str = ""
    system: str = ""

    def options(self, pack: Pack) -> dict[str, Any]:
        """The options, with the files that they name."""
        files = {"people": self.people, "sheet": self.sheet}
        return {"system": self.system} | {key: pack(text, f"{key}.csv") for key, text in files.items() if text}


SITUATIONS = {
    "canvas: plain, late, letters beyond ASCII": Situation(
        {"doejane_11_101_midterm1.ipynb": ANSWER, "osmithzoë_LATE_12_102_Copy of midterm1.ipynb": ANSWER},
        {"jdoe": "False", "osmith": "True"},
    ),
    "canvas: without people, its ids are the students": Situation(
        {"doejane_11_101_midterm1 (1).ipynb": ANSWER, "LATE_anon_x9_102_a.ipynb": ANSWER},
        {"11": "False", "anon_x9": "True"},
        people="",
    ),
    "canvas: the newest upload of a notebook counts": Situation(
        {"doejane_11_7_midterm1.ipynb": NEWER, "doejane_11_101_midterm1-1.ipynb": ANSWER}, {"jdoe": "False"}
    ),
    "canvas: a group": Situation({"teamone_12_101_midterm1.ipynb": ANSWER}, {"jdoe": "False", "osmith": "False"}),
    "canvas: a group that nobody is in": Situation(
        {"strangers_12_101_midterm1.ipynb": ANSWER}, {}, ['if "strangers" is a group']
    ),
    "canvas: others with a group's name do not hand in for the group": Situation(
        {
            "teamone_12_101_midterm1.ipynb": ANSWER,
            "teamone_13_205_midterm1.ipynb": NEWER,
            "teamone_99_206_midterm1.ipynb": NEWER,
        },
        {"jdoe": "False", "osmith": "False"},
        ["somebody not listed as a member"] * 2,
    ),
    "moodle: another with a team's name does not hand in for the team": Situation(
        {
            "b_502_assignsubmission_file/midterm1.ipynb": NEWER,
            "team one_502_assignsubmission_file/midterm1.ipynb": ANSWER,
        },
        {"jdoe": "None", "osmith": "None"},
        ['the file of the group "b"'],
        sheet=MOODLE_SHEET,
    ),
    "canvas: digits and underscores in a name": Situation(
        {"doe_5_jane_6_11_101_1_2_midterm1.ipynb": ANSWER, "doe_7_8_12_102_midterm1.ipynb": ANSWER},
        {"jdoe": "False", "osmith": "False"},
        people=PEOPLE.replace("Doe, Jane", "Doe_5_Jane_6").replace("O'Smith, Zoë", "Doe_7_8"),
    ),
    "canvas: text, link, page, somebody unknown, another exam, nothing": Situation(
        {
            "doejane_11_text.html": "<p>",
            "osmithzoë_12_102_answers.pdf": "%PDF",
            "nobody_99_103_midterm1.ipynb": ANSWER,
            "twina_13_104_midterm1.ipynb": OTHER_EXAM,
            "readme": "",
        },
        {},
        [
            "a text or a link",
            '"answers.pdf" is PDF or HTML',
            '"nobody, 99" is not in people.csv',
            "nothing in",
            "does not have the form",
        ],
        system="canvas",
    ),
    "canvas: the same name twice": Situation(
        {"twina_21_101_midterm1.ipynb": ANSWER, "doejane_31_102_a.ipynb": ANSWER, "doejane_32_103_a.ipynb": ANSWER},
        {},
        ['could be any of "twin-a", "twin-b"', "two people handed in under", "two people handed in under"],
        people=PEOPLE.replace(",13,", ",,").replace(",14,", ",,").replace(",11,", ",,"),
    ),
    "canvas: a file whose name is another person's": Situation(
        {"osmithzoë_99_102_doejane_LATE_11_101_x.ipynb": ANSWER}, {}, ['"osmithzoë, 99" is not in people.csv']
    ),
    "moodle: a file whose name is another person's": Situation(
        {"Zoë O'Smith_502_assignsubmission_file_Jane Doe_501_assignsubmission_file_midterm1.ipynb": ANSWER},
        {"zoe": "None"},
        people="",
        sheet=MOODLE_SHEET,
    ),
    "blackboard: a file whose name is another person's": Situation(
        {"m1_zoe_attempt_2025-10-11-10-22-00_m1_jane_attempt_2030-10-11-10-22-00_midterm1.ipynb": ANSWER},
        {"osmith": "2025-10-11 10:22:00 UTC"},
    ),
    "moodle: joined with the worksheet": Situation(
        {
            "Jane Doe_501_assignsubmission_file_/sub/lastname_midterm1-2.ipynb": ANSWER,
            "jane Zoë O'Smith_502_assignsubmission_file_midterm1.ipynb": PLAIN,
        },
        {"jane": "None", "zoe": "None"},
        people="",
        sheet=MOODLE_SHEET,
    ),
    "moodle: without the worksheet, a name that one student has": Situation(
        {
            "Jane Doe_1_assignsubmission_file/midterm1.ipynb": ANSWER,
            "Zoë O'Smith_2_assignsubmission_onlinetext/onlinetext.html": "<p>",
            "A Twin_3_assignsubmission_file/midterm1.ipynb": ANSWER,
        },
        {"jdoe": "None"},
        ['could be any of "twin-a", "twin-b"', "a text or a link"],
    ),
    "moodle: with neither": Situation(
        {"Jane Doe_501_assignsubmission_file/midterm1.ipynb": ANSWER},
        {},
        ["without an id: create people.csv, or name the sheet"],
        people="",
    ),
    "moodle: blind": Situation(
        {"Participant_501_assignsubmission_file/midterm1.ipynb": ANSWER}, {"Participant_501": "None"}, people=""
    ),
    "moodle: a team": Situation(
        {"team one_9_assignsubmission_file/midterm1.ipynb": ANSWER}, {"jdoe": "None", "osmith": "None"}
    ),
    "moodle: the worksheet of another assignment": Situation(
        {"Jane Doe_502_assignsubmission_file/midterm1.ipynb": ANSWER},
        {},
        ["has another name for that student"],
        people="",
        sheet=MOODLE_SHEET,
    ),
    "gradescope: a group, symbols and texts as keys, a missing id": Situation(
        {
            "assignment_1_export/submission_metadata.yml": METADATA,
            "assignment_1_export/submission_1/midterm1.ipynb": ANSWER,
            "assignment_1_export/submission_2/midterm1.ipynb": ANSWER,
            "assignment_1_export/submission_3/midterm1.ipynb": ANSWER,
        },
        {"0042": "2026-03-01 18:00:00.123456 UTC", "zoe@example.org": "None", "x1": "None"},
        ["does not say who submitted it"],
        people="",
    ),
    "brightspace: the later of two attempts": Situation(
        {
            "1-2 - Jane Doe - Oct 10, 2025 1022 AM/midterm1.ipynb": NEWER,
            "1-3 - Jane Doe - Oct 11, 2025 1205 PM/midterm1.ipynb": ANSWER,
            "4-5 - Zoë O'Smith - 11 oct. 2025 12 h 05/midterm1.ipynb": ANSWER,
            "index.html": "<p>",
        },
        {"jdoe": "2025-10-11 12:05:00 UTC", "osmith": "None"},
    ),
    "brightspace: dates of another language say no order": Situation(
        {
            "1-2 - Jane Doe - 10 oct. 2025 10 h 22/midterm1.ipynb": ANSWER,
            "1-3 - Jane Doe - 11 oct. 2025 10 h 22/midterm1.ipynb": ANSWER,
        },
        {},
        ["in unknown order"] * 2,
    ),
    "blackboard: the text beside a file says who it is, in any language": Situation(
        {
            "midterm_1_j_doe_Versuch_2025-10-10-10-22-00_midterm1.ipynb": NEWER,
            "midterm_1_j_doe_Versuch_2025-10-10-10-22-00.txt": "Name: Doe, Jane (j_doe)\nAufgabe: midterm 1\n",
            "midterm_1_j_doe_Versuch_2025-10-11-10-22-00_midterm1.ipynb": ANSWER,
            "midterm_1_j_doe_Versuch_2025-10-11-10-22-00.txt": "Name: Doe, Jane (j_doe)\n",
            "midterm_1_zoe_Versuch_2025-10-11-10-22-00_midterm1.ipynb": ANSWER,
        },
        {"j_doe": "2025-10-11 10:22:00 UTC"},
        ["its name matches"],
        people="",
    ),
    "github: repositories beside each other, and the roster": Situation(
        {
            "midterm1-Jane-D/midterm1.ipynb": ANSWER,
            "midterm1-Jane-D/.git/HEAD": "x",
            "fall-midterm1-zoe/deep/er/midterm1.ipynb": ANSWER,
        },
        {"s1": "None", "s2": "None"},
        people="",
        sheet='"identifier","github_username","github_id","name"\n"s1","jane-d","1",""\n"s2","zoe","2",""\n',
    ),
    "nbgrader: the newest of an inbound folder": Situation(
        {
            "jdoe+midterm1+2026-01-01 10:00:00 UTC/midterm1.ipynb": NEWER,
            "jdoe+midterm1+2026-01-02 10:00:00.5 UTC+Ab12/midterm1.ipynb": ANSWER,
            "jdoe+lesson1+2026-01-03 10:00:00 UTC/lesson1.ipynb": OTHER_EXAM,
        },
        {"jdoe": "2026-01-02 10:00:00.500000 UTC"},
        people="",
    ),
    "folder: nbgrader's own layout, a zip within a zip, two notebooks": Situation(
        {
            "jdoe/midterm1/midterm1.ipynb": ANSWER,
            "jdoe/midterm1/timestamp.txt": "2026-01-02T10:00:00+01:00",
            "jdoe/lesson1/lesson1.ipynb": OTHER_EXAM,
            "zoe/work.zip": zipped({"a/b.zip": zipped({"c/midterm1 (2).ipynb": ANSWER, "c/d/data.csv": "1"})}),
            "two/one.ipynb": ANSWER,
            "two/two.ipynb": NEWER,
        },
        {"jdoe": "2026-01-02 09:00:00 UTC", "zoe": "None"},
        ["are both"],
        people="",
    ),
}


@pytest.mark.parametrize("situation", SITUATIONS.values(), ids=SITUATIONS)
def test_a_situation(situation: Situation, exam: Course, pack: Pack) -> None:
    students, why = situation.students, situation.why
    options, archive = situation.options(pack), pack(situation.files)
    found = collect(exam, "midterm1", [archive], **options)
    said = {each.student: str(each.time if each.late is None else each.late) for each in found.placed}
    assert (said, len(found.unplaced)) == (students, len(why)), found
    for part in why:
        assert any(part in each.why for each in found.unplaced), found.unplaced
    before = placed(exam)
    assert {path for path in before if path.count("/") == 2 and path.endswith(".ipynb")} == {
        f"{student}/midterm1/midterm1.ipynb" for student in students
    }
    assert {before[f"{student}/midterm1/midterm1.ipynb"] for student in students} <= {ANSWER, PLAIN}
    for student, time in students.items():
        stamp = before.get(f"{student}/midterm1/timestamp.txt", b"None").decode().strip()
        assert stamp == (time if "UTC" in time else "None")
    again = collect(exam, "midterm1", [archive], **options)  # collecting twice is collecting once
    assert placed(exam) == before
    assert {each.what for each in again.placed} <= {"already there"}


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"", "is cut off"), (zipped({}), "is empty"), (zipped({"a_1_2_x": b"1" * 99})[:-30], "is cut off")],
    ids=["no byte", "no entry", "no end"],
)
def test_an_archive_that_holds_nothing(content: bytes, says: str, exam: Course, pack: Pack) -> None:
    with pytest.raises(GradingError, match=says):
        collect(exam, "midterm1", [pack(content)])


def test_an_earlier_attempt_is_kept_and_an_older_archive_takes_no_place(exam: Course, pack: Pack) -> None:
    first = pack({"doejane_11_101_midterm1.ipynb": NEWER, "doejane_11_102_data.csv": "old"}, "first.zip")
    second = pack({"doejane_11_201_midterm1-1.ipynb": ANSWER, "doejane_11_202_data-1.csv": "new"}, "second.zip")
    trial = collect(exam, "midterm1", [first], is_trial=True)
    assert ([each.student for each in trial.placed], placed(exam)) == (["11"], {})
    for archive in (first, second, first, second):
        collect(exam, "midterm1", [archive])
        assert (exam.submitted / "11" / "midterm1" / "midterm1.ipynb").read_bytes() in (NEWER, ANSWER)
    assert placed(exam) == {
        "11/midterm1/midterm1.ipynb": ANSWER,
        "11/midterm1/data.csv": b"new",
        "11/midterm1/attempts/1/midterm1.ipynb": NEWER,
        "11/midterm1/attempts/1/data.csv": b"old",
    }
    work = exam.submitted / "11" / "midterm1" / "midterm1.ipynb"
    work.write_bytes(b"what an instructor has repaired")
    collect(exam, "midterm1", [second])
    assert work.read_bytes() == b"what an instructor has repaired"
