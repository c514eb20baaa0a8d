# ruff: noqa: E501 - tables, read in columns
"""The provinces of standard Diplomacy: borders, straits and points in degrees east and north.

Every line runs from point to point; a point that several lines share has a name, so that they meet exactly.
Lines may extend beyond the coast, where they are cut. They were drawn for this board from general knowledge of
the map of Europe in 1914 and of the game; the coast itself is from Natural Earth (public domain).
"""

Point = tuple[float, float]

POINTS: dict[str, Point] = {
    # Britain
    "Cly-Edi-Lvp": (-3.9, 55.95), "Edi-Lvp-Yor": (-2.4, 54.9), "Lvp-Wal-Yor": (-2.4, 52.95), "Lon-Wal-Yor": (-1.9, 52.0),
    # France and its neighbours
    "Bre-Pic-Par": (1.1, 49.1), "Bre-Par-Gas": (0.4, 47.1), "Par-Gas-Bur": (2.7, 46.2), "Par-Bur-Pic": (3.7, 48.9),
    "Pic-Bel-Bur": (4.5, 49.9), "Bel-Bur-Ruh": (6.1, 49.5), "Bur-Ruh-Mun": (7.1, 49.0), "Bur-Mun-Swi": (7.6, 47.55),
    "Bur-Mar-Swi": (6.0, 46.2), "Bur-Mar-Gas": (3.1, 45.4), "Gas-Mar-Spa": (1.5, 42.7), "Mar-Pie-Swi": (6.9, 45.9),
    # the Alps and Italy
    "Swi-Mun-Tyr": (9.6, 47.5), "Swi-Tyr-Pie": (10.2, 46.4), "Tyr-Pie-Ven": (10.7, 45.9), "Pie-Ven-Tus": (10.1, 44.55),
    "Ven-Tus-Rom": (12.2, 43.4), "Ven-Rom-Apu": (13.05, 42.85), "Rom-Apu-Nap": (14.2, 41.65),
    # Germany
    "Bel-Hol-Ruh": (6.0, 51.0), "Hol-Ruh-Kie": (7.0, 52.2), "Ruh-Kie-Mun": (9.6, 51.0), "Kie-Mun-Ber": (11.3, 51.4),
    "Mun-Ber-Sil": (13.6, 51.3), "Mun-Sil-Boh": (14.4, 50.9), "Mun-Boh-Tyr": (13.5, 48.8), "Ber-Sil-Pru": (15.6, 52.4),
    "Sil-Pru-War": (17.7, 52.3), "Sil-War-Gal": (19.0, 50.3), "Sil-Boh-Gal": (18.6, 49.75), "Pru-War-Lvn": (22.8, 54.2),
    # Austria-Hungary
    "Boh-Gal-Vie": (18.4, 49.3), "Boh-Vie-Tyr": (14.6, 48.6), "Vie-Tyr-Tri": (14.6, 46.75), "Tyr-Tri-Ven": (13.5, 46.1),
    "Vie-Tri-Bud": (16.6, 46.7), "Vie-Bud-Gal": (19.5, 48.9), "Bud-Gal-Rum": (25.2, 47.7), "Gal-Rum-Ukr": (26.6, 48.4),
    "Gal-Ukr-War": (24.4, 50.6),
    # the Balkans
    "Bud-Rum-Ser": (22.4, 44.7), "Bud-Ser-Tri": (19.8, 44.9), "Tri-Ser-Alb": (20.2, 42.7), "Alb-Ser-Gre": (20.9, 40.9),
    "Ser-Gre-Bul": (22.8, 41.3), "Ser-Bul-Rum": (22.7, 44.1),
    # Russia and Turkey
    "War-Lvn-Mos": (26.6, 54.6), "War-Mos-Ukr": (28.2, 53.0), "Ukr-Mos-Sev": (36.2, 50.6), "Ukr-Sev-Rum": (28.4, 47.9),
    "Lvn-Mos-Stp": (28.0, 57.6), "Fin-Stp-Nwy": (28.6, 69.0), "Fin-Nwy-Swe": (20.8, 69.0), "Arm-Ank-Smy": (36.8, 39.2),
    "Arm-Smy-Syr": (38.2, 37.7), "Ank-Con-Smy": (30.6, 39.6),
    # the seas
    "IRI-ENG-MAO": (-7.8, 49.6),
}  # fmt: skip

