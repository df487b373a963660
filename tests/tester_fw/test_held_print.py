"""A test shows what a function prints for the case that it reports, and for no other."""

import subprocess
import sys

from pytest import mark, raises

from tester_fw.errors import WrongAnswerError
from tester_fw.held_print import MOST_CHARACTERS, HeldPrint

NUMBERS = [{"n": n, "output_0": n} for n in range(40)]


def _shown(capsys):
    captured = capsys.readouterr()
    return captured.out + captured.err


@mark.parametrize(("failing", "reported"), [(range(17, 40), 17), ([0], 0)], ids=["the smallest", "the only one"])
def test_only_the_reported_case_is_shown(tester_of, capsys, failing, reported):
    def prints(n):
        print("looks at", n)
        print("warns of", n, file=sys.stderr)
        return -1 if n in failing else n

    tester = tester_of(prints, NUMBERS)
    tester.upcoming = [*tester.cases, tester.cases[3]]  # the next one is the last: one that passes, then the largest
    with raises(WrongAnswerError, match=f"n={reported}"):
        tester.run_tests(41, {})
    assert _shown(capsys) == f"looks at {reported}\nwarns of {reported}\n"


@mark.parametrize("ends", [KeyboardInterrupt, SystemExit])
def test_a_case_that_is_interrupted_is_shown(tester_of, capsys, ends):
    def never_ends(n):
        print("turns and turns")
        raise ends

    with raises(ends):
        tester_of(never_ends, NUMBERS).run_tests(40, {})
    assert _shown(capsys) == "turns and turns\n"


def test_much_is_cut_and_the_rest_is_counted(tester_of, capsys):
    tester = tester_of(lambda n: [print("x" * 999) for _ in range(1000)], NUMBERS[:1])
    with raises(WrongAnswerError):
        tester.run_test()
    shown = _shown(capsys)
    assert shown.endswith(f"\n… and {1_000_000 - MOST_CHARACTERS:,} more characters.\n")
    assert len(shown) < MOST_CHARACTERS + 100


def test_what_is_flushed_is_shown_at_once_for_somebody_waits_for_it(tester_of, capsys):
    def asks(n):
        print("n is", n, end="? ")
        sys.stdout.flush()  # as input() and debuggers do
        assert capsys.readouterr().out == f"n is {n}? "
        return n

    tester_of(asks, NUMBERS).run_test()


def test_it_can_do_what_the_stream_of_a_notebook_can(tester_of, capfd):
    def prints(n):
        subprocess.run([sys.executable, "-c", "print('from a child')"], stdout=sys.stdout, check=True)
        sys.stdout.write(f"{n}\n".encode(sys.stdout.encoding).decode())
        return n

    tester_of(prints, NUMBERS[:1]).run_test()
    assert capfd.readouterr().out == "from a child\n"


def test_what_is_no_text_is_refused_in_the_words_of_a_stream(tester_of):
    with raises(TypeError, match=r"write\(\) argument must be str, not int"):
        tester_of(lambda n: sys.stdout.write(n), NUMBERS[:1]).run_test()


def test_a_function_that_closes_its_output_prints_on(tester_of, capsys):
    def closes(n):
        sys.stdout.close()
        print("still here")

    with raises(WrongAnswerError):
        tester_of(closes, NUMBERS[:1]).run_test()
    assert _shown(capsys) == "still here\n"
    assert not isinstance(sys.stdout, HeldPrint)
