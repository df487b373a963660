"""A data file beside the notebook."""
# %% file cards.csv
# rank,suit
# 14,s
# 2,h
# %% solution load
import csv
with open("cards.csv") as file:
    rows = list(csv.DictReader(file))
# %% wrong load
rows = []
# %% test test_load 1
assert len(rows) == 2
assert rows[0]["suit"] == "s"
# %% solution ranks
def ranks(rows):
    return [int(row["rank"]) for row in rows]
# %% test test_ranks 2
assert ranks(rows) == [14, 2]
assert ranks([]) == []
