"""Why the store refuses: each is a ValueError whose message says what to do, told apart for those who answer programs."""


class Unknown(ValueError):
    """There is no such thing."""


class Taken(ValueError):
    """There is one of that name already."""


class NotNow(ValueError):
    """It is there, but not in the state that is needed."""
