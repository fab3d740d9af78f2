"""The whole game of Burger Master as states and actions: orders, declarations, cooking, fries.

Keeps the protocol of ``solver.game.Game``. Time is not measured here: the
hourglass is a number of seconds that the caller gives, and an action says how
far it had run (see ``actions``). Players count from 0 here, from 1 in actions
and errors. How simulated players decide is left to ``players``.

A round (rulebook, Playing the Game): a card is turned up; the first
declaration turns the hourglass; the others may go lower, once each, until it
has run out; the lowest declarer cooks while it runs again. Whoever keeps the
declaration gets a Fries, else all others get one each.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from solver.errors import InvalidInput, plural, quote
from solver.master.actions import Action, Cook, Declare, Signal, format_seconds, parse_action
from solver.master.menu import menu_played
from solver.master.rules import (
    BOX,
    Plates,
    Step,
    Variant,
    apply,
    check_setup,
    complete,
    deal,
    legal_steps,
)

#: Fries that end the game (rulebook, End of the Game).
FRIES_TO_WIN = 5

#: At least somebody to go lower; at most as many as the bag's 30 Fries always suffice for: before
#: the last round nobody has more than 4, and that round gives each but the challenger one.
FEWEST_PLAYERS, MOST_PLAYERS = 2, 6

#: Highest number that can be declared: every order can be completed in 2 steps an ingredient and
#: one more (``search.plan``), so a higher one claims nothing.
MOST_DECLARED = 2 * sum(BOX.values()) + 1

#: Seconds of the hourglass where the caller gives none; the rulebook does not say how long it runs.
HOURGLASS = 60.0


class Phase(StrEnum):
    """What is going on."""

    DECLARE = "declaring"
    COOK = "cooking"
    OVER = "over"


class Outcome(StrEnum):
    """How a round ended."""

    COMPLETE = "complete"
    """The order was completed within the declared steps."""
    STEPS = "out of steps"
    """The declared steps were taken, and the order was not complete."""
    TIME = "out of time"
    """The hourglass ran out before the order was complete."""
    NOBODY = "nobody declared"


@dataclass(frozen=True, slots=True)
class Setting:
    """What stays the same all game.

    cards: the burgers by card name. hourglass: milliseconds. listed: the cards of a real game in
    the order they were turned up, as far as known; the rest, and all where none are listed, are
    shuffled by the seed.
    """

    cards: dict[str, str] = field(repr=False)
    seed: int
    variant: Variant
    hourglass: int
    listed: tuple[str, ...] = ()

    def deck(self, number: int) -> tuple[str, ...]:
        """Return all cards, shuffled for the ``number``-th time (from 0), the top one first."""
        size = len(self.cards)
        top = self.listed[number * size : (number + 1) * size]
        rest = sorted(set(self.cards) - set(top))
        random.Random(f"{self.seed} cards {number}").shuffle(rest)
        return (*top, *rest)


@dataclass(frozen=True, slots=True)
class Round:
    """A round that is over.

    declared: every declaration, in order. challenger: None if nobody declared. plates: at its
    start. sudden_death: whether it was one of those rounds. fries: each player's, afterwards.
    """

    number: int
    card: str
    plates: Plates
    declared: tuple[Declare, ...]
    challenger: int | None
    steps: tuple[Step, ...]
    outcome: Outcome
    sudden_death: bool
    fries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MasterGame:
    """A state of the game.

    fries: of each player. deck: cards face down, the top one first; used: cards of earlier rounds;
    card: the order. playing: who takes part, all or the finalists left in sudden death.
    declared: this round's declarations; elapsed: how far the hourglass has run, in milliseconds.
    start: the plates when the round began; steps: taken by the challenger so far.
    shuffles: how often the deck has been shuffled anew. last: the round that ended last.
    """

    setting: Setting
    plates: Plates
    fries: tuple[int, ...]
    deck: tuple[str, ...]
    card: str
    playing: tuple[int, ...]
    start: Plates
    used: tuple[str, ...] = ()
    phase: Phase = Phase.DECLARE
    round: int = 1
    declared: tuple[Declare, ...] = ()
    elapsed: int = 0
    steps: tuple[Step, ...] = ()
    shuffles: int = 0
    winner: int | None = None
    last: Round | None = None

    @property
    def burger(self) -> str:
        """The burger that is ordered."""
        return self.setting.cards[self.card]

    @property
    def sudden_death(self) -> bool:
        """Whether several got their fifth Fries at once and play it out."""
        return max(self.fries) >= FRIES_TO_WIN and self.phase is not Phase.OVER

    @property
    def challenger(self) -> int | None:
        """Who declared the lowest number, which is always the last."""
        return self.declared[-1].player - 1 if self.declared else None

    def legal_actions(self) -> list[str]:
        """Return every legal action that takes no time; with ``@`` it may also happen later."""
        if self.phase is Phase.OVER:
            return []
        if self.phase is Phase.COOK:
            return [*map(str, legal_steps(self.plates)), Signal.TIME.value]
        most = self.declared[-1].steps - 1 if self.declared else MOST_DECLARED
        spoken = {one.player for one in self.declared}
        free = [player + 1 for player in self.playing if player + 1 not in spoken]
        signal = Signal.TIME if self.declared else Signal.PASS
        lower = [f"{player}:{steps}" for player in free for steps in range(most, -1, -1)]
        return [*lower, signal.value]

    def apply(self, action: str) -> MasterGame:
        """Return the state after an action.

        Raises InvalidInput, naming the rule, if it is not legal.
        """
        if self.phase is Phase.OVER:
            raise self._broken("the game is over already")
        parsed = parse_action(action)
        return self._declaring(parsed) if self.phase is Phase.DECLARE else self._cooking(parsed)

    def _broken(self, what: str, expected: str = "") -> InvalidInput:
        return InvalidInput(what, f"round {self.round}, {self.phase.value}", expected)

    def _declaring(self, action: Action) -> MasterGame:
        if isinstance(action, Cook):
            raise self._broken(
                "a step while the declarations are still open",
                "time, when the hourglass has run out" if self.declared else "a declaration first",
            )
        if isinstance(action, Declare):
            return self._declare(action)
        if action is Signal.PASS:
            if self.declared:
                raise self._broken("pass after a declaration", "time, when the hourglass runs out")
            return self._ended(Outcome.NOBODY)
        if not self.declared:
            raise self._broken(
                "the hourglass runs only after the first declaration", "a declaration, or pass"
            )
        return replace(self, phase=Phase.COOK, elapsed=0)._judged()

    def _declare(self, action: Declare) -> MasterGame:
        """Take a declaration (rulebook, Declare Your Steps)."""
        player = action.player
        if not 1 <= player <= len(self.fries):
            raise self._broken(f"there is no player {player}", f"1 to {len(self.fries)}")
        if player - 1 not in self.playing:
            finalists = ", ".join(str(one + 1) for one in self.playing)
            raise self._broken(
                f"player {player} has no part in the sudden death", f"one of {finalists}"
            )
        if any(one.player == player for one in self.declared):
            raise self._broken(f"player {player} has declared in this round", "once a round")
        if self.declared and action.steps >= self.declared[-1].steps:
            lowest = self.declared[-1].steps
            raise self._broken(f"{action.steps} is not lower than {lowest}", f"less than {lowest}")
        if action.steps > MOST_DECLARED:
            raise self._broken(f"{action.steps} steps declared", f"at most {MOST_DECLARED}")
        if not self.declared and action.at is not None:
            raise self._broken(
                "the hourglass does not run yet: the first declaration turns it", "no @"
            )
        elapsed = self._read(action.at)
        said = replace(action, at=elapsed)
        return replace(self, declared=(*self.declared, said), elapsed=elapsed)

    def _read(self, at: int | None) -> int:
        """Return how far the hourglass has run at an action."""
        if at is None:
            return self.elapsed
        if at >= self.setting.hourglass:
            raise self._broken(
                f"at {format_seconds(at)} s the hourglass has run out",
                f"less than {format_seconds(self.setting.hourglass)} s",
            )
        if at < self.elapsed:
            raise self._broken(
                f"{format_seconds(at)} s on the hourglass after {format_seconds(self.elapsed)} s",
                "actions in their order",
            )
        return at

    def _cooking(self, action: Action) -> MasterGame:
        """Take a step, or let the hourglass run out (rulebook, It Is Time to Cook!)."""
        if action is Signal.TIME:
            return self._ended(Outcome.TIME)
        if not isinstance(action, Cook):
            raise self._broken("the declarations are closed", "a step of the challenger, or time")
        elapsed = self._read(action.at)
        try:
            plates = apply(self.plates, action.step)
        except InvalidInput as error:
            raise self._broken(f"{error.what}: step {action.step}", error.expected) from None
        after = replace(self, plates=plates, elapsed=elapsed, steps=(*self.steps, action.step))
        return after._judged()

    def _judged(self) -> MasterGame:
        """End the round once the order is complete or the declared steps are used up."""
        if complete(self.plates, self.burger, self.setting.variant):
            return self._ended(Outcome.COMPLETE)
        if len(self.steps) >= self.declared[-1].steps:
            return self._ended(Outcome.STEPS)
        return self

    def _ended(self, outcome: Outcome) -> MasterGame:
        """End the round: fries, or in sudden death victory and elimination."""
        challenger, kept = self.challenger, outcome is Outcome.COMPLETE
        fries, playing, winner = self.fries, self.playing, None
        if challenger is None:
            pass
        elif self.sudden_death:
            playing = (challenger,) if kept else tuple(p for p in playing if p != challenger)
            winner = playing[0] if len(playing) == 1 else None
        else:
            fries = tuple(
                count + ((player == challenger) == kept) for player, count in enumerate(fries)
            )
            fifth = tuple(p for p, count in enumerate(fries) if count >= FRIES_TO_WIN)
            playing = fifth if len(fifth) > 1 else playing
            winner = fifth[0] if len(fifth) == 1 else None
        done = Round(
            self.round,
            self.card,
            self.start,
            self.declared,
            challenger,
            self.steps,
            outcome,
            self.sudden_death,
            fries,
        )
        after = replace(self, fries=fries, playing=playing, winner=winner, last=done)
        return after._next_round() if winner is None else replace(after, phase=Phase.OVER)

    def _next_round(self) -> MasterGame:
        """Turn up the next card; if there is none, shuffle the used ones (rulebook, Get Fries!)."""
        deck, used, shuffles = self.deck, (*self.used, self.card), self.shuffles
        if not deck:
            shuffles += 1
            deck, used = self.setting.deck(shuffles), ()
        return replace(
            self,
            deck=deck[1:],
            card=deck[0],
            used=used,
            shuffles=shuffles,
            phase=Phase.DECLARE,
            round=self.round + 1,
            start=self.plates,
            declared=(),
            steps=(),
            elapsed=0,
        )

    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.phase is Phase.OVER

    def scores(self) -> list[int]:
        """Return each player's Fries; after a sudden death only ``winner`` tells who won."""
        return list(self.fries)

    def observation(self, player: int) -> dict[str, Any]:
        """Return what a player can see: everything but the order of the cards to come."""
        return {
            "player": player,
            "phase": self.phase.value,
            "round": self.round,
            "plates": str(self.plates),
            "card": self.card,
            "burger": self.burger,
            "variant": self.setting.variant.value,
            "hourglass": self.setting.hourglass,
            "elapsed": self.elapsed,
            "declared": [[one.player - 1, one.steps] for one in self.declared],
            "steps": [str(step) for step in self.steps],
            "fries": self.scores(),
            "playing": list(self.playing),
            "sudden_death": self.sudden_death,
            "used": list(self.used),
            "deck": len(self.deck),
        }


