"""What the command line says: help with an example, exit codes, and errors of one line with their cure."""

import json
import re
import shlex
import shutil
import sys

import pytest

from nbproctor.cli import app

COMMANDS = [[command.name or command.callback.__name__] for command in app.registered_commands]
MISUSE = {
    "no argument": ["grade"],
    "an unknown command": ["mark", "midterm1"],
    "an unknown option": ["build", "midterm1", "--fast"],
    "no workers at all": ["grade", "midterm1", "--workers", "0"],
    "one argument too many": ["build", "midterm1", "midterm2"],
}

NOT_RELEASED = "not released (instructors only): cases.py, solutions\n"


@pytest.fixture
def error_of(run):
    """Runs `course`, which must find a problem; returns the line that says so, the only one or the last."""

    def error_of(*words, cwd, only=True):
        done = run("course", *words, cwd=cwd, code=1)
        assert "Traceback" not in done.stdout + done.stderr
        *before, error = done.stderr.splitlines()
        assert not (only and before), done.stderr
        assert error.startswith("course: ")
        return error

    return error_of


@pytest.mark.parametrize("command", [[], *COMMANDS], ids=lambda words: " ".join(["course", *words]))
def test_help_shows_an_example(run, built, command):
    text = run("course", *command, "--help", cwd=built).stdout
    examples = [line.strip() for line in text.splitlines() if "Example: " in line]
    assert len(examples) == 1, text
    assert examples[0].split()[: 2 + len(command)] == ["Example:", "course", *command]


def test_the_version_is_shown_anywhere(run, tmp_path):
    assert re.fullmatch(r"nbproctor \d+\.\d+\.\d+\n", run("course", "--version", cwd=tmp_path).stdout)


def test_what_is_done_exits_with_0(run, course):
    done = run("course", "build", "midterm1", cwd=course, code=0)
    assert done.stdout == f"{NOT_RELEASED}midterm1 is up to date.\n"
    assert done.stderr == ""


def test_a_shell_completes_the_names_of_assignments(run, built):
    words = ["_COURSE_COMPLETE=complete_bash", "COMP_WORDS=course grade mid", "COMP_CWORD=2"]
    assert run("env", *words, "course", cwd=built).stdout.split() == ["midterm1"]


def test_a_read_only_portal_adds_no_sample_students(error_of, built):
    assert "--samples adds people" in error_of("serve", "--read-only", "--samples", "1", cwd=built)
    assert not (built / "portal").exists()


def test_a_course_is_found_from_a_folder_inside_it(run, built):
    inside = built / "source" / "midterm1"
    assert run("course", "build", "midterm1", "--check", cwd=inside).stdout == "midterm1 is up to date.\n"


@pytest.mark.parametrize("words", MISUSE.values(), ids=MISUSE)
def test_misuse_exits_with_2_and_a_usage_line(run, built, words):
    done = run("course", *words, cwd=built, code=2)
    assert "Usage: course" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", ["build", "check", "explain", "grade", "grade --submitted ."])
def test_an_unknown_assignment_is_answered_with_those_that_there_are(error_of, built, words):
    command, *options = words.split()
    error = error_of(command, "midterm9", *options, cwd=built)
    assert f"there is no assignment 'midterm9' in {built / 'source'}; the course has: " in error
    assert re.search(r"the course has: .*\bmidterm1\b", error)


@pytest.mark.parametrize("name", ["quiz 1", "$x", "a'b", "#1", "~a"])
def test_a_name_in_a_command_to_copy_is_quoted(run, tmp_path, name):
    said = run("course", "new", name, cwd=tmp_path).stdout
    first, then = re.search(r"run (course check .*) to prove .*, then (course build .*)", said).groups()
    assert [shlex.split(first, comments=True), shlex.split(then, comments=True)] == [
        ["course", "check", name],
        ["course", "build", name],
    ]


def test_outside_a_course_the_error_says_where_to_go(error_of, tmp_path):
    error = error_of("build", "midterm1", cwd=tmp_path)
    assert f"there is no nbgrader_config.py or grading_config.py in {tmp_path} or above it" in error
    assert "run course inside a course folder" in error


def test_submissions_that_are_not_there_are_asked_for(error_of, built):
    error = error_of("grade", "midterm1", cwd=built)
    assert str(built / "submitted") in error
    assert "--submitted" in error


def test_a_folder_without_submissions_is_a_problem_and_not_an_empty_class(error_of, course):
    (course / "submitted").mkdir()
    assert str(course / "submitted") in error_of("grade", "midterm1", cwd=course, only=False)


def test_a_missing_release_is_to_be_built(error_of, course, submit):
    submit(course / "submitted", "a")
    shutil.rmtree(course / "release" / "midterm1")
    error = error_of("grade", "midterm1", cwd=course)
    assert str(course / "release" / "midterm1" / "midterm1.ipynb") in error
    assert "run course build midterm1" in error


