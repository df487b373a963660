import subprocess
import sys
from pathlib import Path

from cryptography.fernet import Fernet
from pytest import fixture

from tester_fw.case_files import write_cases
from tester_fw.testers import Tester

ROOT = Path(__file__).parents[2]


@fixture(scope="session")
def key():
    return Fernet.generate_key()


@fixture
def tester_of(tmp_path, key):
    """Return a function that makes a Tester over the given cases."""

    def make(func, cases, **conf):
        write_cases(tmp_path / "tc_3", key, cases)
        return Tester({"case_file": "tc_3", "func": func, **conf}, key=key, path=str(tmp_path))

    return make


@fixture
def run_python():
    """Return a function that runs a program in a Python of its own and returns what it prints."""

    def run(program):
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
