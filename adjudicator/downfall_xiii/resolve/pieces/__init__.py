"""The pieces of Downfall XIII and the Ring: their powers and what happens to them."""
