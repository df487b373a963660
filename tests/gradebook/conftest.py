"""The midterm, graded once for all who look at its gradebook; and a server for gradebooks."""

import shutil

import pytest

from tests.gradebook.graded_midterm import EXERCISES, FIRST, grade
from tests.postgresql_server import server


@pytest.fixture(scope="session")
def graded(tmp_path_factory, built, submit):
    """The course with three submissions, graded. Only to be read."""
    root = tmp_path_factory.mktemp("graded") / "course"
    shutil.copytree(built, root, symlinks=True)
    submit(root / "submitted", "all-solved", EXERCISES, received=FIRST)
    submit(root / "submitted", "half-solved", ["ex1", "ex2", "ex3"], received=FIRST)
    submit(root / "submitted", "untouched")
    grade(root)
    return root


@pytest.fixture
def regraded(graded, tmp_path):
    """The graded course, for a test that grades it once more."""
    return shutil.copytree(graded, tmp_path / "course", symlinks=True)


@pytest.fixture(scope="module")
def own_server(tmp_path_factory):
    """A server of the tests' own."""
    with server(tmp_path_factory.mktemp("pg")) as found:
        yield found
