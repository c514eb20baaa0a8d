"""The database: tables, transactions, migrations, prepared queries.

No rule of a game and no wording belongs here.
"""
