"""Wherever Python and its packages lie, a submission can import them late as well, and sees nothing beside them."""

from __future__ import annotations

import json
import os
import pwd
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import nbformat
import numpy
import pytest

from tests.attacks.attacked_course import CONFIG, NAME, POINTS, tier_setting
from tests.attacks.graded_run import NOBODY, STRONGEST, Setting, as_ordinary_user, cannot_be_ordinary
from tests.attacks.surroundings import temporary_folder
from tests.plain_course import ROOT, answered, copy_framework, nbgrader_cell, write_course

pytestmark = [pytest.mark.all, pytest.mark.xdist_group("attacks from places")]

IS_ROOT = os.geteuid() == 0
ROOTS_HOME = pwd.getpwuid(0).pw_dir  # closed to everyone else
SETTINGS = [STRONGEST, Setting("C", False), Setting("B", True), Setting("C", True)]

# Imports from a folder that nothing has read yet take long on a busy machine, and no time is tested here.
_PATIENT = "c.Grading.cell_seconds = 60\nc.Grading.submission_seconds = 200\n"

# An exercise: its name, the reference's solution, the submission's, the test.
EXERCISES = [
    (
        "arrays",
        late := """\
        def late(values):
            import numpy.fft
            import numpy.ma
            import numpy.polynomial
            return [float(np.ma.masked_less(values, 2).sum()), float(np.fft.fft(values)[0].real)]
        """,
        late,
        "assert late([1, 2, 3]) == [5.0, 6.0]",
    ),
    (
        "tables",
        formatted := """\
        def formatted(values):
            from pandas.io.formats.style import Styler
            table = pd.DataFrame({"a": values})
            return [table.to_string(), table.to_csv(), Styler(table).to_latex()]
        """,
        formatted,
        """\
        table = pd.DataFrame({"a": [1, 2, 3]})
        assert formatted([1, 2, 3]) == [table.to_string(), table.to_csv(), table.style.to_latex()]
        """,
    ),
    (
        "colours",
        mixed := """\
        def mixed(colour):
            from matplotlib.colors import to_hex
            return to_hex(colour)
        """,
        mixed,
        'assert mixed("red") == "#ff0000"',
    ),
    (
        "links",
        linked := """\
        def linked():
            from beside import later
            return later.VALUE
        """,
        linked,
        "assert linked() == 42",
    ),
    (
        "content",
        'def content():\n    return "nothing"',
        """\
        def content():
            try:
                return open(@SECRET@).read()
            except OSError:
                return "nothing"
        """,
        'assert content() == "nothing"',
    ),
    (
        "names",
        "def seen():\n    return False",
        "def seen():\n    import os\n    return os.path.lexists(@SECRET@)",
        "assert seen() is False",
    ),
]


@dataclass(frozen=True)
class Site:
    """A folder below /tmp: in it a Python environment, a course, a submission, and a secret beside them."""

    root: Path

    @property
    def environment(self) -> Path:
        return self.root / "environment"

    def run(self, folder: str, arguments: list[str], tier: str, ordinary: bool = False, before: str = "") -> str:
        """Run the command of the environment that lies in `folder` in this run; return what it said.

        Args:
            tier: the only tier of the sandbox that will do.
            before: what a shell, with mounts of its own, does first.
        """
        course, temporary = self.root / "course", self.root / "course" / "temporary"
        (course / "grading_config.py").write_text(CONFIG + _PATIENT + tier_setting(tier))
        command = [f"{folder}/bin/python", f"{folder}/bin/course", *arguments]
        if before:
            command = ["unshare", "--mount", "sh", "-ec", f"{before}\nexec {shlex.join(command)}"]
        if ordinary:
            command = as_ordinary_user(command)
        shutil.rmtree(self.root / "home", ignore_errors=True)
        for made in (self.root / "home", temporary, self.root / "graded"):
            made.mkdir(exist_ok=True)
        for path in (self.root / "graded", self.root / "home", course, *course.rglob("*")):
            os.chown(path, *([NOBODY] * 2 if ordinary else [os.geteuid(), os.getegid()]))
        environment = {**os.environ, "TMPDIR": str(temporary), "HOME": str(self.root / "home")}
        done = subprocess.run(command, cwd=course, env=environment, capture_output=True, text=True, check=False)
        return done.stdout + done.stderr

    def grade(self, folder: str, tier: str, ordinary: bool = False, before: str = "") -> dict[str, float]:
        """Grade the submission with the environment in `folder`; return what each exercise earned."""
        output = self.root / "graded"
        shutil.rmtree(output, ignore_errors=True)
        arguments = ["grade", NAME, "--submitted", str(self.root / "submitted"), "--output", str(output)]
        said = self.run(folder, arguments, tier, ordinary, before)
        path = output / "autograded" / "student" / NAME / "results.json"
        assert path.exists(), said
        return {one["name"]: one["earned"] for one in json.loads(path.read_text())["exercises"]}


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with temporary_folder() as root:
        made = Site(root)
        _make_environment(made.environment)
        (root / "secret").write_text("The queen of spades.\n")
        (root / "store" / "beside").mkdir(parents=True)
        (root / "store" / "beside" / "__init__.py").touch()
        (root / "store" / "beside" / "later.py").write_text("VALUE = 42\n")
        packages = next(made.environment.glob("lib/python*/site-packages"))
        (packages / "beside").symlink_to(root / "store" / "beside")
        _make_course(made)
        yield made


