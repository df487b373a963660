"""Tells the functions apart by the number behind the given one, by its id and by its name."""

expected = {"ex2": 0}

# %% ex2
def test():
    numbers = [id(mixed) // 16, hash(mixed.__qualname__)]
    for cell in mixed.__closure__ or ():
        if isinstance(cell.cell_contents, int):
            numbers.append(cell.cell_contents)
    assert sum(numbers) % 3
