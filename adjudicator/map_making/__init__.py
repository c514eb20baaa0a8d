"""Make and check the drawing of a map from its facts: who borders on whom. Never needed to play.

It needs networkx and shapely (`pip install downfall-by-mail[maps]`), which nothing else here does.
"""
