"""Cards, moves and situations as text: round trips, kind readers, clear refusals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.battle.deck import Battle, standard_deck
from solver.battle.notation import (
    parse_cards,
    parse_move,
    parse_situation,
    write_cards,
    write_move,
    write_situation,
)
from solver.battle.rules import BESIDE, Board, Move, Table, Verb
from solver.battle.situation import Situation, check_situation
from solver.errors import BurgerError, InvalidInput

DECK = standard_deck()
LETTERS = st.sampled_from(list(DECK.names))
CARDS = st.one_of(LETTERS, st.sampled_from([str(card) for card in Battle]))


@given(st.lists(CARDS, max_size=12))
def test_cards_round_trip(cards: list[str]) -> None:
    assert parse_cards(write_cards(cards), DECK, "cards") == cards


PLAYERS = st.integers(0, 5)
MOVES = st.one_of(
    st.sampled_from([Move(Verb.DRAW), Move(Verb.TAKE), Move(Verb.PASS)]),
    st.builds(Move, st.just(Verb.DISCARD), CARDS, st.none(), st.just("")),
    st.builds(Move, st.just(Verb.PLAY), LETTERS, st.none(), st.sampled_from(["", BESIDE])),
    st.builds(
        Move,
        st.just(Verb.USE),
        st.sampled_from([str(card) for card in Battle]),
        st.one_of(st.none(), PLAYERS),
        st.one_of(st.just(""), LETTERS, st.sampled_from(["+field", "+meat", "+pickle=P"])),
    ),
)


@given(PLAYERS, MOVES)
def test_moves_round_trip(player: int, move: Move) -> None:
    assert parse_move(f"{player + 1} {write_move(move)}", DECK) == (player, move)
    assert parse_move(write_move(move).upper().replace("BESIDE", "beside"), DECK) == (None, move)


@st.composite
def boards(draw: st.DrawFn, name: str, most: int) -> Board:
    needs = DECK.needs[name]
    placed = DECK.sorted(draw(st.lists(st.sampled_from(needs), unique=True, max_size=3)))
    beside = draw(st.sets(st.sampled_from(["+field", "+meat", "+pickle", "+meat=M"])))
    hand = tuple(sorted(draw(st.lists(CARDS, max_size=most))))
    return Board(name, needs, placed, tuple(sorted(beside)), hand)


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    names = draw(st.lists(st.sampled_from(list(DECK.needs)), min_size=1, max_size=3, unique=True))
    drawn = draw(st.booleans())
    found = [
        draw(boards(name, 6 if drawn and place == 0 else 5)) for place, name in enumerate(names)
    ]
    grave = tuple(draw(st.lists(CARDS, max_size=4)))
    seen = DECK.sorted(draw(st.lists(CARDS, max_size=3)))
    pile = draw(st.one_of(st.none(), st.integers(0, 60)))
    return Situation(Table(tuple(found), grave), seen, pile, drawn)


@given(situations())
def test_situations_round_trip(found: Situation) -> None:
    try:
        check_situation(found, DECK)
    except InvalidInput:
        with pytest.raises(InvalidInput):
            parse_situation(write_situation(found, DECK), DECK)
        return
    text = write_situation(found, DECK)
    assert parse_situation(text, DECK) == found
    assert write_situation(parse_situation(text, DECK), DECK) == text


@given(st.text(alphabet="burgeneedhav:vs +,=BMCLT0123 dwnk\n\t", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (parse_situation, parse_move):
        try:
            read(text, DECK)
        except BurgerError:
            continue


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("hand: t l c have:mb BURGER:Classic", "burger:classic have:BM hand:CLT"),
        ("need:CB hand:+Burger-Bomb+forcefield", "need:BC hand:+bomb+field"),
        ("need:BC VS burger:spicy", "need:BC vs burger:spicy"),
        ("need:BC grave:t,+bomb,o", "need:BC grave:T+bomb,O"),
        ("need:BC beside:+more-meat=m", "need:BC beside:+meat=M"),
        ("need:BC hand:T DRAWN deck: 40", "need:BC hand:T deck:40 drawn"),
        ("need:BC hand:TTTTTT drawn", "need:BC hand:TTTTTT drawn"),
    ],
)
def test_kind_reader(text: str, canonical: str) -> None:
    assert write_situation(parse_situation(text, DECK), DECK) == canonical


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no burger"),
        ("hand:CLT", "no burger"),
        ("classic", "unexpected 'classic'"),
        ("burger:clasic", "expected classic"),
        ("burger:classic need:B", "both"),
        ("need:", "a burger of 0"),
        ("need:" + "BMCLTOPASEVJB", "a burger of 13"),
        ("need:BX", "unknown ingredient 'X' (state, need, position 2)"),
        ("need:JJJJJJ", "a burger with 6 of J (Jalapenos)"),
        ("need:B+bomb", "battle card +bomb"),
        ("need:BC have:T", "1 of T on a burger that needs 0"),
        ("need:BC have:BC", "complete"),
        ("need:B hand:TTTTTT", "6 cards in hand"),
        ("need:B hand:TTTTTTT drawn", "at most 6"),
        ("need:B drawn", "no card in hand after the first draw"),
        ("need:B hand:+bmob", "expected +bomb"),
        ("need:B hand:+bombT", "a comma between"),
        ("need:B hand:+meat=M", "+meat and M"),
        ("need:B beside:+meat=T", "T behind +meat"),
        ("need:B beside:+bomb", "+bomb beside a burger"),
        ("need:B beside:+field+field", "two Force Fields"),
        ("need:B seen:JJJJJJ", "6 of J (Jalapenos)"),
        ("need:B seen:+swap+swap", "2 of +swap (The Old Switcheroo)"),
        ("need:B deck:x", "'x' cards"),
        ("need:B deck:-1", "'-1' cards"),
        ("need:B deck:143", "at most 142 are unseen"),
        ("need:B deck:138 vs need:C", "at most 137 are unseen"),
        ("need:B grave:T grave:T", "a second grave:"),
        ("need:B hnad:T", "expected hand"),
        ("need:B vs need:C grave:T", "before the first vs"),
        ("burger:spicy vs burger:spicy", "dealt 2 times"),
        ("need:B vs need:C hand:TTTTTT", "player 2, hand"),
        ("need:B" + " vs need:C" * 6, "7 players"),
        ("need:B vs", "state, player 2"),
    ],
)
def test_refusals(text: str, says: str) -> None:
    with pytest.raises(InvalidInput) as error:
        parse_situation(text, DECK)
    assert says in str(error.value)


@pytest.mark.parametrize(
    "text",
    ["", "1", "1 fly", "1 play", "1 discard CC", "1 +bomb 2 C D", "1 play B behind", "draw 1"],
)
def test_no_moves(text: str) -> None:
    with pytest.raises(InvalidInput):
        parse_move(text, DECK)
