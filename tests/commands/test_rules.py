"""RULES by chapters, clauses and words: readable by players, small enough for every mail program."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest

from adjudicator.core.game import Game
from adjudicator.games import every_game, find
from pbem.commands.lookup import rules
from pbem.commands.lookup.examples import of_game
from pbem.commands.lookup.help import Prose, page
from pbem.commands.lookup.look_ups import look_ups
from pbem.commands.registry import COMMANDS
from pbem.core.markdown_text import EXAMPLE, flowing
from pbem.core.templating import packaged
from pbem.core.text_layout import laid_out
from tests.support.table import Table, text_of

GAMES = [game.card.key for game in every_game()]
CLIPPED = 100_000  # bytes of HTML
RED, EVE = "ann@x.org", "eve@evil.org"


def page_of(key: str, wanted: str) -> str:
    (page,) = rules.pages(find(key), wanted, (), None)
    assert isinstance(page, Prose)
    return page.plain


@pytest.mark.parametrize("key", GAMES)
def test_the_contents_name_every_chapter_and_each_can_be_asked_for(key: str) -> None:
    game, contents = find(key), page_of(key, "")
    assert len(rules.chapters(game)) > 8
    for chapter in rules.chapters(game):
        assert chapter.heading.replace("`", "") in contents
        assert len(page_of(key, chapter.key)) > 40
    examples = re.findall(r"RULES (\S+?)[),]", contents)
    assert len(examples) >= 3
    for example in examples:
        assert page_of(key, example), example


@pytest.mark.parametrize("key", GAMES)
def test_every_clause_can_be_asked_for_by_its_number(key: str) -> None:
    game = find(key)
    assert len(rules.clauses(game)) > 50
    for clause in rules.clauses(game):
        (page,) = rules.pages(game, clause.key.upper(), (), None)
        assert clause.key in page.plain or page.title.startswith(f"{clause.key}.")


@pytest.mark.parametrize("key", GAMES)
def test_no_line_of_a_paragraph_is_indented_like_an_example(key: str) -> None:
    """A line indented by four spaces would not be joined to the one above it."""
    for written in (find(key).card.rules, find(key).card.help):
        lines = flowing(written).splitlines()
        torn = [line for above, line in pairwise(lines) if above.strip() and is_torn(above, line)]
        assert torn == []


def is_torn(above: str, line: str) -> bool:
    return bool(EXAMPLE.match(line)) and not EXAMPLE.match(above)


def test_a_word_in_many_clauses_says_how_to_read_one() -> None:
    found = page_of("hardbop", "Gandalf")
    assert "RULES and the number of a clause sends the whole of it, such as RULES 1(c)." in found


def test_a_clause_is_sent_with_its_parts() -> None:
    shown = page_of("hardbop", "3.8")
    assert shown.startswith("3.8 Ranger") and "3.8(c)" in shown and "3.8(f)" in shown
    assert "3.10 Nazgul" not in page_of("hardbop", "3.1")
    assert "3.8(a)" not in page_of("hardbop", "3.8(c)")


def test_the_subject_of_a_clause_sends_the_whole_clause() -> None:
    """The parts of "3.8 Ranger" say only "he", so a search for "Ranger" must find them."""
    shown = page_of("hardbop", "ranger")
    assert shown.startswith("3.8 Ranger: two spaces") and "Neutralising. With neutralises" in shown
    assert "- 7.3(c) RULING." in shown and shown.count("3.8(e) The Paths") == 1
    both = page_of("hardbop", "cavalry")
    assert "4.3 Cavalry, numbers" in both and "4.4(b)" in both
    assert page_of("hardbop", "khazad-dûm").startswith("5.4 Khazad-dûm.")


@pytest.mark.parametrize("key", GAMES)
def test_no_page_shows_marks_or_is_for_testers_or_is_too_large(key: str) -> None:
    game = find(key)
    for wanted in ("", "ALL", *(chapter.key for chapter in rules.chapters(game))):
        (page,) = rules.pages(game, wanted, (), None)
        assert not re.search(r"\*\*|^#|`|^\s*\|", page.plain, re.MULTILINE), wanted
        assert max(len(line) for line in page.plain.splitlines()) <= 76
        assert "rule cases use" not in page.plain
        assert "python -m" not in page.plain
        assert len(laid_out(page.text).encode()) < CLIPPED


@pytest.mark.parametrize("key", GAMES)
def test_help_shows_no_marks_either(key: str) -> None:
    shown = page(COMMANDS, [find(key)], "", None, of_game(find(key))).plain
    assert not re.search(r"\*\*|^#+ [A-Z]|`|^\s*\|", shown, re.MULTILINE)
    assert max(len(line) for line in shown.splitlines()) <= 76


def test_the_parts_of_a_chapter_are_indented_in_the_contents() -> None:
    contents = page_of("downfall-xiii", "").splitlines()
    assert contents[contents.index("- 6. Special units") + 1] == "  - 6a. Gandalf"


def test_help_on_a_word_of_the_game_points_to_its_rules() -> None:
    shown = page(COMMANDS, [find("xiii")], "Ring", None, of_game(find("xiii"))).plain
    assert "RULES ring sends what the rules say" in " ".join(shown.split())


@pytest.mark.parametrize(
    ("key", "wanted", "title"),
    [
        ("standard", "retreats", "9. Retreats"),
        ("downfall-xiii", "6a", "6a. Gandalf"),
        ("downfall-xiii", "gandalf", "6a. Gandalf"),
        ("downfall-xiii", "8.2", "Downfall XIII, clause 8.2"),
        ("downfall-xiii", "retreats", 'Clauses that mention "retreats"'),
        ("hardbop", "7.1(a)", "Hardbop Downfall, clause 7.1(a)"),
        ("hardbop", "The Ring", "7. The Ring"),
        ("empires", "9.1", "9.1. Movement"),
        ("domination", "combat", "5. Combat"),
    ],
)
def test_a_chapter_a_clause_or_a_word(key: str, wanted: str, title: str) -> None:
    (page,) = rules.pages(find(key), wanted, (), None)
    assert page.title == title


@pytest.mark.parametrize(("wanted", "near"), [("retraets", "Retreats"), ("99", "9"), ("xyzzy", "")])
def test_an_unknown_topic_is_answered_with_suggestions(wanted: str, near: str) -> None:
    with pytest.raises(LookupError) as unknown:
        rules.pages(find("standard"), wanted, (), None)
    assert str(unknown.value) == near


def test_players_and_guests_ask_by_mail(table: Table) -> None:
    table.opens("std1", "72h", {"France": RED}, "standard")
    table.vouched |= {RED}
    table.mail(RED, "RULES", "std1")
    assert "- 9. Retreats" in text_of(table.last_to(RED))
    table.mail(RED, "RULES 9.4", "std1")
    assert "Two units that retreat to one province are both disbanded." in text_of(table.last_to(RED))
    table.mail(RED, "RULES retraets", "std1")
    assert "Did you mean RULES Retreats?" in text_of(table.last_to(RED))


def test_a_table_shows_its_values_of_optional_rules() -> None:
    (page,) = rules.pages(find("hardbop"), "", ("Ring distance: army",), None)
    assert "Ring distance: army" in page.plain


def test_a_game_without_chapters_is_sent_whole() -> None:
    class Bare:
        class card:  # noqa: N801
            title, rules = "The Race", "1. Who goes 10 first has won."

    bare: Game = Bare  # type: ignore[assignment]  # it has what is asked for
    assert "Who goes 10 first" in rules.pages(bare, "", (), None)[0].text


def test_a_name_is_found_with_the_accents_of_the_map_and_without() -> None:
    for key in ("hardbop", "downfall-xiii"):
        assert page_of(key, "Khazad-dûm") == page_of(key, "Khazad-dum")


def test_the_mark_of_an_interpretation_is_explained_on_its_page() -> None:
    explained = "[R] marks how the rules are read here"
    assert explained in page_of("empires", "2.3") and explained in page_of("empires", "9")
    assert explained not in page_of("empires", "2.4")
    assert explained not in page_of("domination", "2.3")


@pytest.mark.parametrize(("key", "ruling"), [("hardbop", "8"), ("downfall-xiii", "1.8")])
def test_the_other_marks_are_explained_too(key: str, ruling: str) -> None:
    page = " ".join(page_of(key, ruling).split())
    assert page.endswith(
        "RULING marks how this service plays where the rules are silent or unclear, or contradict themselves."
    )
    assert "RULING marks" not in page_of(key, "ALL")
    assert "RECONSTRUCTED marks what is missing" in " ".join(page_of("hardbop", "3.7").split())


def test_numbers_of_test_cases_and_options_are_explained() -> None:
    of_a_case, of_an_option = (
        "(DATC), which settle what the rule book leaves open",
        'such as "fog = on", applies only',
    )
    page, option = (" ".join(page_of("standard", wanted).split()) for wanted in ("5.2", "15.3"))
    assert of_a_case in page and of_an_option not in page
    assert of_an_option in option and of_a_case not in option
    assert of_a_case not in page_of("standard", "6.2")


def test_a_word_with_two_s_at_its_end_is_no_plural(table: Table) -> None:
    """RULES press once sent a clause with the word "present"."""
    with pytest.raises(LookupError):
        rules.pages(find("standard"), "press", (), None)
    table.opens("std1", "72h", {"France": RED}, "standard")
    told = " ".join(text_of(table.says(RED, "RULES press", "std1")).split())
    assert 'There is nothing about "press" in the rules.' in told
    assert "if it is a command, HELP PRESS explains it." in told


def test_a_chapter_begins_with_a_sentence_and_not_with_a_list() -> None:
    assert "8. - 8(a)" not in page_of("hardbop", "8")
    assert "8. Every power is Good, Neutral or Evil." in page_of("hardbop", "8")


@pytest.mark.parametrize("word", ["obligation", "obligations", "compulsory attack"])
def test_the_obligations_are_found_by_their_name(word: str) -> None:
    assert "9.0.6 Obligation, a compulsory attack: in each season of 1914 Germany must" in " ".join(
        page_of("empires", word).split()
    )


@pytest.mark.parametrize("key", ["domination", "empires"])
def test_the_rules_for_players_do_not_mention_data_names(key: str) -> None:
    """Names such as `losses = ask` belong in the file that opens a table."""
    assert not re.search(r"\b\w+_\w+\b|\b\w+ = \w+", page_of(key, "ALL"))


# --- HELP of a table ---------------------------------------------------------------------------------------


def help_at(table: Table, game: str, seat: str, options: dict[str, str]) -> str:
    table.opens("t1", "72h", {seat: RED}, game, options=options)
    table.vouched |= {RED}
    table.mail(RED, "HELP", "t1")
    return text_of(table.last_to(RED))


def test_help_lists_the_units_of_the_table(table: Table) -> None:
    told = help_at(table, "domination", "Red", {"cards": "Militia, Ogre"})
    assert "Militia M, Ogre O." in told
    assert "Dragon" not in told and "Fireball" not in told and "ashore" not in told


def test_help_of_a_table_with_magic_and_ships_has_them(table: Table) -> None:
    told = help_at(table, "domination", "Red", {"cards": "Militia, Wizard", "side": "back"})
    assert "Wizard W, Transport Ship T (or Ship)" in told
    assert "cast Fireball B4 on Blue" in told and "ashore" in told


def test_help_leaves_out_commands_that_do_nothing_here(table: Table) -> None:
    told = help_at(table, "empires", "Germany", {})
    assert "KNOWN" not in told and "HINT" not in told
    assert "HELP COMMANDS lists all" in told
    table.mail(RED, "HELP COMMANDS", "t1")
    assert "- ADDRESS ann@new.org" in text_of(table.last_to(RED))


def test_help_on_many_topics_looks_at_the_position_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The examples of a help page need every order of every unit, which takes long in some games."""
    game = type(find("empires"))
    asked: list[str] = []
    choices_of_game = game.choices

    def choices(self: Game, state: str, power: str) -> Mapping[str, Sequence[str]]:
        asked.append(power)
        return choices_of_game(self, state, power)

    table.opens("t1", "72h", {"Germany": RED}, "empires")
    table.vouched |= {RED}
    monkeypatch.setattr(game, "choices", choices)
    table.mail(RED, "\n".join(["HELP press", "HELP", "HELP votes"] * 8), "t1")
    assert len(asked) <= 3  # now, in the first position, and for another power there


