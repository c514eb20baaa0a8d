"""Press: messages between players, to the game master and for the bulletin.

This covers the text, the permitted recipients, and what readers are shown. Orders are only detected here to
keep them out of messages.
"""
