"""The whole game of BurgerDraft: set-up, simultaneous turns, the Flip, passing, both ends.

A state is never changed. A card in play is :class:`Held`: which card of the
deck it is, and which side is up. The choices of one placement are made one
after the other here, but nobody sees another's before all have chosen; then
they happen at once. What a player knows is a :class:`View`; policies are given
nothing else.

Actions: ``p1:beef.3`` player 1 places the third card of the hand, which shows
beef; ``p1:-`` places none, which is legal only where no card can be placed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from solver.draft.notation import Face, face_name
from solver.draft.rules import MOST_SCORING, Cards
from solver.errors import InvalidInput, plural, quote

#: Players of a game: one hand is passed to another, and the deck deals no more than six.
PLAYERS = (2, 6)

#: Cards in the first hand (rulebook, Setup), and cards drawn at the end of a turn.
HAND = 6
DRAWN = 2

#: With so many players or fewer, about half of the stack is left out (rulebook, Setup).
HALF_STACK_PLAYERS = 3

#: The share left out is drawn between these: "about half" (a ruling of this project).
SHARES = (0.4, 0.6)

_ACTION = re.compile(
    r"p(?P<player>\d{1,2}):(?:(?P<pass>-)|(?P<face>[a-z][a-z0-9]*)\.(?P<place>\d{1,3}))"
)


@dataclass(frozen=True, slots=True)
class Held:
    """A card in play: its number in the deck, and whether its scoring side is up."""

    number: int
    is_scoring: bool

    def flipped(self) -> Held:
        """Return the card turned over."""
        return Held(self.number, not self.is_scoring)


@dataclass(frozen=True, slots=True)
class View:
    """What one player knows; nothing here tells a back that the player has not seen.

    hand: the faces in view; boards: every player's placed faces, in order: each was seen by
    all when it was placed. stack: cards left. flipped: the second placement of the turn.
    waiting: players who have not chosen yet; choice: the own choice, once made, as a place in
    the hand (-1: none). memory: the own hands as they came into view, one a placement.
    """

    player: int
    hand: tuple[Face, ...]
    boards: tuple[tuple[Face, ...], ...]
    stack: int
    flipped: bool
    waiting: tuple[int, ...]
    choice: int | None
    memory: tuple[tuple[Face, ...], ...]

    @property
    def placements_left(self) -> int:
        """Placements of this player from now on, this one too, if nobody ends the game early."""
        turns = self.stack // (DRAWN * len(self.boards))
        return 2 * turns + (1 if self.flipped else 2)

    def placeable(self) -> list[int]:
        """Return the places of the hand's cards that may be placed."""
        return placeable(self.hand, self.boards[self.player])


def placeable(hand: Sequence[Face], board: Sequence[Face]) -> list[int]:
    """Return the places in the hand of the faces that a board takes: no scoring card twice."""
    scoring = {face for face in board if face.is_scoring}
    return [place for place, face in enumerate(hand) if face not in scoring]


