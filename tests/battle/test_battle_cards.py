"""Every battle card against each situation that it can meet (rulebook, Battle Cards; rulings)."""

from __future__ import annotations

import pytest

from solver.battle.deck import Battle, standard_deck
from solver.battle.game import BattleGame
from solver.battle.notation import parse_situation, write_situation
from solver.battle.situation import Situation
from solver.errors import InvalidInput
from tests.battle.tables import game


def table_of(state: BattleGame) -> str:
    return write_situation(Situation(state.table), standard_deck())


def canonical(text: str) -> str:
    return write_situation(parse_situation(text, standard_deck()), standard_deck())


#: Before, what is done, after. The pile holds Buns only.
EFFECTS = [
    # Burger Bomb: all ingredients, also behind a battle card; that card stays, the bomb on top.
    (
        "need:BC hand:T+bomb grave:A vs need:MLT have:ML beside:+meat=M",
        "+bomb 2",
        "need:BC hand:T grave:AMLM+bomb vs need:MLT beside:+meat",
    ),
    # Force Field: stays beside one's own burger, also next to an added need.
    (
        "need:BC beside:+meat hand:T+field vs need:MLT",
        "+field",
        "need:BC beside:+meat+field hand:T vs need:MLT",
    ),
    # Burgerpocalypse: everybody, protected or not; what lies beside the burgers stays.
    (
        "need:BC have:B hand:T+apocalypse vs need:MLT have:M beside:+field vs need:AT beside:+pickle=P",
        "+apocalypse",
        "need:BC hand:T grave:BMP+apocalypse vs need:MLT beside:+field vs need:AT beside:+pickle",
    ),
    (
        "need:BC hand:T+apocalypse vs need:AT have:A beside:+field+pickle=P",
        "+apocalypse",
        "need:BC hand:T grave:AP+apocalypse vs need:AT beside:+field+pickle",
    ),
    # Destroy! a Force Field of another, and one's own; protection does not stop it.
    (
        "need:BC hand:T+destroy vs need:MLT have:M beside:+field",
        "+destroy 2 +field",
        "need:BC hand:T grave:+field+destroy vs need:MLT have:M",
    ),
    (
        "need:BC beside:+field hand:T+destroy vs need:MLT",
        "+destroy 1 +field",
        "need:BC hand:T grave:+field+destroy vs need:MLT",
    ),
    # Destroy! an added need, without and with an ingredient on it: it goes along.
    (
        "need:BC beside:+meat hand:T+destroy vs need:MLT",
        "+destroy 1 +meat",
        "need:BC hand:T grave:+meat+destroy vs need:MLT",
    ),
    (
        "need:BC hand:T+destroy vs need:MLT beside:+field+pickle=P",
        "+destroy 2 +pickle=P",
        "need:BC hand:T grave:P+pickle+destroy vs need:MLT beside:+field",
    ),
    # Gonna Eat That?: off their burger onto mine; off their burger first, then from behind.
    (
        "need:BC hand:T+eat vs need:CLT have:CL",
        "+eat 2 C",
        "need:BC have:C hand:T grave:+eat vs need:CLT have:L",
    ),
    (
        "need:BM hand:T+eat vs need:MLT have:ML beside:+meat=M",
        "+eat 2 M",
        "need:BM have:M hand:T grave:+eat vs need:MLT have:L beside:+meat=M",
    ),
    (
        "need:BM hand:T+eat vs need:MLT have:L beside:+meat=M",
        "+eat 2 M",
        "need:BM have:M hand:T grave:+eat vs need:MLT have:L beside:+meat",
    ),
    # ... onto an added need of mine, also while I am protected.
    (
        "need:BC beside:+field+pickle hand:T+eat vs need:PLT have:P",
        "+eat 2 P",
        "need:BC beside:+field+pickle=P hand:T grave:+eat vs need:PLT",
    ),
    # Grave Digger: any needed ingredient, the one nearest the top; the card on top.
    (
        "need:BC hand:T+dig grave:CTC+bomb,A vs need:MLT",
        "+dig C",
        "need:BC have:C hand:T grave:CT+bomb,A+dig vs need:MLT",
    ),
    # I Got Nothin': the hand goes, the card on top, five new ones. A hand of one, too.
    (
        "need:AC hand:TLLO+nothing vs need:MLT",
        "+nothing",
        "need:AC hand:BBBBB grave:LLOT+nothing vs need:MLT",
    ),
    (
        "need:AC hand:+nothing vs need:MLT",
        "+nothing",
        "need:AC hand:BBBBB grave:+nothing vs need:MLT",
    ),
    # More Meat! and Pickle Plague: one need each, beside the burger; a second one, too.
    (
        "need:BC hand:T+meat vs need:MLT beside:+meat=M",
        "+meat 2",
        "need:BC hand:T vs need:MLT beside:+meat=M+meat",
    ),
    (
        "need:BC hand:T+pickle vs need:MLT have:M",
        "+pickle 2",
        "need:BC hand:T vs need:MLT have:M beside:+pickle",
    ),
    # Picky Eater: Lettuce, Tomato or Onion.
    (
        "need:BC hand:T+picky vs need:MLT have:MT",
        "+picky 2 T",
        "need:BC hand:T grave:T+picky vs need:MLT have:M",
    ),
    # The Old Switcheroo: the rest of the hand against the other's; protection does not stop it.
    (
        "need:AC hand:TT+swap vs need:MLT beside:+field hand:AAOOO",
        "+swap 2",
        "need:AC hand:OOOAA grave:+swap vs need:MLT beside:+field hand:TT",
    ),
    # Any battle card can be discarded without being used.
    (
        "need:BC hand:T+bomb vs need:MLT have:M",
        "discard +bomb",
        "need:BC hand:T grave:+bomb vs need:MLT have:M",
    ),
    # A hand of one.
    ("need:BC hand:T vs need:MLT", "discard T", "need:BC grave:T vs need:MLT"),
    # No card at all: nothing can be discarded.
    ("need:BC vs need:MLT", "pass", "need:BC vs need:MLT"),
    # An ingredient on an added need, and on the burger's own first.
    (
        "need:BM beside:+meat hand:M vs need:MLT",
        "play M",
        "need:BM have:M beside:+meat hand:B vs need:MLT",
    ),
    (
        "need:BM beside:+meat hand:M vs need:MLT",
        "play M beside",
        "need:BM beside:+meat=M hand:B vs need:MLT",
    ),
    (
        "need:BC beside:+pickle hand:P vs need:MLT",
        "play P",
        "need:BC beside:+pickle=P hand:B vs need:MLT",
    ),
]


