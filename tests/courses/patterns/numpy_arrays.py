"""Arrays, compared with numpy's own assertions."""
# %% given imports
import numpy as np
from numpy.testing import assert_allclose
# %% solution normalise
def normalise(x):
    return (x - x.mean()) / x.std()
# %% wrong normalise
def normalise(x):
    return x - x.mean()
# %% test test_normalise 2
x = np.array([1.0, 2.0, 3.0])
assert_allclose(normalise(x).mean(), 0, atol=1e-12)
assert_allclose(normalise(x).std(), 1)
# %% solution identity
eye = np.eye(3)
# %% another identity
eye = np.diag([1.0] * 3)
# %% wrong identity
eye = np.ones((3, 3))
# %% test test_identity 1
assert eye.shape == (3, 3)
assert (eye @ eye == eye).all()
