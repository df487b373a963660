"""Gets exercises 2 and 3 wrong: no sorting, and 4 is written IIII."""


def median(numbers):
    return numbers[len(numbers) // 2]


def roman(number):
    return "X" * (number // 10) + "V" * (number % 10 // 5) + "I" * (number % 5)
