"""Parsing of one email: MIME, headers, quotes and signatures, commands in the text, signs of automation.

Nothing here asks the database who the sender is.
"""
