"""A table as text, and back: what a player types to ask about a moment of a game.

Sections, each begun by its word, separated by ``/`` or by lines; any order:

    hand 1: rTO bON rBN     a player's hand; ?3 stands for three cards that nobody shows
    burger 1: rBN rTO rBN   a finished burger, bottom to top; flies and boxes on it follow
    table: gBN gTO          the burger under construction, bottom to top
    deck: rTO gON ?12       the next card first; ?12 are twelve cards in unknown order
    shuffled                the deck's cards are known, but not their order
    discard: rFL rBX        cards gone
    turn: 1                 whose turn it is
    reversed                play goes anticlockwise
    extra: 1                turns the player has in a row beside this one (two players)
    passed: 1 2             who has passed without drawing since the last other action
    drawn                   the player to act has drawn because nothing fitted
    capture: 2 3            the burger has just been closed; who may capture it, in order
    children                the variant without capture and without swaps

A table with unseen cards is a :class:`Table` whose states are drawn; without
any it is exactly one state.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass

from solver.errors import InvalidInput, nearest, quote
from solver.superburger.actions import capturing_boxes
from solver.superburger.cards import BOX, FLY, Card, hero, in_order, is_bun
from solver.superburger.deck import Deck
from solver.superburger.flies import Finished
from solver.superburger.notation import LONGEST_TEXT, format_cards
from solver.superburger.rules import check_burger
from solver.superburger.state import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    Phase,
    State,
    Variant,
    start_burger,
)

#: An example, for errors.
EXAMPLE = "hand 1: rTO rBN / hand 2: gON / table: rBN / deck: yTO"

SECTIONS = (
    "hand", "burger", "table", "deck", "discard", "turn",
    "shuffled", "reversed", "extra", "passed", "drawn", "capture", "children",
)  # fmt: skip

_SECTION = re.compile(
    r"\s*(?P<word>[a-z]+)\s*(?P<player>\d{1,2})?\s*(?::|(?=\s)|$)(?P<rest>.*)", re.S
)
_UNSEEN = re.compile(r"\?\s*(\d*)")


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the state as far as it is seen, and how many cards of hands and deck are not.

    unseen_hands: by player; pool: every card that is nowhere to be seen.
    """

    seen: State
    unseen_hands: tuple[int, ...]
    unseen_deck: int
    pool: tuple[Card, ...]

    @property
    def is_open(self) -> bool:
        """Return whether every hand and the deck's order are known."""
        return not any(self.unseen_hands) and not self.unseen_deck

    def state(self) -> State:
        """Return the state of an open table."""
        return self.seen_ready()

    def seen_ready(self) -> State:
        """Return the state as far as it is seen, with whoever lays the next bun found."""
        return _ready(self.seen)

    def drawn(self, rng: random.Random) -> State:
        """Return a state that the seen cards allow, each equally likely."""
        cards = rng.sample(self.pool, sum(self.unseen_hands) + self.unseen_deck)
        hands = []
        for hand, unseen in zip(self.seen.hands, self.unseen_hands, strict=True):
            hands.append(in_order(hand + tuple(cards[:unseen])))
            cards = cards[unseen:]
        return _ready(self.seen._replace(hands=tuple(hands), deck=self.seen.deck + tuple(cards)))


def _ready(state: State) -> State:
    """Return the state with whoever has to lay a bun found, where the table is empty."""
    if state.table or state.phase is Phase.OVER:
        return state
    if any(map(is_bun, state.hands[state.turn])):
        return state._replace(phase=Phase.START)
    return start_burger(state, state.turn)


def parse_table(text: str, deck: Deck) -> Table:
    """Return the table that ``text`` shows.

    Raises InvalidInput with the section that is wrong, for more of a card than the deck
    holds, or for a burger that breaks a rule.
    """
    return _Reader(deck).read(text)


