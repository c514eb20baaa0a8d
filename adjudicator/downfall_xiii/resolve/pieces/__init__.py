"""The pieces of Downfall XIII and the Ring: what each may do, meet and suffer."""