Line = list[str | Point]

LAND_LINES: list[Line] = [
    # Britain
    [(-3.9, 58.9), (-4.2, 57.8), (-4.1, 56.8), "Cly-Edi-Lvp"],
    [(-5.4, 55.5), (-4.5, 55.6), "Cly-Edi-Lvp"],
    ["Cly-Edi-Lvp", (-3.2, 55.5), "Edi-Lvp-Yor"],
    ["Edi-Lvp-Yor", (-1.8, 55.1), (-1.0, 55.1)],
    ["Edi-Lvp-Yor", (-2.2, 54.3), (-2.0, 53.5), "Lvp-Wal-Yor"],
    ["Lvp-Wal-Yor", (-3.0, 53.1), (-3.4, 53.5)],
    ["Lvp-Wal-Yor", "Lon-Wal-Yor"],
    ["Lon-Wal-Yor", (-0.6, 52.4), (0.1, 52.7), (0.35, 53.1)],
    ["Lon-Wal-Yor", (-2.1, 51.4), (-2.6, 50.9), (-2.8, 50.4)],
    # France
    [(0.6, 50.2), (0.7, 49.6), "Bre-Pic-Par"],
    ["Bre-Pic-Par", (0.6, 48.4), (0.2, 47.7), "Bre-Par-Gas"],
    ["Bre-Par-Gas", (-0.6, 46.8), (-1.6, 46.7), (-2.6, 46.5)],
    ["Bre-Par-Gas", (1.5, 46.6), "Par-Gas-Bur"],
    ["Par-Gas-Bur", (3.2, 47.0), (3.6, 48.0), "Par-Bur-Pic"],
    ["Bre-Pic-Par", (2.2, 49.2), "Par-Bur-Pic"],
    ["Par-Bur-Pic", (4.2, 49.4), "Pic-Bel-Bur"],
    ["Pic-Bel-Bur", (3.6, 50.2), (2.8, 50.6), (2.2, 51.2)],
    ["Pic-Bel-Bur", (5.4, 49.6), "Bel-Bur-Ruh"],
    ["Bel-Bur-Ruh", "Bur-Ruh-Mun"],
    ["Bur-Ruh-Mun", (7.7, 48.3), "Bur-Mun-Swi"],
    ["Bur-Mar-Swi", (5.0, 45.7), (4.0, 45.6), "Bur-Mar-Gas"],
    ["Bur-Mar-Gas", "Par-Gas-Bur"],
    ["Bur-Mar-Gas", (2.4, 44.6), (1.6, 43.6), "Gas-Mar-Spa"],
    ["Gas-Mar-Spa", (0, 42.75), (-1.4, 43.1), (-2.0, 43.7)],
    ["Gas-Mar-Spa", (2.5, 42.4), (3.6, 42.4)],
    [(7.6, 43.5), (7.3, 44.1), (6.9, 44.8), "Mar-Pie-Swi"],
    ["Mar-Pie-Swi", "Bur-Mar-Swi"],
    ["Bur-Mar-Swi", (6.5, 46.9), "Bur-Mun-Swi"],
    ["Bur-Mun-Swi", (8.6, 47.7), "Swi-Mun-Tyr"],
    ["Swi-Mun-Tyr", (9.6, 46.9), "Swi-Tyr-Pie"],
    ["Swi-Tyr-Pie", (9.3, 46.3), (8.6, 46.1), (7.8, 45.9), "Mar-Pie-Swi"],
    # Italy
    ["Swi-Tyr-Pie", "Tyr-Pie-Ven"],
    ["Tyr-Pie-Ven", (10.2, 45.2), "Pie-Ven-Tus"],
    ["Pie-Ven-Tus", (9.9, 44.2), (9.6, 43.8)],
    ["Pie-Ven-Tus", (11.0, 44.1), (11.8, 43.8), "Ven-Tus-Rom"],
    ["Ven-Tus-Rom", (11.9, 42.8), (11.3, 42.1)],
    ["Ven-Tus-Rom", "Ven-Rom-Apu"],
    ["Ven-Rom-Apu", (14.0, 43.1)],
    ["Ven-Rom-Apu", (13.5, 42.2), "Rom-Apu-Nap"],
    ["Rom-Apu-Nap", (13.8, 41.3), (13.5, 40.9)],
    ["Rom-Apu-Nap", (15.1, 41.0), (16.0, 40.7), (16.5, 40.4), (17.1, 40.0)],
    # Iberia and Africa
    [(-9.2, 42.0), (-8.0, 42.1), (-6.2, 41.8), (-6.3, 40.6), (-6.5, 39.3), (-6.5, 38.4), (-7.0, 37.5), (-7.0, 36.7)],
    [(8.6, 37.3), (8.3, 36.4), (7.7, 34.0), (7.7, 26.0)],
    [(11.6, 33.4), (10.6, 31.5), (10.0, 26.0)],
    # the Low Countries and Germany
    [(3.0, 51.6), (4.2, 51.35), (5.0, 51.35), "Bel-Hol-Ruh"],
    ["Bel-Hol-Ruh", (6.3, 50.3), "Bel-Bur-Ruh"],
    ["Bel-Hol-Ruh", (6.2, 51.7), "Hol-Ruh-Kie"],
    ["Hol-Ruh-Kie", (7.1, 53.0), (7.1, 53.4), (6.9, 53.9)],
    ["Hol-Ruh-Kie", (8.2, 51.9), (9.0, 51.5), "Ruh-Kie-Mun"],
    ["Ruh-Kie-Mun", (8.7, 50.2), (7.8, 49.5), "Bur-Ruh-Mun"],
    ["Ruh-Kie-Mun", "Kie-Mun-Ber"],
    ["Kie-Mun-Ber", (11.2, 52.6), (11.3, 53.5), (11.2, 54.5)],
    ["Kie-Mun-Ber", (12.5, 51.2), "Mun-Ber-Sil"],
    ["Mun-Ber-Sil", "Mun-Sil-Boh"],
    ["Mun-Sil-Boh", (13.0, 50.4), (12.3, 50.1), (12.7, 49.4), "Mun-Boh-Tyr"],
    ["Mun-Boh-Tyr", (12.9, 47.9), (11.5, 47.5), "Swi-Mun-Tyr"],
    ["Mun-Ber-Sil", (14.6, 52.0), "Ber-Sil-Pru"],
    ["Ber-Sil-Pru", (15.6, 53.3), (15.8, 54.0), (15.6, 54.8)],
    ["Ber-Sil-Pru", "Sil-Pru-War"],
    ["Sil-Pru-War", (18.3, 51.2), "Sil-War-Gal"],
    ["Sil-War-Gal", "Sil-Boh-Gal"],
    ["Mun-Sil-Boh", (16.2, 50.3), (17.3, 50.0), "Sil-Boh-Gal"],
    ["Sil-Pru-War", (19.0, 53.0), (20.8, 53.3), "Pru-War-Lvn"],
    ["Pru-War-Lvn", (22.3, 55.1), (21.2, 55.5), (20.3, 55.6)],
    [(7.6, 54.9), (9.5, 54.85), (10.7, 54.85)],
    # Austria-Hungary
    ["Sil-Boh-Gal", "Boh-Gal-Vie"],
    ["Boh-Gal-Vie", (16.9, 48.9), (15.5, 49.0), "Boh-Vie-Tyr"],
    ["Boh-Vie-Tyr", "Mun-Boh-Tyr"],
    ["Boh-Vie-Tyr", (14.3, 47.9), (14.0, 47.3), "Vie-Tyr-Tri"],
    ["Vie-Tyr-Tri", "Tyr-Tri-Ven"],
    ["Tyr-Pie-Ven", (11.5, 46.1), (12.6, 46.4), "Tyr-Tri-Ven"],
    ["Tyr-Tri-Ven", (13.6, 45.7), (13.4, 45.4)],
    ["Vie-Tyr-Tri", "Vie-Tri-Bud"],
    ["Vie-Tri-Bud", (17.0, 47.6), (17.7, 48.3), "Vie-Bud-Gal"],
    ["Boh-Gal-Vie", "Vie-Bud-Gal"],
    ["Vie-Bud-Gal", (20.8, 49.2), (22.3, 49.0), (23.9, 48.2), "Bud-Gal-Rum"],
    ["Bud-Gal-Rum", "Gal-Rum-Ukr"],
    ["Gal-Rum-Ukr", (25.7, 49.5), "Gal-Ukr-War"],
    ["Gal-Ukr-War", (22.3, 50.6), "Sil-War-Gal"],
    ["Bud-Gal-Rum", (26.2, 46.2), (25.2, 45.5), (23.2, 45.3), "Bud-Rum-Ser"],
    ["Bud-Rum-Ser", (21.2, 44.9), "Bud-Ser-Tri"],
    ["Vie-Tri-Bud", (17.4, 45.8), (18.8, 45.6), "Bud-Ser-Tri"],
    # the Balkans
    ["Bud-Ser-Tri", (19.3, 44.0), (19.8, 43.2), "Tri-Ser-Alb"],
    ["Tri-Ser-Alb", (19.5, 42.4), (18.7, 41.9)],
    ["Tri-Ser-Alb", (20.6, 41.8), "Alb-Ser-Gre"],
    ["Alb-Ser-Gre", (20.5, 40.0), (20.0, 39.65), (19.2, 39.4)],
    ["Alb-Ser-Gre", (21.8, 41.1), "Ser-Gre-Bul"],
    ["Ser-Gre-Bul", (22.5, 42.4), (22.6, 43.4), "Ser-Bul-Rum"],
    ["Ser-Bul-Rum", "Bud-Rum-Ser"],
    ["Ser-Bul-Rum", (24.4, 43.7), (26.2, 44.0), (27.3, 44.1), (29.0, 43.8)],
    ["Ser-Gre-Bul", (23.8, 41.3), (24.2, 41.0), (24.6, 40.5)],
    [(25.7, 40.5), (26.3, 41.2), (26.9, 41.9), (28.2, 42.0), (28.9, 42.1)],
    # Russia
    ["Pru-War-Lvn", (24.4, 54.5), "War-Lvn-Mos"],
    ["War-Lvn-Mos", "War-Mos-Ukr"],
    ["Gal-Ukr-War", (26.2, 51.6), "War-Mos-Ukr"],
    ["War-Mos-Ukr", (31.0, 52.4), (34.0, 51.7), "Ukr-Mos-Sev"],
    ["Ukr-Mos-Sev", (35.0, 49.0), (32.0, 48.0), (29.9, 47.8), "Ukr-Sev-Rum"],
    ["Gal-Rum-Ukr", "Ukr-Sev-Rum"],
    ["Ukr-Sev-Rum", (28.8, 46.6), (29.6, 45.8), (30.6, 45.6)],
    ["War-Lvn-Mos", (27.7, 56.0), "Lvn-Mos-Stp"],
    ["Lvn-Mos-Stp", (27.8, 58.8), (27.8, 59.4), (27.8, 60.2)],
    ["Lvn-Mos-Stp", (31.0, 57.8), (36.0, 58.6), (42.0, 59.2), (52.0, 59.5), (75.0, 60.0)],
    ["Ukr-Mos-Sev", (39.0, 50.5), (44.0, 51.6), (52.0, 52.0), (75.0, 54.0)],
    [(40.4, 42.6), (42.5, 42.6), (45.5, 42.3), (50.0, 41.4)],
    # Scandinavia
    [(27.4, 60.0), (28.2, 60.9), (29.5, 61.5), (31.2, 62.8), (29.8, 64.5), (29.7, 66.5), (28.8, 68.2), "Fin-Stp-Nwy"],
    ["Fin-Stp-Nwy", (30.0, 69.3), (31.6, 70.2)],
    ["Fin-Stp-Nwy", (26.5, 69.8), (25.7, 68.9), (23.5, 68.6), "Fin-Nwy-Swe"],
    ["Fin-Nwy-Swe", (23.5, 67.8), (24.1, 66.0), (24.0, 65.3)],
    ["Fin-Nwy-Swe", (18.1, 68.4), (15.4, 66.2), (14.2, 64.6), (12.2, 63.4), (12.5, 61.6), (11.8, 59.7), (11.3, 59.0), (10.6, 58.7)],
    [(12.75, 56.6), (12.68, 55.0)],
    # Turkey and beyond
    [(38.6, 41.5), (38.4, 40.8), (37.6, 39.8), "Arm-Ank-Smy"],
    ["Arm-Ank-Smy", (37.6, 38.3), "Arm-Smy-Syr"],
    ["Arm-Smy-Syr", (40.5, 37.4), (43.5, 37.2), (50.0, 37.0), (75.0, 36.0)],
    ["Arm-Smy-Syr", (36.9, 37.2), (36.2, 36.9), (35.4, 36.5)],
    ["Ank-Con-Smy", (33.0, 39.0), "Arm-Ank-Smy"],
    ["Ank-Con-Smy", (30.9, 40.6), (31.2, 41.6)],
    ["Ank-Con-Smy", (28.6, 39.7), (27.0, 39.5), (25.9, 39.45)],
    [(33.6, 31.6), (34.3, 31.2), (34.9, 29.5), (35.0, 20.0)],
]  # fmt: skip

