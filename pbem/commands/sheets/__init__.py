"""Orders in messages: filed, checked for later phases, tried out, and used before their deadline."""