def test_a_release_that_has_drifted_is_reported_file_by_file_and_left_as_it_is(run, course):
    release = course / "release" / "midterm1"
    (release / "poker_game" / "cards.py").unlink()
    (release / "poker_info.py").write_text("changed by hand\n")
    (release / "answers.txt").write_text("added by hand\n")
    done = run("course", "build", "midterm1", "--check", cwd=course, code=1)
    assert sorted(done.stdout.splitlines()) == [
        "would be removed: release/midterm1/answers.txt",
        "would be written: release/midterm1/poker_game/cards.py",
        "would be written: release/midterm1/poker_info.py",
    ]
    assert done.stderr.splitlines() == ["course: the release of midterm1 is out of date: run course build midterm1"]
    assert not (release / "poker_game" / "cards.py").exists()
    assert (release / "poker_info.py").read_text() == "changed by hand\n"
    assert (release / "answers.txt").exists()


def test_a_build_repairs_what_the_check_found(run, course):
    drifted = course / "release" / "midterm1" / "poker_info.py"
    drifted.write_text("changed by hand\n")
    assert (
        run("course", "build", "midterm1", cwd=course).stdout
        == f"written: {drifted.relative_to(course)}\n{NOT_RELEASED}"
        "built midterm1: students get release/midterm1\n"
    )
    assert run("course", "build", "midterm1", "--check", cwd=course).stdout == "midterm1 is up to date.\n"


def test_a_solution_that_is_not_closed_is_named_by_file_and_cell(error_of, course):
    notebook = course / "source" / "midterm1" / "midterm1.ipynb"
    content = json.loads(notebook.read_text())
    (cell,) = (cell for cell in content["cells"] if cell["id"] == "ex3")
    cell["source"] = [line.replace("### END SOLUTION", "") for line in cell["source"]]
    notebook.write_text(json.dumps(content))
    assert error_of("build", "midterm1", cwd=course) == (
        f'course: {notebook}, cell "ex3": BEGIN SOLUTION without END SOLUTION'
    )


@pytest.mark.parametrize("problem", ["no notebook", "a broken sampler"])
def test_a_problem_in_the_source_names_the_file_that_the_author_edits(error_of, course, problem):
    folder = course / "source" / "midterm1"
    if problem == "no notebook":
        wrong = folder / "midterm1.ipynb"
        wrong.write_text("{")
    else:
        wrong = folder / "cases.py"
        wrong.write_text(wrong.read_text() + "\ntc_1 = = 2\n")
    assert f"{wrong}" in error_of("build", "midterm1", cwd=course)


def test_a_setting_of_the_wrong_type_is_one_line(error_of, course):
    with (course / "grading_config.py").open("a") as file:
        file.write('\nc.Grading.cell_seconds = "ten"\n')
    error = error_of("build", "midterm1", cwd=course)
    assert "grading_config.py" in error
    assert "cell_seconds" in error


def test_a_configuration_that_does_not_parse_is_one_line(error_of, course):
    (course / "grading_config.py").write_text("c = get_config(\n")
    assert re.search(
        r"grading_config\.py could not be read: SyntaxError: .* line 1", error_of("build", "x", cwd=course)
    )


def test_an_output_that_is_a_file_is_a_problem_and_not_a_crash(error_of, course, submit):
    submit(course / "submitted", "a")
    (course / "graded").write_text("")
    error = error_of("grade", "midterm1", "--output", "graded", cwd=course, only=False)
    assert str(course / "graded") in error


@pytest.mark.parametrize(
    ("module", "light"),
    [
        ("nbproctor.cli.commands", {"IPython", "httpx", "nbformat", "numpy", "sqlalchemy"}),
        ("nbproctor.examination.doctor", {"IPython", "httpx", "nbformat", "numpy"}),
        ("nbproctor.lms.collection", {"IPython", "httpx", "nbformat", "numpy"}),
        ("nbproctor.marking.class_grading", {"IPython", "httpx", "numpy", "sqlalchemy"}),
        ("nbproctor.portal.hub_service", {"IPython", "httpx", "nbformat", "numpy", "starlette"}),
        ("nbproctor.portal.portal_app", {"IPython"}),
    ],
)
def test_a_module_does_not_import_what_takes_long_before_it_is_needed(run, tmp_path, module, light):
    program = f"import sys, {module}; print(*sys.modules)"
    assert light.isdisjoint(run(sys.executable, "-c", program, cwd=tmp_path).stdout.split())


@pytest.mark.all
def test_grading_a_submission_again_imports_only_what_it_needs(run, course, submit, tmp_path):
    for student in ("author", "colleague"):  # of two, the class report has charts
        submit(tmp_path / "submitted", student, solved=["ex1"])
    program = "import sys; from nbproctor.cli import app; app(standalone_mode=False); print(*sys.modules)"
    words = ["grade", "midterm1", "--submitted", tmp_path / "submitted", "--output", tmp_path / "graded", "--regrade"]
    first, again = (run(sys.executable, "-c", program, *words, cwd=course).stdout.split() for _ in "12")
    assert "nbproctor.gradebook.gradebook_writer" in again
    # What only its processes need, a large class, or a cluster; then what a new gradebook needs once.
    assert not {"IPython", "numpy", "pandas", "matplotlib", "distributed"} & {*first, *again}
    assert not {"nbconvert", "alembic"} & {*again}
    assert {"nbconvert", "alembic"} <= {*first}