SEA_LINES: list[Line] = [
    [(-5.0, 58.2), (-8.0, 59.8), (-14.0, 63.0), (-15.5, 64.6)],
    [(-22.0, 65.8), (-32.0, 68.0), (-50.0, 70.0)],
    [(-3.3, 58.4), (-1.2, 60.2), (5.5, 61.2)],
    [(25.8, 70.8), (25.5, 73.0), (25.0, 80.0)],
    [(7.2, 58.2), (8.6, 57.0)],
    [(8.4, 55.7), (6.5, 54.5), (5.3, 53.0)],
    [(1.2, 51.2), (2.0, 51.35), (3.1, 51.15)],
    [(-5.4, 50.15), "IRI-ENG-MAO"],
    ["IRI-ENG-MAO", (-9.2, 51.7)],
    ["IRI-ENG-MAO", (-4.4, 48.4)],
    [(-9.9, 52.1), (-14.0, 51.5), (-40.0, 48.0)],
    [(-4.9, 54.85), (-5.9, 54.6)],
    [(-5.6, 36.3), (-5.6, 35.6)],
    [(-0.5, 39.4), (3.5, 40.4), (8.7, 40.2)],
    [(9.4, 42.8), (10.7, 43.0)],
    [(9.2, 41.5), (9.2, 41.1)],
    [(9.0, 39.1), (9.8, 37.1)],
    [(12.6, 37.8), (10.9, 36.9)],
    [(15.5, 38.2), (15.8, 38.2)],
    [(18.2, 40.15), (19.6, 40.4)],
    [(22.9, 36.7), (23.7, 35.4)],
    [(24.2, 35.3), (23.0, 33.5), (22.5, 31.0)],
    [(26.0, 35.1), (27.8, 35.9), (28.5, 36.9)],
    [(22.4, 57.5), (19.2, 58.7), (17.8, 59.2)],
]

