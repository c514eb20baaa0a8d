"""Reading of orders in Downfall XIII: grammar, names, legality, standing and later orders."""
