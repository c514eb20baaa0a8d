"""Reading of orders in both games of Middle-earth: grammar, names, legality, standing and later orders."""
