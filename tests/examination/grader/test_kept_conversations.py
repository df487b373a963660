"""What was said over the reference is kept for the next run, encrypted, and bound to all that it depends on."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest

from nbproctor.assignment.notebook import Assignment
from nbproctor.assignment.official_seed import official_seed
from nbproctor.config import Course
from nbproctor.examination.grader.examination import Examination
from nbproctor.examination.grader.examination_settings import ExaminationSettings
from nbproctor.examination.grader.kept_conversations import ConversationsFile, KeptConversations
from nbproctor.examination.machine.turns import Turns
from nbproctor.examination.sandbox.tiers import Tier
from nbproctor.examination.wire.conversations import RecordedConversation
from nbproctor.marking.class_grading import ClassGrading
from nbproctor.marking.mark_scheme import examination_settings
from nbproctor.results import Result
from tests.plain_course import hand_in, make_plain_course

EXERCISES = {
    "greets": ("def greets(name): return 'Hello, ' + name", "assert greets('Ada-of-the-test').endswith('-test')"),
    "hashes": ("print(hash('deck'))\ndef hashes(word): return hash(word)", "assert hashes('deck') == hash('deck')"),
}
NOWHERE = Path("/no/such/folder")
SAID = KeptConversations(hash_seed=7, cases_mark="a mark", conversations=(b"what was said",))


pytestmark = pytest.mark.xdist_group("kept conversations")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return make_plain_course(tmp_path_factory.mktemp("kept") / "course", EXERCISES)


def _settings(course: Course) -> ExaminationSettings:
    return examination_settings(course, Assignment.read(course.source / "kinds"), official_seed(course))


@pytest.fixture
def examined(course: Course, tmp_path: Path) -> ExaminationSettings:
    return replace(_settings(course), conversations_folder=tmp_path / "conversations")


def _file(examined: ExaminationSettings) -> Path:
    """The one file that is kept."""
    assert examined.conversations_folder
    (file,) = examined.conversations_folder.iterdir()
    return file


def _kept(examined: ExaminationSettings) -> KeptConversations:
    return ConversationsFile(examined, NOWHERE).read()


def _hashes(course: Course, submitted: Path) -> tuple[object, str]:
    """What a run finds of an honest submission, but its times; and the hash that its cell printed."""
    output = submitted.parent / "graded"
    shutil.rmtree(output, ignore_errors=True)
    ((_, result),) = ClassGrading(course, "kinds", submitted, output).run()
    assert isinstance(result, Result)
    notebook = nbformat.read(output / "autograded" / "honest" / "kinds" / "kinds.ipynb", as_version=4)
    printed = next(cell.outputs[0].text for cell in notebook.cells if "print(hash" in cell.source)
    return [(each.name, each.outcome, each.earned, each.message) for each in result.exercises], printed


def test_a_second_run_goes_on_with_what_the_first_one_kept(course: Course, tmp_path: Path) -> None:
    hand_in(course, tmp_path / "submitted" / "honest" / "kinds", {name: each for name, (each, _) in EXERCISES.items()})
    first = _hashes(course, tmp_path / "submitted")
    examined = _settings(course)
    file = _file(examined)
    content = file.read_bytes()
    assert file.stat().st_mode & 0o077 == 0 and file.parent.stat().st_mode & 0o077 == 0
    assert b"Ada-of-the-test" not in content and official_seed(course).encode() not in content
    kept = _kept(examined)
    assert b"Ada-of-the-test" in kept.conversations[0] and len(kept.conversations) == len(EXERCISES)
    assert _hashes(course, tmp_path / "submitted") == first
    assert file.read_bytes() == content
    # What says otherwise is believed where it was said with these cases: nothing is recorded again.
    told = [RecordedConversation.from_bytes(each) for each in kept.conversations]
    other = replace(kept, conversations=tuple(replace(each, needs_words=True).to_bytes() for each in told))
    ConversationsFile(examined, NOWHERE).keep(other)
    assert _said(examined) == other.conversations != kept.conversations
    # And where it was said with others, it is recorded and kept anew.
    ConversationsFile(examined, NOWHERE).keep(replace(other, cases_mark="of other cases"))
    assert _said(examined) == kept.conversations
    assert _kept(examined) == kept


def _said(examined: ExaminationSettings) -> tuple[bytes, ...]:
    """The conversations with which an examination starts."""
    with Examination(examined, Turns(1)) as examination:
        examination.wait_until_ready()
        assert examination.parents.examiners
        return tuple(each.to_bytes() for each in examination.parents.examiners.conversations)


def _readable_by_others(file: Path) -> None:
    file.chmod(0o640)


def _a_link(file: Path) -> None:
    file.rename(file.with_name("elsewhere"))
    file.symlink_to("elsewhere")


def _a_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file, 0o600)


def _a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def _cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])


def _one_bit_changed(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[20] ^= 1
    file.write_bytes(content)


def _empty(file: Path) -> None:
    file.write_bytes(b"")


HARMED = [_readable_by_others, _a_link, _a_pipe, _a_folder, _cut_short, _one_bit_changed, _empty]


@pytest.mark.parametrize("harm", HARMED, ids=lambda harm: harm.__name__[1:])
def test_a_file_that_is_not_as_it_was_written_is_as_good_as_nothing(
    examined: ExaminationSettings, harm: Callable[[Path], None]
) -> None:
    ConversationsFile(examined, NOWHERE).keep(SAID)
    assert _kept(examined) == SAID
    harm(file := _file(examined))
    assert _kept(examined).conversations == ()
    ConversationsFile(examined, NOWHERE).keep(SAID)
    assert file.is_dir() or _kept(examined) == SAID


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")
def test_the_file_of_another_user_is_as_good_as_nothing(examined: ExaminationSettings) -> None:
    ConversationsFile(examined, NOWHERE).keep(SAID)
    os.chown(_file(examined), 65534, 65534)
    assert _kept(examined).conversations == ()


def test_what_was_kept_holds_for_what_it_was_recorded_with_alone(examined: ExaminationSettings) -> None:
    ConversationsFile(examined, NOWHERE).keep(SAID)
    limits = replace(examined.limits, cell_seconds=1.5)
    notebook = nbformat.from_dict({**examined.assignment.notebook, "cells": []})
    others = (
        replace(examined, seed="another"),
        replace(examined, limits=limits),
        replace(examined, tiers=(Tier.D, Tier.D)),
        replace(examined, assignment=replace(examined.assignment, notebook=notebook)),
        replace(examined, release_folder=examined.assignment.path.parent),
    )
    assert [_kept(other).conversations for other in others] == [()] * len(others)
    assert _kept(examined) == SAID


def test_what_is_not_to_be_kept_is_not_written(examined: ExaminationSettings, tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    for settings, said in (
        (examined, replace(SAID, cases_mark="")),
        (examined, replace(SAID, conversations=(b"said", f"in {scratch}/examiner".encode()))),
        (replace(examined, short_way=False), SAID),
        (replace(examined, conversations_folder=None), SAID),
    ):
        ConversationsFile(settings, scratch).keep(said)
    assert list(tmp_path.iterdir()) == []


def test_hashes_are_drawn_by_chance_where_nothing_is_kept(examined: ExaminationSettings) -> None:
    assert len({_kept(examined).hash_seed for _ in range(5)}) > 1