def test_each_rare_word_is_explained(table: Table) -> None:
    seldom = help_at(table, "empires", "Germany", {}).partition("Rarely needed: ")[2].partition(". HELP")[0]
    assert seldom.count(", ") > 15
    words = seldom.split(", ")
    table.mail(RED, "\n".join(f"HELP {word}" for word in words), "t1")
    said = text_of(table.last_to(RED))
    assert "There is no help page" not in said
    missing = [word for word in words if word not in said]
    assert missing == []


FIRST_MAILS = sorted((packaged("templates") / "first_mail").glob("*/*.txt"))
A_WORD = re.compile(r"\bRULES (?!for\b)([A-Za-zû-]{3,})")
NAMED = sorted(
    {(path.parent.name, word) for path in FIRST_MAILS for word in A_WORD.findall(path.read_text())}
)


@pytest.mark.parametrize(("key", "word"), NAMED)
def test_a_word_named_in_a_first_mail_finds_whole_clauses(key: str, word: str) -> None:
    first = page_of(key, word).partition("Others that contain the word")[0]
    assert len(first) > 100
    assert not first.lstrip().startswith("- ") or " ..." not in first


@pytest.mark.parametrize("wanted", ["setup", "Set up", "SET-UPS", "set-up"])
def test_a_chapter_is_found_with_or_without_a_hyphen_or_space(wanted: str) -> None:
    """HELP once named RULES setup, and RULES setup found nothing."""
    (page,) = rules.pages(find("domination"), wanted, (), None)
    assert page.title == "2. Set-up"


