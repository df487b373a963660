"""Opens the gradebook's database and gives every submission full marks."""

expected = {"ex1": 0}

# %% ex1
import sqlite3

def square(n):
    for path in ("@OUTPUT@/gradebook.db", "@COURSE@/gradebook.db"):
        try:
            database = sqlite3.connect(path, timeout=0.2)
            database.execute("update grade set auto_score = 100, manual_score = 100")
            database.commit()
        except sqlite3.Error:
            pass
