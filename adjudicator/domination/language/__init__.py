"""Reading of orders in Epic Domination: grammar, names, legality, standing and later orders.

`reading` reads a message and `clause_reading` its clauses. Lines of the order language are parsed by
`grammar`; sentences are translated into it: moves and holds by `prose_moves`, losses and builds by
`prose_builds`, conditions by `rewording`, spells by `rewordings.toml` of the game, and pieces of the board by
`preferred_pieces`. `sheet_in_progress` adds an order that `legality` allows, and `advice` refuses the others.
"""
