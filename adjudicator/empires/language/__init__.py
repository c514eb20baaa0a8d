"""Reading of orders in Downfall of Empires: grammar, names, legality, standing and later orders."""
