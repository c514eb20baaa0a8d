"""Starting positions as people write or paste them."""
