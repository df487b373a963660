from cryptography.fernet import Fernet
from pytest import fixture

from tester_fw.case_files import write_cases
from tester_fw.testers import Tester


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
def failure_of():
    """Return a function that runs a tester once and returns the error, which must be of the given class."""

    def run(tester, error_class=Exception):
        try:
            tester.run_test()
        except error_class as error:
            return error
        raise AssertionError("the test passed")

    return run
