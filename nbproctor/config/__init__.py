"""The configuration of a course: its own settings, and nbgrader's. Meets no secret and no submitted code."""

from nbproctor.config.course import Course
from nbproctor.config.grading import Grading

__all__ = ["Course", "Grading"]
