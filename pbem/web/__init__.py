"""The archive as plain files, the feed, one-click unsubscribing, health and metrics."""