class _Reader:
    """Reads the sections one after another, then checks them together."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.hands: dict[int, tuple[list[Card], int]] = {}
        self.burgers: dict[int, list[Finished]] = {}
        self.lists: dict[str, tuple[list[Card], int]] = {}
        self.numbers: dict[str, list[int]] = {}
        self.words: set[str] = set()

    def read(self, text: str) -> Table:
        if len(text) > LONGEST_TEXT:
            raise InvalidInput(f"{len(text)} characters", "state", f"at most {LONGEST_TEXT}")
        for section in re.split(r"[/\n;]", text.lower()):
            if section.strip():
                self._section(section)
        return self._table()

    def _section(self, text: str) -> None:
        found = _SECTION.fullmatch(text)
        word = found["word"] if found else ""
        if found is None or word not in SECTIONS:
            raise InvalidInput(
                f"{quote(text.strip())} is no section",
                "state",
                nearest(word, SECTIONS) if word else EXAMPLE,
            )
        where = f"{word} {found['player'] or ''}".strip()
        if word in ("hand", "burger"):
            self._of_player(word, found["player"], found["rest"], where)
            return
        rest = f"{found['player'] or ''} {found['rest']}".strip()
        if word in self.lists or word in self.numbers or word in self.words:
            raise InvalidInput(f"{word} twice", "state", "it once")
        if word in ("table", "deck", "discard"):
            self.lists[word] = self._cards(rest, where)
        elif word in ("reversed", "drawn", "children", "shuffled"):
            if rest:
                raise InvalidInput(f"{quote(rest)} after {word}", "state", "the word alone")
            self.words.add(word)
        else:
            self.numbers[word] = self._numbers(rest, where)

    def _of_player(self, word: str, number: str | None, text: str, where: str) -> None:
        if number is None or not 1 <= int(number) <= MOST_PLAYERS:
            raise InvalidInput(
                f"{word} of no player", where, f"a player from 1 to {MOST_PLAYERS}: {word} 1: …"
            )
        player = int(number) - 1
        cards, unseen = self._cards(text, where)
        if word == "burger":
            self.burgers.setdefault(player, []).append(self._burger(cards, unseen, where))
        elif player in self.hands:
            raise InvalidInput(f"{where} twice", "state", "each hand once")
        else:
            self.hands[player] = (cards, unseen)

    def _cards(self, text: str, where: str) -> tuple[list[Card], int]:
        """Return the cards, and how many more are not seen (``?3``; a lone ``?`` is one)."""
        unseen = sum(int(number or 1) for number in _UNSEEN.findall(text))
        rest = "" if text.strip() == "-" else _UNSEEN.sub(" ", text)
        return self.deck.read(rest, where), unseen

    def _burger(self, cards: list[Card], unseen: int, where: str) -> Finished:
        if unseen:
            raise InvalidInput("unseen cards in a burger", where, "every card of it")
        layers = [card for card in cards if hero(card) not in (FLY, BOX)]
        # What lies below the bun on top; that bun may be a later one, of any colour.
        inside = layers[:-1] if len(layers) > 1 and is_bun(layers[-1]) else layers
        check_burger(inside, where, closed=False)
        flies = tuple(card for card in cards if hero(card) == FLY)
        boxes = tuple(card for card in cards if hero(card) == BOX)
        if flies and boxes:
            raise InvalidInput("flies and boxes on one burger", where, "a box takes its fly along")
        return Finished(tuple(layers), flies, boxes)

    def _numbers(self, text: str, where: str) -> list[int]:
        words = re.split(r"[\s,]+", text.strip())
        if not all(re.fullmatch(r"\d{1,3}", word) for word in words):
            raise InvalidInput(f"{quote(text)}", where, "numbers")
        return [int(word) for word in words]

    def _table(self) -> Table:
        players = len(self.hands)
        if not FEWEST_PLAYERS <= players <= MOST_PLAYERS or set(self.hands) != set(range(players)):
            raise InvalidInput(
                f"hands of {players} player{'s' * (players != 1)}" if players else "no hands",
                "state",
                f"hand 1, hand 2 and on, {FEWEST_PLAYERS} to {MOST_PLAYERS} of them: {EXAMPLE}",
            )
        state = self._state(players)
        pool = Counter(self.deck.counts)
        cards = state.everything()
        self.deck.hold(cards, "state")
        pool.subtract(cards)
        unseen = tuple(self.hands[player][1] for player in range(players))
        deck_unseen = self.lists.get("deck", ([], 0))[1]
        left = tuple(pool.elements())
        if "shuffled" in self.words:
            if any(unseen) or deck_unseen:
                raise InvalidInput("unseen cards", "shuffled", "every hand and the deck's cards")
            return Table(state._replace(deck=()), unseen, len(state.deck), in_order(state.deck))
        if sum(unseen) + deck_unseen > len(left):
            raise InvalidInput(
                f"{sum(unseen) + deck_unseen:,} unseen cards", "state", f"at most {len(left)}"
            )
        return Table(state, unseen, deck_unseen, left)

    def _state(self, players: int) -> State:
        for player in self.burgers:
            if player >= players:
                raise InvalidInput(f"a burger of player {player + 1}", "state", "their hand too")
        turn = self._one("turn", 1)
        if not 1 <= turn <= players:
            raise InvalidInput(f"turn {turn}", "turn", f"a player from 1 to {players}")
        state = State(
            hands=tuple(in_order(self.hands[player][0]) for player in range(players)),
            burgers=tuple(tuple(self.burgers.get(player, ())) for player in range(players)),
            table=tuple(self._seen("table")),
            deck=tuple(self.lists.get("deck", ([], 0))[0]),
            turn=turn - 1,
            direction=-1 if "reversed" in self.words else 1,
            extra=self._one("extra", 0),
            passed=self._players("passed", players),
            variant=Variant.CHILDREN if "children" in self.words else Variant.STANDARD,
            discard=tuple(self._seen("discard")),
        )
        for player, own in enumerate(state.burgers):
            if len(own) > state.most_burgers:
                raise InvalidInput(
                    f"{len(own)} burgers", f"burger {player + 1}", f"at most {state.most_burgers}"
                )
        if state.extra and players > FEWEST_PLAYERS:
            raise InvalidInput("extra turns", "extra", "two players")
        return self._with_phase(state, players)

    def _with_phase(self, state: State, players: int) -> State:
        asked = self.numbers.get("capture")
        if state.table:
            check_burger(state.table, "table", closed=asked is not None)
        if all(len(own) == state.most_burgers for own in state.burgers):
            return state._replace(phase=Phase.OVER)
        if asked is not None:
            who = self._players("capture", players)
            if state.turn in who or not state.table:
                raise InvalidInput("a capture", "capture", "a closed table, and other players")
            state = state._replace(phase=Phase.CAPTURE, asked=tuple(n - 1 for n in asked))
            for player in sorted(who):
                if not capturing_boxes(state, player) and not self.hands[player][1]:
                    raise InvalidInput(
                        f"player {player + 1} has no box for it", "capture", "who has one"
                    )
            return state
        if "drawn" in self.words:
            if not state.table:
                raise InvalidInput("drawn", "drawn", "a burger on the table")
            return state._replace(phase=Phase.DRAWN)
        return state

    def _seen(self, word: str) -> list[Card]:
        cards, unseen = self.lists.get(word, ([], 0))
        if unseen:
            raise InvalidInput(f"unseen cards in the {word}", word, "cards that are seen")
        return cards

    def _one(self, word: str, default: int) -> int:
        numbers = self.numbers.get(word, [default])
        if len(numbers) != 1 or numbers[0] > MOST_PLAYERS:
            raise InvalidInput(f"{word} {numbers}", word, "one number")
        return numbers[0]

    def _players(self, word: str, players: int) -> frozenset[int]:
        numbers = self.numbers.get(word, [])
        if len(set(numbers)) != len(numbers) or not all(1 <= n <= players for n in numbers):
            raise InvalidInput(f"players {numbers}", word, f"each once, from 1 to {players}")
        return frozenset(n - 1 for n in numbers)


def format_table(state: State) -> str:
    """Return a state as text on one line; reading it gives the same state again."""
    parts = [f"hand {i + 1}: {format_cards(hand) or '-'}" for i, hand in enumerate(state.hands)]
    parts += [
        f"burger {player + 1}: {format_cards(burger.everything())}"
        for player, own in enumerate(state.burgers)
        for burger in own
    ]
    for word, cards in (("table", state.table), ("deck", state.deck), ("discard", state.discard)):
        if cards:
            parts.append(f"{word}: {format_cards(cards)}")
    parts.append(f"turn: {state.turn + 1}")
    if state.direction < 0:
        parts.append("reversed")
    if state.extra:
        parts.append(f"extra: {state.extra}")
    if state.passed:
        parts.append("passed: " + " ".join(str(player + 1) for player in sorted(state.passed)))
    if state.phase is Phase.DRAWN:
        parts.append("drawn")
    if state.phase is Phase.CAPTURE:
        parts.append("capture: " + " ".join(str(player + 1) for player in state.asked))
    if state.variant is Variant.CHILDREN:
        parts.append("children")
    return " / ".join(parts)