@pytest.mark.parametrize(("before", "action", "after"), EFFECTS)
def test_effect(before: str, action: str, after: str) -> None:
    state = game(before)
    assert f"1 {action}" in state.legal_actions()
    done = state.apply(f"1 {action}")
    assert canonical(table_of(done)) == canonical(after)
    assert done.player == (0 if action.startswith("play") else 1)
    assert done.count_cards() == state.count_cards()


#: Situation, what is tried, and what the referee says.
ILLEGAL = [
    ("need:BC hand:T+bomb vs need:MLT", "+bomb 2", "no ingredient"),
    ("need:BC hand:T+bomb vs need:MLT have:M beside:+field", "+bomb 2", "protected"),
    ("need:BC have:B hand:T+bomb vs need:MLT have:M", "+bomb 1", "oneself"),
    ("need:BC have:B hand:T+bomb vs need:MLT have:M", "+bomb", "without a target"),
    ("need:BC have:B hand:T+bomb vs need:MLT have:M", "+bomb 3", "no player 3"),
    ("need:BC have:B hand:T+bomb vs need:MLT have:M", "+bomb 0", "no player 0"),
    ("need:BC have:B hand:T vs need:MLT have:M", "+bomb 2", "no +bomb (Burger Bomb) in hand"),
    ("need:BC beside:+field hand:T+field vs need:MLT", "+field", "second form of protection"),
    ("need:BC hand:T+field vs need:MLT", "+field 2", "+field at player 2"),
    ("need:BC hand:T+apocalypse vs need:MLT", "+apocalypse", "nobody has an ingredient"),
    ("need:BC hand:T+destroy vs need:MLT have:M", "+destroy 2 +field", "no +field beside"),
    ("need:BC hand:T+destroy vs need:MLT beside:+meat", "+destroy 2 +meat=M", "one of +meat"),
    ("need:BC hand:T+destroy vs need:MLT beside:+meat", "+destroy 2", "no named card beside"),
    ("need:BC hand:T+eat vs need:MLT have:M", "+eat 2 M", "M is not needed"),
    ("need:BC hand:T+eat vs need:CLT have:L", "+eat 2 C", "player 2 has no C"),
    ("need:BC hand:T+eat vs need:CLT have:C beside:+field", "+eat 2 C", "protected"),
    ("need:BC have:B hand:T+eat vs need:CLT have:C", "+eat 1 B", "oneself"),
    ("need:BC hand:T+eat vs need:CLT have:C", "+eat 2", "without an ingredient"),
    ("need:BC hand:T+dig vs need:CLT", "+dig C", "no C in the Graveyard"),
    ("need:BC hand:T+dig grave:T vs need:CLT", "+dig T", "T is not needed"),
    ("need:BC hand:T+dig grave:C vs need:CLT", "+dig 2 C", "+dig at player 2"),
    ("need:BC hand:T+meat vs need:CLT beside:+field", "+meat 2", "protected"),
    ("need:BC hand:T+meat vs need:CLT", "+meat 1", "oneself"),
    ("need:BC hand:T+pickle vs need:CLT beside:+field", "+pickle 2", "protected"),
    ("need:BC hand:T+pickle vs need:CLT", "+pickle 1", "oneself"),
    ("need:BC hand:T+picky vs need:CLT have:C", "+picky 2 C", "one of L T O"),
    ("need:BC hand:T+picky vs need:CLT have:C", "+picky 2 L", "player 2 has no L"),
    ("need:BC hand:T+picky vs need:CLT have:L beside:+field", "+picky 2 L", "protected"),
    ("need:BT have:T hand:T+picky vs need:CLT have:L", "+picky 1 T", "oneself"),
    ("need:BC hand:T+swap vs need:CLT", "+swap 1", "oneself"),
    ("need:BC hand:T+nothing vs need:CLT", "+nothing 2", "+nothing at player 2"),
    ("need:BC hand:T+nothing vs need:CLT", "+nothing T", "unexpected 'T'"),
    ("need:BC hand:T vs need:CLT", "play T", "not needed"),
    ("need:BC hand:+bomb vs need:CLT", "play +bomb", "a battle card is used"),
    ("need:BC hand:B vs need:CLT", "play B beside", "no added need"),
    ("need:BC hand:B vs need:CLT", "play C", "no C (Cheese) in hand"),
    ("need:BC hand:B vs need:CLT", "draw", "a second draw"),
    ("need:BC hand:B vs need:CLT", "pass", "pass with 1 cards"),
    ("need:BC hand:B vs need:CLT", "eat", "no move"),
]


