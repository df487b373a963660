"""Tables for the terminal and for spreadsheets, of results and findings. Meets no submitted code."""
