"""Archive, feed, one-click unsubscribing, health and metrics, and the pages of the host and of players."""