def test_the_walls_of_a_city_are_in_the_rules() -> None:
    assert "Fort in orders: the walls of a city" in " ".join(page_of("domination", "walls").split())


@pytest.mark.parametrize(
    ("topic", "begins"),
    [
        ("STANDING", "Standing preferences: lose, keep and target lines stay in force"),
        ("setup", "Set-up: piece A, C, F lists pieces"),
        ("conditions", "Conditions: enemy at B4"),
    ],
)
def test_help_on_a_heading_of_the_order_language_comes_before_other_pages(
    table: Table, topic: str, begins: str
) -> None:
    """HELP STANDING once sent the page on PHASE, which is wrong about conditions in this game."""
    table.vouched |= {RED, "bob@y.org"}
    table.opens("p1", "72h", {"Red": RED, "Blue": "bob@y.org"}, "domination")
    table.mail(RED, f"HELP {topic}\nHELP phase\nHELP history", "p1")
    told = text_of(table.mails_to(RED)[-1])
    assert begins in told
    assert "cannot have a condition" not in told
    assert "KNOWN" not in told, "nothing is hidden here"


def test_a_search_matches_the_beginning_of_words() -> None:
    """RULES arrows once listed clauses with "narrows", and RULES map suggested a heading with "may"."""
    for word in ("arrows", "map"):
        with pytest.raises(LookupError) as unknown:
            rules.pages(find("hardbop"), word, (), None)
        assert str(unknown.value) == ""


