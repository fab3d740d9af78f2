"""The hand in view: what each card to place leads to, before the flip or after it.

Where the rest is determined (the last placement, or the last turn with every
back known) the answer is exact. Otherwise the game is completed many times
from seeds: what is not known (backs, the others' hands, the stack) is dealt at
random as the cards allow, and everybody plays on as ``farsighted`` does. Each
card is tried in the same completions. That is an estimate, and says so.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver.draft.game import DRAWN, HALF_STACK_PLAYERS, HAND, Draft, Held, placeable
from solver.draft.notation import Face, Seen, card_options, physical
from solver.draft.rules import MOST_SCORING, Cards
from solver.draft.strengths import Player, Strength, player_of
from solver.errors import InvalidInput, LimitReached
from solver.intervals import mean_interval
from solver.watch import Watch

#: Tries to deal the unknown cards so that no card lies in two places.
MOST_TRIES = 100_000


@dataclass(frozen=True, slots=True)
class Situation:
    """One player's placement: the own board and hand in view, and what is known of the rest.

    others: the other boards, in the order of the hands passed on (the left neighbour first);
    None for boards that are not known. turns: turns after this one, unless the game ends early.
    """

    cards: Cards
    board: tuple[Seen, ...]
    hand: tuple[Seen, ...]
    others: tuple[tuple[Seen, ...] | None, ...]
    turns: int

    @property
    def flipped(self) -> bool:
        """Whether this is the placement after the flip."""
        return len(self.hand) < HAND

    @property
    def choices(self) -> list[int]:
        """The places of the hand's cards that may be placed."""
        return placeable([one.face for one in self.hand], [one.face for one in self.board])

    @property
    def determined(self) -> bool:
        """Whether nothing unknown matters: the last placement, or the last turn with all backs known."""
        known = all(one.back is not None for one in self.hand)
        return self.turns == 0 and (self.flipped or known)


