"""Commands of players, and the answers to their messages: one module for each kind of command.

Each module ends with the declarations of its commands (`command.py`), `registry.py` lists them, and
`dispatch.py` executes them. `orders.py` files the orders of a message, and `answers/` answers it.
"""
