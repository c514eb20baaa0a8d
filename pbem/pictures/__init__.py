"""From SVG to the PNG of a mail, and what is kept of it.

What a reader may see is decided in the games.
"""
