"""The command `pbem`."""