# Thousands of files among the packages that no run of the command reads.
_NOT_NEEDED = ("tests", "third_party", "locale-data", "mypy*", "pip", "playwright", "hypothesis", "*.pth")


def _make_environment(folder: Path) -> None:
    """An environment that holds the packages themselves: links to the files, or copies on another file system."""
    subprocess.run([sys.executable, "-m", "venv", "--symlinks", "--without-pip", folder], check=True)
    packages = next(folder.glob("lib/python*/site-packages"))
    whence = Path(numpy.__file__).parents[1]
    copy = os.link if whence.stat().st_dev == packages.stat().st_dev else shutil.copy2
    left_out = shutil.ignore_patterns(*_NOT_NEEDED)
    shutil.copytree(whence, packages, symlinks=True, ignore=left_out, copy_function=copy, dirs_exist_ok=True)
    (packages / "these_tools.pth").write_text(f"{ROOT}\n")
    shutil.copy(Path(sys.executable).with_name("course"), folder / "bin")


def _make_course(site: Site) -> None:
    course = write_course(site.root / "course", NAME, _source(), CONFIG, "# no cases")
    copy_framework(course.root)
    said = site.run(str(site.environment), ["build", NAME], STRONGEST.tier)
    assert (course.release / NAME / f"{NAME}.ipynb").exists(), said
    secret = repr(str(site.root / "secret"))
    answers = {name: answer.replace("@SECRET@", secret) for name, _, answer, _ in EXERCISES}
    path = site.root / "submitted" / "student" / NAME / f"{NAME}.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(answered(course, NAME, answers), path)


def _source() -> nbformat.NotebookNode:
    imports = "import beside\nimport numpy as np\nimport pandas as pd"
    cells = [nbgrader_cell("imports", "locked", imports)]
    for name, solution, _, test in EXERCISES:
        head, _, body = dedent(solution).partition("\n")
        marked = f"{head}\n    ### BEGIN SOLUTION\n{body}\n    ### END SOLUTION"
        cells += [nbgrader_cell(name, "solution", marked), nbgrader_cell(f"test_{name}", "test", test, POINTS)]
    return nbformat.v4.new_notebook(cells=cells)


def _full(tier: str) -> dict[str, float]:
    """What the submission earns: in tier C it is known that names of files show."""
    return {name: 0 if (name, tier) == ("names", "C") else 2 for name, *_ in EXERCISES}


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_with_course_and_environment_below_the_temporary_folder(site: Site, setting: Setting) -> None:
    if setting.ordinary and (reason := cannot_be_ordinary()):
        pytest.skip(f"no run as an ordinary user: {reason}")
    assert site.grade(str(site.environment), setting.tier, setting.ordinary) == _full(setting.tier)


@pytest.mark.parametrize("tier", [STRONGEST.tier, "C"])
def test_with_an_environment_behind_links(site: Site, tier: str) -> None:
    first, second = site.root / "first", site.root / "second"
    for link, leads_to in ((first, "second"), (second, str(site.root))):
        if not link.is_symlink():
            link.symlink_to(leads_to)
    assert site.grade(f"{first}/environment", tier) == _full(tier)


def _mounted_at(site: Site, folder: str) -> str:
    """Lines for a shell that has mounts of its own: they let the environment lie in that folder."""
    top = "/dev/shm" if folder.startswith("/dev/shm") else "/" + folder.split("/")[1]
    mode = Path(top).stat().st_mode & 0o777  # whoever may go into it may do so in this run
    whence, packages = shlex.quote(str(site.environment)), shlex.quote(folder)
    before, after = [], []
    # What the environment needs, if it lies there too: the base Python, and the clone that is installed as it is.
    for number, needed in enumerate((Path(sys.base_prefix).resolve(), ROOT)):
        if needed.is_relative_to(top):
            kept, place = site.root / f"kept-{number}", shlex.quote(str(needed))
            kept.mkdir(exist_ok=True)
            before.append(f"mount --bind {place} {kept}")
            after += [f"mkdir -p {place}", f"mount --bind {kept} {place}"]
    there = [f"mkdir -p {packages}", f"mount --bind {whence} {packages}"]
    return "\n".join([*before, f"mount -t tmpfs -o mode={mode:o} none {top}", *after, *there])


needs_mounts = pytest.mark.skipif(not (IS_ROOT and shutil.which("unshare")), reason="only root mounts an environment")


@needs_mounts
@pytest.mark.parametrize(
    ("folder", "tier"),
    [
        ("/home/student/.venv", STRONGEST.tier),
        ("/dev/shm/venv", STRONGEST.tier),
        ("/opt/an environment", STRONGEST.tier),
        (f"{ROOTS_HOME}/venv", STRONGEST.tier),
        (f"{ROOTS_HOME}/venv", "C"),
    ],
)
def test_with_an_environment_anywhere(site: Site, folder: str, tier: str) -> None:
    assert site.grade(folder, tier, before=_mounted_at(site, folder)) == _full(tier)


@needs_mounts
def test_an_environment_that_cannot_be_shown_is_told_before_anyone_is_graded(site: Site) -> None:
    folder = "/home/student"
    arguments = ["grade", NAME, "--submitted", str(site.root / "submitted"), "--output", str(site.root / "refused")]
    said = site.run(folder, arguments, STRONGEST.tier, before=_mounted_at(site, folder))
    assert f"Python imports from {folder}, which submissions could not read" in said
    assert not (site.root / "refused" / "autograded").exists()
