"""Cards, moves and situations of Burger Battle  <->  text.

An ingredient is one letter: ``B`` bun, ``M`` meat, ``C`` cheese, ``L`` lettuce,
``T`` tomato, ``O`` onion, ``P`` pickles, ``A`` bacon, ``S`` mushrooms, ``E`` egg,
``V`` avocado, ``J`` jalapenos. A battle card is ``+`` and its name: ``+bomb
+field +apocalypse +destroy +eat +dig +nothing +meat +pickle +picky +swap``.
Cards stand one after the other, with a comma after a battle card that a letter
follows: ``CLT+bomb``, ``T+bomb,O``. A pile is written bottom to top.

A situation is words ``key:value``, in any order; lower case and spaces within a
value are read too::

    burger:classic have:BM hand:CLT+dig grave:TO vs burger:spicy have:BMC beside:+field

burger, need   the burger's name, or the letters of a burger of one's own
have           the ingredients on it
beside         the battle cards to its left; ``+meat=M`` with the ingredient behind it
hand           one's hand; of another player, what is known of it
grave          the Graveyard, bottom to top: the last card is the one on top
seen           cards known to be neither here nor in the draw pile
deck           how many cards the draw pile has left
drawn          the first draw of the turn is done
vs             begins another player, in the order of turns

A move is written as it is said: ``draw``, ``take``, ``play M``, ``play M beside``
(onto an added need), ``discard T``, ``+bomb 2``, ``+eat 2 T``, ``+dig T``,
``+destroy 2 +field``, ``+field``, ``pass``. In a log its player's number comes
first: ``1 play M``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from solver.battle.deck import MOST_NEEDS, TITLES, Battle, Deck
from solver.battle.rules import ADDED, BESIDE, Board, Move, Table, Verb, behind, named
from solver.battle.situation import Situation, check_situation
from solver.errors import InvalidInput, nearest, quote

_CARD = re.compile(r"\+([\w!'?’-]+)(?:=(\w))?|[\s,]+|.", re.DOTALL)
_WORD = re.compile(r"\S+")

#: Every key of a situation, and those that are about the table, not about one player.
KEYS = ("burger", "need", "have", "beside", "hand", "grave", "seen", "deck")
SHARED = ("grave", "seen", "deck")

#: Digits of the number of cards in a draw pile, at most.
MOST_DIGITS = 4


def _plain(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.lower())


_NAMES = {
    **{_plain(title): str(card) for card, title in TITLES.items()},
    **{_plain(card): str(card) for card in Battle},
    "forcefield": str(Battle.FIELD),
    "switcheroo": str(Battle.SWAP),
}


def parse_cards(text: str, deck: Deck, where: str) -> list[str]:
    """Return the cards in a text, in order.

    Raises InvalidInput with the position of the first that is none.
    """
    found = []
    for token in _CARD.finditer(text):
        place = f"{where}, position {token.start() + 1}"
        if token[1] is not None:
            found.append(_battle_card(token, place))
        elif not re.fullmatch(r"[\s,]+", token[0]):
            if token[0].upper() not in deck.names:
                raise InvalidInput(
                    f"unknown ingredient {quote(token[0])}",
                    place,
                    f"one of {' '.join(deck.names)}, or a battle card such as +bomb",
                )
            found.append(token[0].upper())
    return found


def _battle_card(token: re.Match[str], place: str) -> str:
    name = _NAMES.get(_plain(token[1]))
    if name is None:
        expected = nearest(f"+{token[1]}", [*map(str, Battle)])
        raise InvalidInput(
            f"unknown battle card {quote('+' + token[1])}",
            place,
            f"{expected}; a comma between it and a letter",
        )
    if token[2] is None:
        return name
    letter = token[2].upper()
    if ADDED.get(name) != letter:
        right = f"{name}={ADDED[name]}" if name in ADDED else "only +meat=M and +pickle=P"
        raise InvalidInput(f"{letter} behind {name}", place, right)
    return f"{name}={letter}"


def write_cards(cards: Iterable[str]) -> str:
    """Return cards as text.

    >>> write_cards(["T", "+bomb", "O", "C"])
    'T+bomb,OC'
    """
    text = last = ""
    for card in cards:
        if text and not card.startswith("+") and last.startswith("+"):
            text += ","
        text += card
        last = card
    return text


def write_move(move: Move) -> str:
    """Return a move as text, without its player."""
    words = [move.card] if move.verb is Verb.USE else [str(move.verb), move.card]
    if move.target is not None:
        words.append(str(move.target + 1))
    return " ".join(word for word in (*words, move.what) if word)


def parse_move(text: str, deck: Deck) -> tuple[int | None, Move]:
    """Return the player (from 0) that a move names, None if none, and the move.

    Raises InvalidInput for what is no move.
    """
    words = text.split()
    player = None
    if words and re.fullmatch(r"p?[0-9]{1,3}", words[0].lower()):
        player = int(words.pop(0).lower().lstrip("p")) - 1
    if not words:
        raise InvalidInput(f"no move in {quote(text)}", "", "such as 1 draw, 1 play M, 1 discard T")
    verb = words[0].lower()
    if verb.startswith("+"):
        return player, _use(words, deck)
    if verb in (Verb.DRAW, Verb.TAKE, Verb.PASS) and len(words) == 1:
        return player, Move(Verb(verb))
    if verb == Verb.DISCARD and len(words) == 2:
        return player, Move(Verb.DISCARD, _one(words[1], deck))
    if verb == Verb.PLAY and (len(words) == 2 or words[2:] == [BESIDE]):
        return player, Move(Verb.PLAY, _one(words[1], deck), None, "".join(words[2:]))
    raise InvalidInput(
        f"no move {quote(text)}",
        "",
        "draw, take, play M, play M beside, discard T, pass, or a battle card such as +bomb 2",
    )


def _use(words: list[str], deck: Deck) -> Move:
    card = _one(words[0], deck)
    rest = words[1:]
    target = None
    if rest and re.fullmatch(r"[0-9]{1,3}", rest[0]):
        target = int(rest.pop(0)) - 1
    if len(rest) > 1:
        raise InvalidInput(f"unexpected {quote(rest[1])}", "", f"{card}, its target, one card")
    return Move(Verb.USE, card, target, _one(rest[0], deck) if rest else "")


def _one(text: str, deck: Deck) -> str:
    cards = parse_cards(text, deck, "move")
    if len(cards) != 1:
        raise InvalidInput(f"{len(cards)} cards in {quote(text)}", "move", "one")
    return cards[0]


def write_situation(found: Situation, deck: Deck) -> str:
    """Return a situation as canonical text."""
    words = _board_words(found.me, deck)
    for key, cards in (("grave", found.table.grave), ("seen", deck.sorted(found.seen))):
        if cards:
            words.append(f"{key}:{write_cards(cards)}")
    if found.pile is not None:
        words.append(f"deck:{found.pile}")
    if found.drawn:
        words.append("drawn")
    for board in found.table.boards[1:]:
        words += ["vs", *_board_words(board, deck)]
    return " ".join(words)


def _board_words(board: Board, deck: Deck) -> list[str]:
    words = [f"burger:{board.burger}" if board.burger else f"need:{''.join(board.needs)}"]
    for key, cards in (
        ("have", deck.sorted(board.placed)),
        ("beside", board.beside),
        ("hand", deck.sorted(board.hand)),
    ):
        if cards:
            words.append(f"{key}:{write_cards(cards)}")
    return words


def parse_situation(text: str, deck: Deck, *, ending: bool = False) -> Situation:
    """Return the situation in a text, checked against the deck.

    ending: it is about the end of the turn, so the first draw is done even if it does not say so.

    Raises InvalidInput with the key and position of the first fault.
    """
    sections, drawn = _sections(text)
    drawn = drawn or ending
    boards = tuple(
        _board(section, deck, "state" if number == 1 else f"state, player {number}")
        for number, section in enumerate(sections, start=1)
    )
    names = [board.burger for board in boards if board.burger]
    for name, count in Counter(names).items():
        if count > 1:
            raise InvalidInput(f"burger {name} is dealt {count} times", "state", "it once")
    mine = sections[0]
    pile = mine.get("deck")
    if pile is not None and not re.fullmatch(r"\s*[0-9]+\s*", pile):
        raise InvalidInput(f"{quote(pile)} cards", "state, deck", "a whole number")
    if pile is not None and len(pile.strip()) > MOST_DIGITS:
        raise InvalidInput(f"{quote(pile)} cards", "state, deck", "as many as are left to draw")
    grave = _face_up(parse_cards(mine.get("grave", ""), deck, "state, grave"), "grave")
    seen = _face_up(parse_cards(mine.get("seen", ""), deck, "state, seen"), "seen")
    found = Situation(
        Table(boards, grave), deck.sorted(seen), None if pile is None else int(pile), drawn
    )
    return check_situation(found, deck)


def _face_up(cards: list[str], key: str) -> tuple[str, ...]:
    for card in cards:
        if "=" in card:
            raise InvalidInput(f"{card} in {key}", "state", f"{named(card)} and {behind(card)}")
    return tuple(cards)


def _sections(text: str) -> tuple[list[dict[str, str]], bool]:
    """Return each player's values by key, and whether the first draw is done."""
    sections: list[dict[str, str]] = [{}]
    drawn = False
    key = ""
    for token in _WORD.finditer(text):
        word = token[0]
        name, colon, value = word.partition(":")
        place = f"state, position {token.start() + 1}"
        if colon:
            key = name.lower()
            if key not in KEYS:
                raise InvalidInput(f"unknown key {quote(name)}", place, nearest(key, KEYS))
            if key in sections[-1]:
                raise InvalidInput(f"a second {key}:", place, "each key once for a player")
            if key in SHARED and len(sections) > 1:
                raise InvalidInput(f"{key}: of another player", place, "it before the first vs")
            sections[-1][key] = value
        elif word.lower() == "vs":
            sections.append({})
            key = ""
        elif word.lower() == "drawn":
            drawn = True
            key = ""
        elif key:
            sections[-1][key] += f" {word}"
        else:
            raise InvalidInput(
                f"unexpected {quote(word)}", place, "words such as burger:classic hand:CLT+bomb"
            )
    return sections, drawn


