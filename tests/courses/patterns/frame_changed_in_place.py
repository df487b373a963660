"""A data frame that a given cell makes, and a solution cell changes in place."""
# %% given data
import pandas as pd
df = pd.DataFrame({"a": [1, 2, 3]})
# %% solution column
df["b"] = df.a * 2
# %% another column
df.insert(1, "b", [2, 4, 6])
# %% wrong column
df["b"] = df.a
# %% test test_column 2
assert list(df.b) == [2, 4, 6]
# %% solution total
total = int(df.a.sum())
# %% wrong total
total = 5
# %% test test_total 1
assert total == 6
