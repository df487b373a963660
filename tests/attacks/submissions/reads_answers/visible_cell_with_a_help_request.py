"""Asks IPython for the source of the tester's functions and of the test, with ?? and %psource."""

expected = {"ex3": 0}

# %% after test_ex3
tester.run_test??
%psource tester
%history -g
%load @COURSE@/source/targets/cases.py

# %% ex3
def mixed(n):
    return get_ipython().run_line_magic("history", "-g")