def _board(section: dict[str, str], deck: Deck, where: str) -> Board:
    burger, needs = _burger(section, deck, where)
    placed = _ingredients(section.get("have", ""), deck, f"{where}, have")
    extra = Counter(placed) - Counter(needs)
    if extra:
        letter = min(extra)
        raise InvalidInput(
            f"{placed.count(letter)} of {letter} on a burger that needs {needs.count(letter)}",
            f"{where}, have",
            f"some of {''.join(needs)}; what an added need got goes behind its card: beside:+meat=M",
        )
    beside = tuple(parse_cards(section.get("beside", ""), deck, f"{where}, beside"))
    for card in beside:
        if named(card) not in (*ADDED, Battle.FIELD):
            raise InvalidInput(
                f"{card} beside a burger", f"{where}, beside", "+field, +meat or +pickle"
            )
    if beside.count(Battle.FIELD) > 1:
        raise InvalidInput("two Force Fields", f"{where}, beside", "one form of protection")
    hand = _face_up(parse_cards(section.get("hand", ""), deck, f"{where}, hand"), "hand")
    return Board(burger, needs, deck.sorted(placed), tuple(sorted(beside)), tuple(sorted(hand)))


def _burger(section: dict[str, str], deck: Deck, where: str) -> tuple[str, tuple[str, ...]]:
    if ("burger" in section) == ("need" in section):
        what = "no burger" if "burger" not in section else "both burger: and need:"
        raise InvalidInput(what, where, "one of burger:classic and need:BMLTO")
    if "burger" in section:
        try:
            name = deck.find_burger(section["burger"])
        except InvalidInput as error:
            raise error.at(f"{where}, burger") from None
        return name, deck.needs[name]
    needs = _ingredients(section["need"], deck, f"{where}, need")
    if not 1 <= len(needs) <= MOST_NEEDS:
        raise InvalidInput(
            f"a burger of {len(needs)} ingredients", f"{where}, need", f"1 to {MOST_NEEDS}"
        )
    for letter, count in Counter(needs).items():
        if count > deck.counts[letter]:
            raise InvalidInput(
                f"a burger with {count} of {letter} ({deck.title(letter)})",
                f"{where}, need",
                f"at most {deck.counts[letter]}, as in the deck",
            )
    return "", deck.sorted(needs)


def _ingredients(text: str, deck: Deck, where: str) -> list[str]:
    cards = parse_cards(text, deck, where)
    for card in cards:
        if card.startswith("+"):
            raise InvalidInput(f"battle card {card}", where, "ingredients only")
    return cards
