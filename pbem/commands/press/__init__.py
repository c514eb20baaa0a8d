"""Press: messages between players, to the game master and for the bulletin.

What is written, to whom it may go, and what its readers are shown. Nothing here reads orders but to keep them
out of messages.
"""
