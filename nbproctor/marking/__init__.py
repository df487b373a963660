"""The grading of a class: which submissions, in which order, where they are marked, and the files that are written."""
