"""From SVG to the PNG of a mail, and the caches between.

What a reader may see is decided in the games.
"""
