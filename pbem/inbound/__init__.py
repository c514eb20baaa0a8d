"""Inlets: SMTP and LMTP, IMAP, Maildir. A message is stored raw before anything else happens."""
