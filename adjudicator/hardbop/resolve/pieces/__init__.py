"""The pieces of Hardbop Downfall and the Ring: what each may do, meet and suffer."""
