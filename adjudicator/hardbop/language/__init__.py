"""Reading of orders in Hardbop Downfall: grammar, names, legality, standing and later orders."""
