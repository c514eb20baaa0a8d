"""What Downfall XIII and Hardbop share: order kinds and their reading, pieces, battles, sight, reports.

What only one of them does is in `adjudicator/downfall_xiii/` or `adjudicator/hardbop/`. This is not a game.
"""
