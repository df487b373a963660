"""Everything that can go wrong with a test, each with the sentence that says what to do about it."""

from __future__ import annotations

from typing import Any, ClassVar

from tester_fw import messages
from tester_fw.tracebacks import ShownWithoutFramework


class WrongAnswerError(ShownWithoutFramework, AssertionError):
    """Your function ran, and what it returned is not what was expected."""

    @classmethod
    def about(cls, found: messages.CallOutcome, problem: str) -> WrongAnswerError:
        """Make the error of a call that gave something wrong.

        Args:
            found: the call, what it returned and what was expected.
            problem: where these differ, a sentence; empty if all of it does.
        """
        error = cls(messages.wrong_answer(found, problem))
        error.outcome = found
        return error


class ModifiedInputError(WrongAnswerError):
    """Your function changed one of its inputs, and must not."""


class SuiteError(ShownWithoutFramework, AssertionError):
    """Your tests came to verdicts that earn nothing."""

    sentence: ClassVar[str] = ""

    def __init__(self, *args: Any, **facts: Any) -> None:
        # With no args the sentence is filled in; with args this is a copy being made from a pickle.
        super().__init__(*(args or (self.sentence.format(**facts),)))


class TooStrictSuiteError(SuiteError):
    """They fail a function that is right."""

    sentence = (
        "{suite}() fails a function that does everything the task requires: {suite}() raised {error}\n"
        "Test only what the task promises, and work out the correct results by hand."
    )


class FlakySuiteError(SuiteError):
    """They pass a function and fail the very same function another time."""

    sentence = (
        "{suite}() is flaky: it passed a function, and failed the very same function another time.\n"
        "Its verdict must depend only on that function: not on chance, on the time, or on what was tested before."
    )


class NothingCaughtError(SuiteError):
    """They pass every function that is wrong."""

    sentence = "{suite}() passes all {count} wrong functions.\nWhat these get wrong, and how many of them: {hints}."


class TooManyCallsError(RuntimeError):
    """Tests call the function that they test without end."""

    def __init__(self, *args: Any, **facts: Any) -> None:
        sentence = "{name} was called more than {most} times: test it with fewer calls."
        super().__init__(*(args or (sentence.format(**facts),)))


class TesterError(ShownWithoutFramework, Exception):
    """Something around the test is wrong, not your function's answer."""

    __test__ = False  # its name begins with "Test", and pytest would take it for a class of tests
    sentence: ClassVar[str] = ""

    def __init__(self, *args: Any, **facts: Any) -> None:
        # With no args the sentence is filled in; with args this is a copy being made from a pickle.
        super().__init__(*(args or (self.sentence.format(**facts),)))


class CaseFileError(TesterError):
    """The file with the test cases cannot be used."""


class CaseFileMissingError(CaseFileError):
    """The file is not where the test looks for it."""

    sentence = (
        "There is no case file {path} (relative to the folder {folder}): download the whole assignment "
        "folder again and open the notebook inside it."
    )


class CaseFileDamagedError(CaseFileError):
    """The file is there, but it is not a case file, or no longer one."""

    sentence = "The case file {path} is damaged ({reason}): download the whole assignment folder again."


class WrongKeyError(CaseFileError):
    """The file belongs to another key."""

    sentence = (
        "The key does not open the case file {path}: the notebook and the file come from different "
        "downloads, so download the whole assignment folder again."
    )


class MalformedKeyError(CaseFileError):
    """The key is not a key at all."""

    sentence = (
        "The key {key} for the case file {path} is not a Fernet key (32 bytes in url-safe base64): copy the "
        "test cell again from a fresh download."
    )


class MissingModuleError(CaseFileError):
    """The cases hold values of a library that is not installed here."""

    sentence = (
        "The case file {path} holds values of {module}, which is not installed here, or too old: run "
        "`pip install --upgrade {package}` and restart the kernel."
    )


class ConfError(TesterError):
    """The `conf` of a test cell says something that cannot be followed."""

    sentence = "{place} is {value}, but it must be {wanted}."


class MissingKeyError(ConfError):
    """A key that every conf needs is not there."""

    sentence = "conf has no {key!r}: add it, since every test needs a 'case_file' and a 'func'."


class UnknownKeyError(ConfError):
    """A key that no conf has, often a typing mistake."""

    sentence = "{place} has the unknown key {key}: {advice}"


class UnknownDtypeError(ConfError):
    """A dtype that does not exist."""

    sentence = "{place}['dtype'] is {value}, but it must be one of {allowed}."


class DtypeMismatchError(ConfError):
    """A dtype that the cases contradict."""

    sentence = "{place}['dtype'] is {dtype!r}, but a case of {case_file} holds {value}: correct one of them."


class OutputIndexError(ConfError):
    """The indexes do not number the outputs."""

    sentence = (
        "The outputs have the indexes {indexes}, but {count} outputs must be numbered from 0 to {last}, "
        "each number once."
    )


class UnknownNameError(ConfError):
    """The conf and the cases name different inputs or outputs."""

    sentence = "{place} names {name!r}, but a case of {case_file} holds only {existing}: use one of these names."


class NoOutputsError(ConfError):
    """There is nothing to compare."""

    sentence = (
        "conf names no outputs, and no name in the cases of {case_file} begins with 'output_' (they hold "
        "{existing}): say in conf['outputs'] which of them are outputs."
    )


class JudgedFunctionError(ConfError):
    """A case of a suite holds no function that could be judged."""

    sentence = "A judged function {problem}: {source}"


class NotAFunctionError(ConfError):
    """The name of the function stands for something else by now."""

    sentence = "conf['func'] is {value}, which is not a function: run the cell that defines it again."


class OutdatedFunctionError(TesterError):
    """The function would be tested as it was before its cell failed."""

    sentence = (
        "This would test {name} as it was before: the cell that defines it has failed since then, "
        "before it reached the new definition. Fix that cell, run it again, and then run this test again."
    )


class NotebookFileError(TesterError):
    """The notebook's file cannot be used."""


class NotebookMissingError(NotebookFileError):
    """The file is not there."""

    sentence = "There is no notebook {path} (relative to the folder {folder}): check the file's name and folder."


class NotANotebookError(NotebookFileError):
    """The file is there, but it is no notebook."""

    sentence = "{path} is not a notebook, or is damaged ({reason}): download it again, or save it once more."


class NoTestsError(NotebookFileError):
    """The notebook has no test cells."""

    sentence = "{path} has no test cells: give the name of an assignment's notebook, as it was downloaded."


class NotInItsFolderError(NotebookFileError):
    """What belongs to the notebook does not lie beside it."""

    sentence = (
        "{path} is not in its assignment's folder: the folder {missing}, which its tests need, is not beside it. "
        "Move it to where the rest of the download is."
    )


class NoShellError(TesterError):
    """There is nothing that could run a notebook's cells."""

    sentence = "IPython, which runs the cells, is not installed here: run `pip install -r requirements.txt`."