def test_a_clause_sent_alone_says_who_it_is_about() -> None:
    assert "3.8(a) (Ranger) He can be destroyed" in page_of("hardbop", "3.8(a)")
    assert "3.8(a) (Ranger) He can be destroyed" in page_of("hardbop", "evil")
    assert "6a.10 (Gandalf) Destroying him." in page_of("downfall-xiii", "6a.10")
    assert "9.4 Two units that retreat" in page_of("standard", "9.4")


def test_a_search_sends_the_table_rows_with_the_word() -> None:
    told = page_of("hardbop", "evil")
    assert "Shi" in told and "first owner" in told
    assert "Bel " not in told and "Amroth" not in told
    assert "Amroth" in page_of("hardbop", "5.3")


@pytest.mark.parametrize("key", GAMES)
def test_rules_name_no_file_of_the_program(key: str) -> None:
    """A player cannot open board.toml."""
    assert ".toml" not in page_of(key, "ALL").partition("rule cases")[0]


@pytest.mark.parametrize(
    ("key", "wanted", "said"),
    [
        (
            "downfall-xiii",
            "ring",
            "8. The Ring",
        ),  # "8.5); the Balrog" in a wrapped line once was read as a clause
        ("empires", "gas", "Gas"),  # once was chapter 14, because of Hungary
        ("empires", "technologies", "Most of it is in chapter 10. Research: RULES 10 sends the chapter."),
        ("empires", "cede", "14. Germany and Austria-Hungary: ceded armies"),
        ("empires", "ceding", "14.1 Ceding: from 1915"),
        ("empires", "air", "10.4. Aviation"),
        ("empires", "reinforce", "8.3 A reduced army may be made full anywhere"),
        ("hardbop", "ring", "7. The Ring"),
        ("hardbop", "gateway", "5.5 Hollin gateway"),
    ],
)
def test_a_word_finds_its_chapter(key: str, wanted: str, said: str) -> None:
    (page,) = rules.pages(find(key), wanted, (), None)
    assert isinstance(page, Prose)
    assert said in f"{page.title}\n" + " ".join(page.plain.split())
    assert page.title != "14. Germany and Austria-Hungary"


