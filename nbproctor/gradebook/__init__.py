"""nbgrader's gradebook: the rows of a class. Meets no secret and no submitted code."""