SEEDS: dict[str, list[Point]] = {
    "Par": [(2.3, 48.2)], "Bre": [(-2.5, 48.2)], "Mar": [(4.6, 44.0)], "Bur": [(5.0, 47.4)], "Gas": [(0.2, 44.5)],
    "Pic": [(2.4, 49.9)], "Lon": [(-0.6, 51.4)], "Edi": [(-3.0, 56.6)], "Lvp": [(-2.9, 54.2)], "Cly": [(-5.2, 57.2)],
    "Wal": [(-3.7, 52.2)], "Yor": [(-0.9, 53.6)], "Ber": [(13.4, 52.6)], "Kie": [(9.7, 52.9)], "Mun": [(11.3, 49.0)],
    "Pru": [(18.2, 53.6)], "Ruh": [(7.5, 51.0)], "Sil": [(16.3, 51.3)], "Vie": [(16.0, 48.0)], "Bud": [(20.5, 47.2)],
    "Tri": [(17.0, 44.5)], "Boh": [(15.2, 49.8)], "Gal": [(22.5, 49.8)], "Tyr": [(11.8, 47.0)], "Rom": [(12.8, 42.2)],
    "Ven": [(11.8, 45.2)], "Nap": [(15.2, 40.6), (14.2, 37.5)], "Apu": [(16.3, 41.0)], "Pie": [(8.3, 44.9)],
    "Tus": [(11.2, 43.4)], "Mos": [(37.6, 55.7)], "War": [(22.0, 52.3)], "Sev": [(39.5, 47.8)], "Stp": [(36.0, 63.0)],
    "Fin": [(26.0, 63.5)], "Lvn": [(25.0, 57.3)], "Ukr": [(30.0, 50.0)], "Con": [(29.3, 40.35), (27.4, 41.3)],
    "Ank": [(33.5, 40.3)], "Smy": [(31.0, 38.0)], "Arm": [(42.0, 39.5)], "Syr": [(38.0, 35.5)], "Bel": [(4.6, 50.7)],
    "Hol": [(5.6, 52.1)], "Den": [(9.2, 56.0)], "Nwy": [(9.0, 61.0)], "Swe": [(15.0, 61.0)], "Spa": [(-3.7, 40.0)],
    "Por": [(-8.1, 39.5)], "Tun": [(9.5, 35.3)], "NAf": [(0.0, 34.5)], "Gre": [(22.0, 39.3), (22.2, 37.4)],
    "Ser": [(21.2, 43.2)], "Bul": [(25.0, 42.6)], "Rum": [(26.0, 44.8)], "Alb": [(20.0, 41.0)],
    "NAO": [(-14.0, 57.0)], "NWG": [(2.0, 66.0)], "BAR": [(33.0, 70.6)], "NTH": [(3.0, 56.0)], "SKA": [(9.5, 58.0)],
    "HEL": [(7.5, 54.3)], "BAL": [(18.0, 55.8)], "BOT": [(19.5, 61.5)], "IRI": [(-5.2, 52.5)], "ENG": [(-2.5, 49.9)],
    "MAO": [(-13.0, 45.0)], "WES": [(3.0, 38.3)], "LYO": [(5.5, 42.0)], "TYS": [(12.0, 40.0)], "ION": [(18.5, 37.5)],
    "ADR": [(16.0, 42.7)], "AEG": [(25.2, 38.3)], "EAS": [(29.5, 34.2)], "BLA": [(34.0, 43.3)],
}  # fmt: skip