@pytest.mark.parametrize(("text", "action", "says"), ILLEGAL)
def test_illegal(text: str, action: str, says: str) -> None:
    state = game(text)
    assert f"1 {action}" not in state.legal_actions()
    with pytest.raises(InvalidInput) as error:
        state.apply(f"1 {action}")
    assert says in str(error.value)


def test_protected_then_destroyed() -> None:
    """A bomb that a Force Field stops goes off once the field is destroyed."""
    state = game("need:BC hand:T+destroy vs need:MLT have:M beside:+field hand:O", "CCCC")
    with pytest.raises(InvalidInput, match="protected"):
        game("need:BC hand:T+bomb vs need:MLT have:M beside:+field").apply("1 +bomb 2")
    state = state.apply("1 +destroy 2 +field").apply("2 draw").apply("2 discard O")
    board = state.table.boards[0]
    assert board.hand == ("T",)
    armed = game("need:BC hand:T+bomb vs need:MLT have:M hand:C")
    assert table_of(armed.apply("1 +bomb 2")).endswith("grave:M+bomb vs need:MLT hand:C")


def test_every_card_has_an_effect_here() -> None:
    used = {action.split()[0] for _, action, _ in EFFECTS}
    assert used >= set(map(str, Battle))


@pytest.mark.parametrize(
    ("text", "action", "winner"),
    [
        ("need:BC have:B hand:C vs need:MLT", "play C", 0),
        ("need:BC have:B hand:T+dig grave:C vs need:MLT", "+dig C", 0),
        ("need:BC have:B hand:T+eat vs need:CLT have:C", "+eat 2 C", 0),
        ("need:BC have:BC beside:+meat hand:T+destroy vs need:CLT", "+destroy 1 +meat", 0),
        ("need:BC have:B hand:T+destroy vs need:CL have:CL beside:+meat", "+destroy 2 +meat", 1),
    ],
)
def test_winning_at_once(text: str, action: str, winner: int) -> None:
    done = game(text).apply(action)
    assert done.is_over()
    assert done.winner == winner
    assert done.scores() == [int(player == winner) for player in (0, 1)]
    assert done.legal_actions() == []
    with pytest.raises(InvalidInput, match="over"):
        done.apply("1 draw")


def test_a_filled_need_is_needed_no_more() -> None:
    """An added need is part of what wins while it stays (rulings)."""
    state = game("need:BC have:BC beside:+meat hand:M vs need:MLT")
    assert not state.is_over()
    assert state.apply("play M").winner == 0
