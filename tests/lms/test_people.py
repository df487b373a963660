"""The people file: who is meant, what is learned, and what stays as it is."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbproctor.errors import GradingError
from nbproctor.lms.attempt import Person
from nbproctor.lms.people import IDS, People, UnknownPersonError


def _people(tmp_path: Path, text: str) -> People:
    (tmp_path / "people.csv").write_text(text, "utf-8")
    return People.read(tmp_path / "people.csv")


@pytest.mark.parametrize(
    ("person", "student"),
    [
        (Person("Nobody", {"canvas": "11"}), "s1"),
        (Person("Nobody", {"email": "JANE@example.org "}), "s1"),
        (Person("Nobody", {"moodle": "jane"}), "s1"),  # the same name to log in with
        (Person("Nobody", {"github": "s1"}), "s1"),  # the student's own id
        (Person("Jane Doe"), "s1"),
        (Person("doe,  JANE"), "s1"),
        (Person(aliases=("doejane",)), "s1"),
        (Person("Zoe\u0308 X"), "s2"),
        (Person("Jane Doe", {"canvas": "99"}), '"Jane Doe, 99" is not in'),  # who has another id is another person
        (Person("Nobody", {"canvas": "s1"}), '"Nobody, s1" is not in'),  # a number of Canvas's is no student's id
        (Person("A B"), 'could be any of "s3", "s4"'),
        (Person("Nobody", {"email": "jane@example.org", "canvas": "12"}), 'could be any of "s1", "s2"'),
        (Person("Jan Edoe"), "is not in"),  # other words with the same letters
    ],
)
def test_who_is_meant(person: Person, student: str, tmp_path: Path) -> None:
    people = _people(
        tmp_path,
        "student;name;email;login;canvas\ns1;Doe, Jane;jane@example.org;jane;11\n"
        "s2;X, Zoë;;;12\ns3;A B;;;\ns4;B, A;;;\n",
    )
    if student.startswith("s"):
        assert people.student(person) == student
    else:
        with pytest.raises(UnknownPersonError, match=student):
            people.student(person)


def test_what_is_learned_is_written_and_the_rest_stays(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    people = _people(tmp_path, '\ufeffStudent;NAME;Remark\ns1;"Doe, Jane"; =A1 \n')
    assert not people.save(path)
    people.add(
        [Person("Jane Doe", {"login": "jane", "canvas": "11"}), Person("=1+1", {"login": "zoe", "canvas": "12"})]
    )
    people.add([Person("Twin", {"login": "a"}), Person("Twin", {"login": "b"}), Person("Twin")])
    assert people.save(path)
    lines = path.read_text("utf-8").splitlines()
    assert lines[0].startswith("\ufeffstudent;name;Remark;email;")
    assert [line.split(";")[0] for line in lines[1:]] == ["s1", "zoe", "a", "b"]
    assert lines[1].startswith("s1;Doe, Jane; =A1 ;;jane;11;")
    assert lines[2].startswith("zoe;'=1+1;;")
    again = People.read(path)
    assert again.student(Person("=1+1")) == "zoe"
    assert again.student(Person("Jane Doe", {"canvas": "11"})) == "s1"


@pytest.mark.parametrize("text", ["", "name,email\n", "student\na\na\n", "student,name\n,x\n", "student\na,b\n"])
def test_a_file_that_names_no_student_once_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(GradingError, match=r"people\.csv"):
        _people(tmp_path, text)


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0'"), min_size=1, max_size=8).map(
    lambda text: " ".join(text.split()) or "x"
)


@given(st.dictionaries(TEXTS, st.dictionaries(st.sampled_from(["name", *IDS]), TEXTS), max_size=5))
def test_a_file_that_is_written_is_read_back(rows: dict[str, dict[str, str]]) -> None:
    people = People({"student": student, **row} for student, row in rows.items())
    people._has_changed = True
    with tempfile.TemporaryDirectory() as folder:
        people.save(Path(folder) / "people.csv")
        read = People.read(Path(folder) / "people.csv")
    assert {row["student"]: {k: v for k, v in row.items() if v and k != "student"} for row in read._rows} == rows