def first_state(
    setting: Setting, menu: str, players: int, plates: Plates | None = None
) -> MasterGame:
    """Return the game as it begins: plates set up, cards shuffled, the first one turned up.

    plates: the set-up of a real game; else it is dealt, as ``burger master deal`` with that seed.

    Raises InvalidInput for what the rules do not allow: numbers of players, listed cards, set-up.
    """
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise InvalidInput(
            plural(players, "player"), "players", f"{FEWEST_PLAYERS} to {MOST_PLAYERS}"
        )
    menu_played(menu, setting.variant, menu)
    _check_listed(setting)
    onions = any("O" in burger for burger in setting.cards.values())
    if plates is None:
        plates = deal(random.Random(setting.seed), onions=onions)
    elif ("O" in str(plates)) != onions:
        what = "no onions on the plates" if onions else "onions on the plates"
        raise InvalidInput(what, "plates", "the ingredients of the menu that is played")
    check_setup(plates)
    deck = setting.deck(0)
    return MasterGame(
        setting=setting,
        plates=plates,
        fries=(0,) * players,
        deck=deck[1:],
        card=deck[0],
        playing=tuple(range(players)),
        start=plates,
    )


def _check_listed(setting: Setting) -> None:
    size = len(setting.cards)
    for number, card in enumerate(setting.listed):
        if card not in setting.cards:
            raise InvalidInput(f"no card {quote(card)}", "cards", "cards of the menu")
        if card in setting.listed[number // size * size : number]:
            raise InvalidInput(
                f"{card} turned up twice", "cards", "each card once before the deck is shuffled"
            )
