"""Write the engine."""


class Value:
    # TODO: everything
    pass
