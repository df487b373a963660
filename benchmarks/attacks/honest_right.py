"""Solves all three exercises."""


def median(numbers):
    ranked = sorted(numbers)
    middle = len(ranked) // 2
    return ranked[middle] if len(ranked) % 2 else (ranked[middle - 1] + ranked[middle]) / 2


def roman(number):
    letters = {10: "X", 9: "IX", 5: "V", 4: "IV", 1: "I"}
    written = ""
    for value, letter in letters.items():
        written += letter * (number // value)
        number %= value
    return written
