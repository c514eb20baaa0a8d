"""Running tables: identity, house rules, order sheets, readers, opening.

Commands and GM actions build on it.
"""
