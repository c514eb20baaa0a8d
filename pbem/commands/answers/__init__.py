"""Answers to messages: what they say, to whom, and how often.

Commands are executed in `pbem.commands.dispatch`, and orders filed in `pbem.commands.sheets.orders`; how an
answer looks is in `pbem.reports`.
"""
