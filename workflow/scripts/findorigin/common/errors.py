"""The one error that a user is meant to read."""


class UserError(Exception):
    """Something a user can put right; its text is one line naming the key, the value and what is allowed."""


class UnavailableError(UserError):
    """The vendor says that a model can't be asked any more; the text is the reason, without the model."""