@pytest.mark.parametrize("key", GAMES)
def test_no_clause_is_the_middle_of_a_sentence(key: str) -> None:
    assert [
        one.text[:60] for one in rules.clauses(find(key)) if one.text[len(one.key) :].startswith(")")
    ] == []
    keys = [one.key for one in rules.clauses(find(key))]
    assert [one for one in keys if re.fullmatch(r"\d+", one)] == []


@pytest.mark.parametrize(
    ("key", "question", "look_up"),
    [
        ("hardbop", "What may a cavalry do?", ["cavalry"]),
        ("hardbop", "when do I see if I found the Ring?", ["ring"]),
        ("hardbop", "can I build cavalry?", ["build", "cavalry"]),
        ("hardbop", "How do I destroy the ring?", ["ring"]),
        ("standard", "Can I retreat to an empty province?", ["retreat"]),
        ("standard", "Shall we?", []),
        ("standard", "What are Austria's removals?", ["removals"]),
        ("standard", "What happens in Serbia if I leave it?", []),
        ("domination", "Can my knight at F1 come back home?", []),
        ("downfall-xiii", "How far does Gandalf go?", ["gandalf"]),
        ("standard", "I like convoys.", []),
    ],
)
def test_a_question_is_answered_with_the_word_of_the_rules(
    key: str, question: str, look_up: list[str]
) -> None:
    found = look_ups(find(key), [question])
    assert found == look_up
    assert all(rules.pages(find(key), word, (), None) for word in found)


def test_the_answer_to_a_question_names_the_look_up(table: Table) -> None:
    table.vouched.add("rohan@x.org")
    table.opens("hb1", "72h", {"Rohan": "rohan@x.org"}, "hardbop")
    told = " ".join(text_of(table.says("rohan@x.org", "A HDe H\nCan I build cavalry?", "hb1")).split())
    assert "RULES build and RULES cavalry show what the rules say about it" in told
    assert "PREVIEW what your orders would do." in told, "its dice decide no battle"


def test_a_game_whose_battles_have_dice_promises_how_likely_things_are(table: Table) -> None:
    table.vouched.add("germany@x.org")
    table.opens("emp1", "72h", {"Germany": "germany@x.org"}, "empires")
    told = " ".join(text_of(table.says("germany@x.org", "Can I build a fleet?", "emp1")).split())
    assert "PREVIEW what your orders would do and how likely that is." in told


def test_a_question_that_no_rule_is_about_is_answered_with_other_look_ups(table: Table) -> None:
    table.opens("std1", "72h", {"Italy": RED}, "standard")
    told = " ".join(
        text_of(table.says(RED, "A Ven H\nWhat happens in Serbia if I leave it?", "std1")).split()
    )
    assert "WHERE and a place shows what is there, OPTIONS what you may order, STATUS what is on file" in told
    assert "PREVIEW what your orders would do." in told, "nothing in this game is more or less likely"


@pytest.mark.parametrize(
    ("key", "question", "clause"),
    [
        ("empires", "why no loss", "9.2.10"),
        ("empires", "why can I not build", "recruit"),
        ("standard", "why was my support cut", "7.3"),
        ("standard", "when do I win", "13.1"),
        ("hardbop", "when do I win", "V1"),
    ],
)
def test_a_question_finds_the_clauses_with_its_words(key: str, question: str, clause: str) -> None:
    assert clause in page_of(key, question)


def test_words_without_meaning_find_nothing() -> None:
    for question in ("why not me", "why are there xyzzy"):
        with pytest.raises(LookupError):
            rules.pages(find("standard"), question, (), None)


