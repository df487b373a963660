"""A class of the student's, whose objects the tests use."""
# %% solution account
class Account:
    def __init__(self, chips=0):
        self.chips = chips

    def win(self, chips):
        self.chips += chips
        return self.chips

    def __repr__(self):
        return f"Account({self.chips})"
# %% wrong account
class Account:
    def __init__(self, chips=0):
        self.chips = chips

    def win(self, chips):
        return self.chips + chips
# %% test test_win 1
account = Account(5)
assert account.win(3) == 8
# %% test test_chips 1
account = Account(5)
account.win(3)
assert account.chips == 8
# %% test test_repr 1
assert repr(Account(2)) == "Account(2)"