def check(situation: Situation) -> None:
    """Raise InvalidInput for a hand, boards or turns that the rules and the deck do not allow."""
    if len(situation.hand) not in (HAND - 1, HAND):
        raise InvalidInput(
            f"a hand of {len(situation.hand)}",
            "hand",
            f"{HAND} before the flip, {HAND - 1} after it, separated by commas",
        )
    if sum(one.face.is_scoring for one in situation.board) >= MOST_SCORING:
        raise InvalidInput(f"{MOST_SCORING} scoring cards", "board", "a game that is not over")
    if not situation.choices:
        raise InvalidInput("no card of the hand may be placed", "hand", "a card that may be placed")
    known = [one for board in situation.others for one in board or ()]
    physical((*situation.board, *situation.hand, *known), situation.cards, "board, hand and others")
    players = len(situation.others) + 1
    unknown = sum(board is None for board in situation.others)
    needed = (
        len(situation.board)
        + len(known)
        + unknown * len(situation.board)
        + players * len(situation.hand)
        + DRAWN * players * situation.turns
    )
    if needed > len(situation.cards.pairs):
        raise InvalidInput(
            f"{needed} cards for {players} players and {situation.turns} more turns",
            "turns, players",
            f"at most {len(situation.cards.pairs)}, the whole deck",
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What placing a card leads to: points at the end, exact or a mean with its 95% interval.

    then: after the card, the best one to place after the flip, where that is determined.
    """

    place: int
    points: float
    low: float
    high: float
    then: Seen | None = None


def exact_outcomes(situation: Situation) -> list[Outcome]:
    """Return what each card leads to where the rest is determined."""
    outcomes = []
    for place in situation.choices:
        board = (*situation.board, situation.hand[place])
        points, then = _points(board, situation.cards), None
        full = sum(one.face.is_scoring for one in board) >= MOST_SCORING
        if not situation.flipped and not full:
            points, then = _best_second(board, _turned(situation.hand, place), situation.cards)
        outcomes.append(Outcome(place, points, points, points, then))
    return outcomes


def _turned(hand: Sequence[Seen], without: int) -> list[Seen]:
    """Return the rest of a hand turned over; all backs are known."""
    return [
        Seen(one.back, one.face)
        for place, one in enumerate(hand)
        if place != without and one.back is not None
    ]


def _best_second(
    board: tuple[Seen, ...], hand: Sequence[Seen], cards: Cards
) -> tuple[int, Seen | None]:
    options = placeable([one.face for one in hand], [one.face for one in board])
    results = [(_points((*board, hand[place]), cards), hand[place]) for place in options]
    return max(results, key=lambda one: one[0]) if results else (_points(board, cards), None)


def _points(board: Sequence[Seen], cards: Cards) -> int:
    counts = cards.counts(one.face.place for one in board if not one.face.is_scoring)
    return cards.total(counts, [one.face.place for one in board if one.face.is_scoring])


@dataclass(frozen=True, slots=True)
class Estimate:
    """What completions say.

    outcomes: for each card, best first; lead: the 95% interval of how much the best is ahead
    of the second, over the same completions; None with one card only. Both are empty where
    the limit passed before two completions were done.
    """

    outcomes: list[Outcome]
    lead: tuple[float, float] | None
    completions: int


def estimated_outcomes(situation: Situation, completions: int, seed: int, watch: Watch) -> Estimate:
    """Return what each card leads to, over seeded completions of the game.

    Raises LimitReached if no way to deal the unknown cards is found.
    """
    policy = player_of(Strength.FARSIGHTED, situation.cards, seed)
    samples: dict[int, list[int]] = {place: [] for place in situation.choices}
    for number in range(completions):
        if watch.expired():
            break
        watch.tell(f"completion {number + 1} of {completions}", number / completions)
        start = deal(situation, random.Random(f"{seed} {number}"))
        for place, points in samples.items():
            points.append(_played_on(start, place, policy))
    done = len(samples[situation.choices[0]])
    if done < 2:
        return Estimate([], None, done)
    outcomes = [
        Outcome(place, statistics.fmean(points), *mean_interval(points))
        for place, points in samples.items()
    ]
    outcomes.sort(key=lambda one: (-one.points, one.place))
    if len(outcomes) == 1:
        return Estimate(outcomes, None, done)
    first, second = samples[outcomes[0].place], samples[outcomes[1].place]
    lead = mean_interval([a - b for a, b in zip(first, second, strict=True)])
    return Estimate(outcomes, lead, done)


def _played_on(state: Draft, place: int, policy: Player) -> int:
    """Return the points of player 1 after placing a card and playing on to the end."""
    others = [policy(state.view(player)) for player in range(1, len(state.hands))]
    state = state.placed([place, *others])
    while not state.over:
        state = state.placed([policy(state.view(player)) for player in range(len(state.hands))])
    return state.score(0)


def deal(situation: Situation, rng: random.Random) -> Draft:
    """Return a game that looks to player 1 like the situation; what is not known is random.

    Every way in which the deck's cards can lie behind what is seen is as likely as any other.
    Boards that are not known get random cards, as many as the own one.
    """
    cards = situation.cards
    seen = [*situation.board, *situation.hand]
    for board in situation.others:
        seen += board or ()
    numbers = iter(_random_cards(seen, cards, rng))
    own, hand = _as_held(situation.board, numbers), _as_held(situation.hand, numbers)
    known = [None if board is None else _as_held(board, numbers) for board in situation.others]
    taken = {held.number for part in (own, hand, *known) for held in part or ()}
    free = [number for number in range(len(cards.pairs)) if number not in taken]
    rng.shuffle(free)
    boards = [
        _random_board(len(own), free, cards, rng) if board is None else board for board in known
    ]
    players = len(boards) + 1

    def drawn(count: int) -> tuple[Held, ...]:
        return tuple(Held(free.pop(), rng.random() < 0.5) for _ in range(count))

    hands = [hand, *(drawn(len(hand)) for _ in boards)]
    stack = drawn(DRAWN * players * situation.turns)
    nothing: tuple[tuple[Face, ...], ...] = ()
    return Draft(
        cards,
        tuple(hands),
        (own, *boards),
        stack,
        (nothing,) * players,
        (None,) * players,
        flipped=situation.flipped,
    )


def _as_held(seen: Sequence[Seen], numbers: Iterator[int]) -> tuple[Held, ...]:
    return tuple(Held(next(numbers), one.face.is_scoring) for one in seen)


def _random_cards(seen: Sequence[Seen], cards: Cards, rng: random.Random) -> list[int]:
    """Return a card for each that is seen, none twice, all ways being equally likely (by rejection).

    Cards that are seen alike take different cards by being dealt from one shuffle.

    Raises LimitReached if no way is found in many tries.
    """
    groups: dict[tuple[int, ...], list[int]] = {}
    for index, one in enumerate(seen):
        groups.setdefault(tuple(card_options(one, cards)), []).append(index)
    found = [0] * len(seen)
    for _ in range(MOST_TRIES):
        taken: set[int] = set()
        for options, members in groups.items():
            drawn = rng.sample(options, len(members))
            if not taken.isdisjoint(drawn):
                break
            taken.update(drawn)
            for index, number in zip(members, drawn, strict=True):
                found[index] = number
        else:
            return found
    raise LimitReached("no way to deal the unknown cards was found; name the backs of some")


def _random_board(size: int, free: list[int], cards: Cards, rng: random.Random) -> tuple[Held, ...]:
    """Take random cards off ``free`` for a board that does not end the game."""
    board: list[Held] = []
    faces: set[int] = set()
    while len(board) < size:
        number = free.pop()
        scoring = cards.pairs[number][1]
        is_scoring = rng.random() < 0.5 and scoring not in faces and len(faces) < MOST_SCORING - 1
        if is_scoring:
            faces.add(scoring)
        board.append(Held(number, is_scoring))
    return tuple(board)


def usual_turns(cards: Cards, players: int, placed: int) -> int:
    """Return how many turns usually follow the one in which so many cards lie on the board.

    The stack is the whole deck, or half of it with 2 or 3 players, and no board fills up early.
    """
    stack = len(cards.pairs) // (2 if players <= HALF_STACK_PLAYERS else 1)
    return max(0, (stack - HAND * players) // (DRAWN * players) - placed // 2)
