"""Reading of orders in Epic Domination: grammar, names, legality, standing and later orders."""
