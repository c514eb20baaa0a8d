"""Draw a map from its facts (which provinces border on which), and check it. Not needed to play.

Only this package needs networkx and shapely (`pip install downfall-by-mail[maps]`).
"""
