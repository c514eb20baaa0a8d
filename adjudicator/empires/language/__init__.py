"""Orders of Downfall of Empires: grammar, reading, legality, standing orders and orders on file."""
