"""The page of a seat: another way to read a report and to write a message.

`handlers` answers requests, `access` says who may see a page, `messages` makes a message of what was sent,
`page` and `press_threads` gather what is shown. Nothing is filed here: that is the work of `pbem.intake`.
"""
