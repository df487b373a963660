"""Writes one function's table for all functions of a test."""

expected = {"ex8": 0}

# %% before ex8
import gc, pickle
from nbproctor.examination.outcomes.outcome import CaseOutcome
from nbproctor.examination.outcomes.outcome import value_codec

def found(kind):
    return next(thing for thing in gc.get_objects() if type(thing).__name__ == kind)

def official(case_file):
    return [pickle.loads(case) for case in found("Runner")._inputs[case_file].cases]

def write(case_file, answers):
    tables = found("TablesWriter")
    tables.begin(case_file)
    for answer in answers:
        tables.add(CaseOutcome("returned", value_codec().encode(answer)))

# %% after ex8
def bag(n): return None
def tally(text): return None
def label(text): return None

import nbproctor.examination.runner.recording_testers as runner_tester
call_all = runner_tester.call_all

def only_cards(function, case_file, inputs, tables):
    call_all(card, "tc_card", found("Runner")._inputs["tc_card"], tables)

runner_tester.call_all = only_cards

# %% after test_ex8
runner_tester.call_all = call_all
