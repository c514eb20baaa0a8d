"""Maps for the standard rules: a folder with a `board.toml` for each, and nothing else.

The map of standard Diplomacy itself is in `adjudicator/standard/`. See `docs/adding-a-map.md`.
"""
