"""Tables for the terminal and for spreadsheets."""