@dataclass(frozen=True, slots=True)
class Draft:
    """A state of the game; players count from 0 here, from 1 in actions.

    choices: for each player the place in the hand chosen for this placement, -1 for none,
    None if not chosen yet.
    """

    cards: Cards
    hands: tuple[tuple[Held, ...], ...]
    boards: tuple[tuple[Held, ...], ...]
    stack: tuple[Held, ...]
    memories: tuple[tuple[tuple[Face, ...], ...], ...]
    choices: tuple[int | None, ...]
    flipped: bool = False
    over: bool = False

    def face(self, held: Held) -> Face:
        """Return the face that is up."""
        return Face(held.is_scoring, self.cards.pairs[held.number][held.is_scoring])

    def faces(self, helds: Sequence[Held]) -> tuple[Face, ...]:
        """Return the faces that are up."""
        return tuple(self.face(held) for held in helds)

    def view(self, player: int) -> View:
        """Return what a player knows."""
        return View(
            player,
            self.faces(self.hands[player]),
            tuple(self.faces(board) for board in self.boards),
            len(self.stack),
            self.flipped,
            tuple(number for number, choice in enumerate(self.choices) if choice is None),
            self.choices[player],
            self.memories[player],
        )

    def observation(self, player: int) -> Any:
        """Return what a player knows, as plain JSON values."""
        view = self.view(player)

        def names(faces: Sequence[Face]) -> list[str]:
            return [face_name(face, self.cards) for face in faces]

        return {
            "player": player,
            "hand": names(view.hand),
            "boards": [names(board) for board in view.boards],
            "stack": view.stack,
            "flipped": view.flipped,
            "waiting": list(view.waiting),
            "choice": view.choice,
            "memory": [names(hand) for hand in view.memory],
        }

    def placeable(self, player: int) -> list[int]:
        """Return the places of a player's cards that may be placed."""
        return placeable(self.faces(self.hands[player]), self.faces(self.boards[player]))

    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.over

    def scores(self) -> list[int]:
        """Return each player's points as the boards lie."""
        return [self.score(player) for player in range(len(self.boards))]

    def score(self, player: int) -> int:
        """Return a player's points as the board lies."""
        faces = self.faces(self.boards[player])
        counts = self.cards.counts(face.place for face in faces if not face.is_scoring)
        return self.cards.total(counts, [face.place for face in faces if face.is_scoring])

    def legal_actions(self) -> list[str]:
        """Return the actions of every player who has not chosen yet."""
        if self.over:
            return []
        return [
            self.action(player, place)
            for player, choice in enumerate(self.choices)
            if choice is None
            for place in self.placeable(player) or [-1]
        ]

    def action(self, player: int, place: int) -> str:
        """Return the action that places a player's card, -1 for none."""
        if place < 0:
            return f"p{player + 1}:-"
        face = self.face(self.hands[player][place])
        return f"p{player + 1}:{face_name(face, self.cards)}.{place + 1}"

    def apply(self, action: str) -> Draft:
        """Return the state after an action; raise InvalidInput, naming the rule, if it is not legal."""
        if self.over:
            raise InvalidInput("the game is over", action)
        player, place = self.read(action)
        if self.choices[player] is not None:
            raise InvalidInput(f"player {player + 1} has chosen already", action)
        legal = self.placeable(player)
        if place < 0 and legal:
            raise InvalidInput(f"player {player + 1} can place a card and must", action)
        if place >= 0 and place not in legal:
            raise InvalidInput(
                f"player {player + 1} has placed that scoring card before",
                action,
                "the same scoring card once a board",
            )
        chosen = (*self.choices[:player], place, *self.choices[player + 1 :])
        decided = [choice for choice in chosen if choice is not None]
        if len(decided) < len(chosen):
            return replace(self, choices=chosen)
        return self.placed(decided)

    def read(self, action: str) -> tuple[int, int]:
        """Return an action's player and place in the hand, -1 for none."""
        found = _ACTION.fullmatch(action.strip().lower())
        if found is None:
            raise InvalidInput(
                f"unreadable action {quote(action)}", "", "such as p1:beef.3 or p1:-"
            )
        player = int(found["player"]) - 1
        if not 0 <= player < len(self.hands):
            raise InvalidInput(f"no player {player + 1}", action, f"p1 to p{len(self.hands)}")
        if found["pass"]:
            return player, -1
        place = int(found["place"]) - 1
        hand = self.hands[player]
        if not 0 <= place < len(hand):
            raise InvalidInput(f"no card {place + 1} in the hand", action, f"1 to {len(hand)}")
        name = face_name(self.face(hand[place]), self.cards)
        if name != found["face"]:
            raise InvalidInput(f"card {place + 1} of the hand shows {name}", action)
        return player, place

    def placed(self, choices: Sequence[int]) -> Draft:
        """Return the state after everybody's choice of one placement, places in the hands (-1: none).

        The sixth scoring card on a board ends the game when all have placed (rulebook, End of
        the Game); so does a stack that has not two cards for everybody when they are to be drawn.
        """
        hands, boards = [], []
        for hand, board, choice in zip(self.hands, self.boards, choices, strict=True):
            hands.append(hand if choice < 0 else hand[:choice] + hand[choice + 1 :])
            boards.append(board if choice < 0 else (*board, hand[choice]))
        full = any(sum(held.is_scoring for held in board) >= MOST_SCORING for board in boards)
        after = replace(self, boards=tuple(boards), choices=(None,) * len(hands))
        if full:
            return replace(after, hands=tuple(hands), over=True)
        if not self.flipped:
            turned = [tuple(held.flipped() for held in hand) for hand in hands]
            return replace(after, flipped=True)._with_hands(turned)
        passed = [hands[player - 1] for player in range(len(hands))]
        return after._drawn(passed)

    def _drawn(self, hands: list[tuple[Held, ...]]) -> Draft:
        """Return the next turn's state: everybody draws two, the Flipper (player 1) first."""
        needed = DRAWN * len(hands)
        if len(self.stack) < needed:
            return replace(self, hands=tuple(hands), over=True)
        full = [
            hand + self.stack[DRAWN * player : DRAWN * (player + 1)]
            for player, hand in enumerate(hands)
        ]
        return replace(self, stack=self.stack[needed:], flipped=False)._with_hands(full)

    def _with_hands(self, hands: Sequence[tuple[Held, ...]]) -> Draft:
        memories = tuple(
            (*memory, self.faces(hand)) for memory, hand in zip(self.memories, hands, strict=True)
        )
        return replace(self, hands=tuple(hands), memories=memories)


