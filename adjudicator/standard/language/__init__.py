"""Reading of orders in standard Diplomacy: grammar, names, legality, standing and later orders."""
