"""The results of grading, shown: pages for students and instructors, a table, a spreadsheet."""
