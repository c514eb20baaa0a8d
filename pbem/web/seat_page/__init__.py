"""The page of a seat: another way to read a report and to write a message.

`handlers` answers requests, `access` says who may see a page, `visits` makes a request the context of a
message, and `messages` turns a form into one. `page` collects what is shown; `choices` lists what can be
ordered, `drawings` has the map, `draft_previews` and `draft_reading` say what a text would do. Orders are not
filed here but in `pbem.intake`, as for any message.
"""
