"""What a running table is: identity, house rules, order sheets, readers, how it opens.

Commands and GM actions build on it.
"""