# Areas that nobody can enter: name, kind, a point inside it.
VOIDS: list[tuple[str, str, Point]] = [
    ("Switzerland", "neutral", (8.2, 46.8)),
    ("Ireland", "neutral", (-8.0, 53.2)),
    ("Iceland", "neutral", (-18.5, 65.0)),
    ("Corsica", "neutral", (9.1, 42.1)),
    ("Sardinia", "neutral", (9.0, 40.1)),
    ("Crete", "neutral", (24.9, 35.2)),
    ("Cyprus", "neutral", (33.0, 35.0)),
    ("Sea of Marmara", "lake", (28.2, 40.7)),
]

# Straits that an army can cross, drawn as land: a line and its half width in kilometres.
BRIDGES: list[tuple[Line, float]] = [
    ([(9.4, 55.45), (10.4, 55.4)], 16),
    ([(10.5, 55.4), (11.6, 55.4)], 16),
    ([(12.2, 55.85), (13.1, 55.85)], 18),
    ([(28.9, 41.1), (29.3, 41.1)], 14),
    ([(26.2, 40.15), (26.7, 40.35)], 14),
]

# The position of a fleet on one of several coasts.
COASTS: dict[str, Point] = {
    "Stp/nc": (35.5, 66.8),
    "Stp/sc": (30.2, 59.7),
    "Spa/nc": (-5.5, 43.0),
    "Spa/sc": (-4.2, 37.2),
    "Bul/ec": (27.5, 43.2),
    "Bul/sc": (25.3, 41.3),
}
