"""The page of a seat: another way to read a report and to write a message.

`handlers` answers requests, `access` says who may see a page, `messages` turns a form into a message, `page`
and `press_threads` collect what is shown. Orders are not filed here but in `pbem.intake`, as for any message.
"""
