"""The pieces of Hardbop Downfall and the Ring: their powers and what happens to them."""
