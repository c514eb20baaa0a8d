"""What players may write besides orders, one module for each kind of command."""