def new_game(cards: Cards, players: int, seed: int, share: float | None = None) -> Draft:
    """Return a game as it is set up; player 1 is the Flipper.

    share: with 2 or 3 players, the share of the stack that is left out; drawn if None.

    Raises InvalidInput for a number of players or a share that cannot be played.
    """
    fewest, most = PLAYERS
    if not fewest <= players <= most:
        raise InvalidInput(plural(players, "player"), "players", f"{fewest} to {most}")
    rng = random.Random(seed)
    numbers = list(range(len(cards.pairs)))
    rng.shuffle(numbers)
    stack = tuple(Held(number, rng.random() < 0.5) for number in numbers)
    stack = stack[: len(stack) - left_out(len(stack), players, share_of(rng, players, share))]
    if len(stack) < HAND * players:
        raise InvalidInput(
            f"a stack of {plural(len(stack), 'card')} for {players} players",
            "players, share",
            f"at least {HAND * players} cards",
        )
    hands = [stack[HAND * player : HAND * (player + 1)] for player in range(players)]
    empty: tuple[Any, ...] = ((),) * players
    start = Draft(cards, empty, empty, stack[HAND * players :], empty, (None,) * players)
    return start._with_hands(hands)


def share_of(rng: random.Random, players: int, share: float | None) -> float:
    """Return the share of the stack that is left out: given, or drawn with 2 or 3 players."""
    drawn = round(rng.uniform(*SHARES), 3)
    if players > HALF_STACK_PLAYERS:
        if share:
            raise InvalidInput(
                f"a share of {share} left out with {players} players", "share", "2 or 3 players"
            )
        return 0.0
    if share is None:
        return drawn
    if not 0 <= share < 1:
        raise InvalidInput(f"a share of {share}", "share", "0 or more and less than 1")
    return share


def left_out(stack: int, players: int, share: float) -> int:
    """Return how many cards of the stack are left out.

    >>> left_out(60, 2, 0.5), left_out(60, 4, 0.0)
    (30, 0)
    """
    return round(stack * share) if players <= HALF_STACK_PLAYERS else 0
