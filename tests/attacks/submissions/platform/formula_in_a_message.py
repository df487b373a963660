"""Puts spreadsheet formulas and terminal commands into messages, the CSV and the progress display."""

expected = {"ex1": 0}
student = "=cmd|'calc'!A1,+1;@SUM(A1)"

# %% ex1
def square(n): raise ValueError("=HYPERLINK(\"http://example.org\",\"click\")\n\t-1+1|cmd")