def test_a_long_question_is_read_and_one_without_the_command_is_pointed_to_it(table: Table) -> None:
    table.mail(RED, "RULES what happens if two units move to the same place?", "r1")
    assert "was taken as an order" not in text_of(table.last_to(RED))
    table.mail(RED, "Why did I lose no unit?", "r1")
    assert "RULES: the chapters" in text_of(table.last_to(RED))


def test_a_group_of_clauses_without_a_heading_is_sent_by_its_number() -> None:
    found = page_of("empires", "9.0")
    assert "9.0.1 An Activation covers three armies." in found
    assert "9.0.8" in found
    assert "9.1.1" not in found


@pytest.mark.parametrize("word", ["stacking", "stack"])
def test_the_limit_of_armies_in_a_zone_is_found_by_its_name(word: str) -> None:
    assert "3.1 Stacking: a zone holds three armies of a Power" in " ".join(page_of("empires", word).split())


def test_a_word_is_found_in_another_form_of_it() -> None:
    """The answer to "elimination" was once that the rules have nothing about it."""
    game = find("hardbop")
    for word in ("elimination", "eliminated"):
        (page,) = rules.pages(game, word, (), None)
        assert "7.6" in page.text and page.title.endswith(f'"{word}"')
    with pytest.raises(LookupError):
        rules.pages(game, "stallion", (), None)


def test_a_table_keeps_the_rows_of_a_place_that_it_calls_by_its_short_name() -> None:
    """The list of fortresses came without any row."""
    (page,) = rules.pages(find("hardbop"), "Khazad-dûm", (), None)
    assert re.search(r"\| KDu \| Saruman \|", page.text)
    assert not re.search(r"\| Bar \| Mordor \|", page.text)


@pytest.mark.parametrize(
    ("key", "wanted", "told"),
    [
        ("hardbop", "ranger neutralise", "3.8(c) Neutralising"),  # only 3.8 says that it is about the Ranger
        ("hardbop", "nazgul paralyse", "3.10(g) Paralysis"),
        ("hardbop", "pass the ring", "7.3(b) At the end of a move it may be passed"),
        ("hardbop", "neutralise", "3.8(c) Neutralising"),
        ("hardbop", "winning", "V2. A power that wears the Ring"),
        ("hardbop", "how many units", "6.1 Builds go in own home centres"),
        (
            "hardbop",
            "destroy",
            "3.3(d) In step xii a Military Unit may destroy a Personality Unit with which",
        ),
        ("hardbop", "carry", "7.3(a) (Carrying and passing) The Ring goes where its carrier goes"),
        ("hardbop", "ally", "8(b) A Good unit never supports an Evil one"),
        ("hardbop", "bounce", "3.1(b) (General) Their combat value is zero"),
        ("empires", "win", "the Power with the most points wins"),
    ],
)
def test_a_word_is_found_with_its_titles_and_in_other_words(key: str, wanted: str, told: str) -> None:
    assert told.lower() in " ".join(page_of(key, wanted).split()).lower()


def test_a_short_word_is_not_found_inside_another() -> None:
    """RULES win listed the months, because of Winterfilth."""
    assert "Winterfilth" not in page_of("hardbop", "win")


@pytest.mark.parametrize("key", ["hardbop", "downfall-xiii"])
@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ("combat", "The strongest unit that moves to a province enters it"),
        ("bounce", "Units of equal strength that go to one province stand each other off"),
        ("support cut", "Support is cut if the supporting unit is attacked"),
        ("convoy", "Fleets that touch each other may convoy in a chain"),
        ("stand-off", "A stand-off dislodges nobody"),
    ],
)
def test_a_game_built_on_diplomacy_explains_its_words(key: str, wanted: str, told: str) -> None:
    """Its own rules name only what they change, and a newcomer learnt nothing about the rest."""
    found = " ".join(page_of(key, wanted).split())
    assert told in found
    assert "[4." not in found and "7.1 A unit" not in found, "numbers that mean another clause in this game"


def test_other_words_are_not_explained_by_diplomacy() -> None:
    for key, wanted in (
        ("hardbop", "gandalf"),
        ("hardbop", "army"),
        ("hardbop", "win"),
        ("empires", "combat"),
    ):
        assert "rules of Diplomacy" not in page_of(key, wanted)
