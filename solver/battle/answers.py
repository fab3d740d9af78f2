"""From a request to its answer: cards, chances and rankings.

One function a question, one documented class an answer. What is computed is in
``odds``, ``turns`` and ``race``; the answers about whole games are in ``matches``.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from solver.answer import Answer, Status, Work
from solver.battle import race, requests
from solver.battle.deck import deck_from
from solver.battle.notation import parse_situation, write_situation
from solver.battle.odds import win_now as chances_now
from solver.battle.turns import Distribution, Plan, lacking, plans
from solver.decks import Provenance
from solver.intervals import share_interval
from solver.watch import Watch


class DeckAnswer(Answer, kw_only=True):
    """``battle.deck``: value is the number of cards, burgers too.

    burgers: the letters each needs. ingredients: name and copies of each letter. battle: title
    and copies of each battle card. totals: cards of each sort.
    """

    question: str = "battle.deck"
    status: Status = Status.OPTIMAL
    value: int
    name: str
    provenance: Provenance
    burgers: dict[str, str]
    ingredients: dict[str, dict[str, Any]]
    battle: dict[str, dict[str, Any]]
    totals: dict[str, int]


def deck(request: requests.Cards, watch: Watch) -> DeckAnswer:
    """Return the cards of a deck."""
    cards = deck_from(request.deck)
    totals = {
        "burgers": len(cards.burgers),
        "ingredients": sum(found.copies for found in cards.ingredients),
        "battle": sum(cards.battle.values()),
    }
    return DeckAnswer(
        value=sum(totals.values()),
        name=cards.name,
        provenance=cards.provenance,
        burgers={name: "".join(needs) for name, needs in cards.needs.items()},
        ingredients={
            found.letter: {"name": found.name, "copies": found.copies}
            for found in cards.ingredients
        },
        battle={
            str(card): {"name": cards.title(card), "copies": copies}
            for card, copies in cards.battle.items()
        },
        totals=totals,
        work=Work(0, watch.seconds()),
    )


class Chance(Answer, kw_only=True):
    """The base of answers whose value is a chance as a fraction, ``decimal`` the same as a number."""

    value: str
    decimal: float


class WinNowAnswer(Chance, kw_only=True):
    """``battle.win-now``: value is the chance to finish the burger in this turn, best play.

    state: canonical. needs: what is needed, added needs too. plays: needed ingredients in hand,
    all to be played. first: where to draw first, ``deck`` or ``grave``; null if that is done.
    by: the chance by each first draw that is possible. unseen: cards that may be drawn.
    """

    question: str = "battle.win-now"
    status: Status = Status.OPTIMAL
    state: str
    needs: str
    plays: str
    first: str | None
    by: dict[str, dict[str, Any]]
    unseen: int


def win_now(request: requests.WinNow, watch: Watch) -> WinNowAnswer:
    """Return the exact chance to win in this turn."""
    cards = deck_from(request.deck)
    situation = parse_situation(request.state, cards)
    chances = chances_now(situation, cards, watch)
    by = {
        name: shown(chance)
        for name, chance in (("deck", chances.deck), ("grave", chances.top))
        if chance is not None
    }
    first = None
    if not situation.drawn:
        first = "grave" if chances.top is not None and chances.top == chances.best else "deck"
    needed = Counter(situation.me.open())
    plays = needed & Counter(situation.me.hand)
    return WinNowAnswer(
        value=str(chances.best),
        decimal=float(chances.best),
        state=write_situation(situation, cards),
        needs="".join(cards.sorted([*needed.elements()])),
        plays="".join(cards.sorted([*plays.elements()])),
        first=first,
        by=by,
        unseen=situation.unseen(cards).total(),
        work=Work(chances.nodes, watch.seconds()),
    )


def shown(chance: Fraction) -> dict[str, Any]:
    """Return a chance as JSON values."""
    return {"value": str(chance), "decimal": float(chance)}


class TurnsAnswer(Answer, kw_only=True):
    """``battle.turns``: value is the mean turn as a fraction, the present turn being turn 1.

    value, decimal: null where the burger may be done later than ``most`` turns, or never.
    state: canonical. needs: what is needed. missing: where the burger cannot be done, how many of
    what is lacking. first: where to draw first, ``deck`` or ``grave``; null if that is done. by:
    the mean by each first draw worth a thought. median, nine_in_ten: the first turn by which it is
    done with a chance of 1/2, 9/10. distribution: the chance of each turn, and that it is done by
    then. later: the chance of a later turn, or of none. Where the limit was reached, bound is the
    least that the mean can be.
    """

    question: str = "battle.turns"
    value: str | None
    decimal: float | None
    state: str
    needs: str
    missing: dict[str, int]
    first: str | None
    by: dict[str, dict[str, Any] | None]
    median: int | None
    nine_in_ten: int | None
    distribution: list[dict[str, Any]]
    later: dict[str, Any]


def turns(request: requests.Turns, watch: Watch) -> TurnsAnswer:
    """Return when the burger is done if nobody interferes."""
    cards = deck_from(request.deck)
    situation = parse_situation(request.state, cards)
    missing = lacking(situation, cards)
    if missing:
        possible = [Plan(None, Distribution((), Fraction(1), 0, complete=True))]
    else:
        possible = plans(situation, cards, request.most, watch)
    found = possible[0].outlook
    mean = found.mean()
    rows, by_now = [], Fraction(0)
    for turn, chance in enumerate(found.chances, start=1):
        by_now += chance
        rows.append({"turn": turn, **shown(chance), "by": float(by_now)})
    return TurnsAnswer(
        status=_claim(found, missing),
        value=None if mean is None else str(mean),
        bound=None if found.complete else str(min(plan.outlook.at_least() for plan in possible)),
        decimal=None if mean is None else float(mean),
        state=write_situation(situation, cards),
        needs="".join(cards.sorted(situation.me.open())),
        missing=dict(missing),
        first=possible[0].first,
        by={plan.first: _mean(plan.outlook) for plan in possible if plan.first},
        median=found.quantile(Fraction(1, 2)),
        nine_in_ten=found.quantile(Fraction(9, 10)),
        distribution=rows,
        later=shown(found.later),
        work=Work(sum(plan.outlook.nodes for plan in possible), watch.seconds()),
    )


def _mean(found: Distribution) -> dict[str, Any] | None:
    mean = found.mean()
    return None if mean is None else shown(mean)


def _claim(found: Distribution, missing: Counter[str]) -> Status:
    if missing:
        return Status.INFEASIBLE
    return Status.OPTIMAL if found.complete else Status.FEASIBLE


class BestAnswer(Answer, kw_only=True):
    """``battle.best``: value is the best end of the turn, as a move; or the play that begins a sure win.

    status: ``optimal`` where the best end wins at once; else ``estimate``, by the method named.
    method: ``race`` (an approximation, computed) or ``rollouts`` (sampled). chance: to win, by
    that method; interval: its 95% interval, null for the race. terms: what the method takes for
    granted. ends: every legal end, the best first. choices: of each battle card that chooses an
    ingredient from several, the choice of highest chance, proved by CP-SAT.
    """

    question: str = "battle.best"
    value: str
    method: str
    chance: float
    interval: tuple[float, float] | None
    terms: str
    state: str
    playable: str
    ends: list[dict[str, Any]]
    choices: dict[str, str]


#: What each method takes for granted.
TERMS = {
    "race": "from now on nobody interferes; every player as if alone with all unseen cards",
    "rollouts": "games by the rules, unknown cards at random, everybody plays greedy",
}


def best(request: requests.Best, watch: Watch) -> BestAnswer:
    """Return every legal end of the turn, ranked."""
    cards = deck_from(request.deck)
    situation = parse_situation(request.state, cards, ending=True)
    if request.rollouts is None:
        method, found = "race", race.race(situation, cards, watch)
    else:
        method = "rollouts"
        found = race.rollouts(situation, cards, request.rollouts, request.seed, watch)
    if found[0].after.winner() != 0:
        found = race.sure_win(situation) + found
    first = found[0]
    wins_now = first.after.winner() == 0
    me = situation.me
    return BestAnswer(
        status=Status.OPTIMAL if wins_now else Status.ESTIMATE,
        value=first.text,
        method=method,
        chance=first.chance,
        interval=share_interval(first.wins, first.games) if first.games else None,
        terms=TERMS[method],
        state=write_situation(situation, cards),
        playable="".join(cards.sorted([*(Counter(me.open()) & Counter(me.hand)).elements()])),
        ends=[_end(end) for end in found],
        choices=race.choices(situation, cards, found),
        work=Work(len(found) * max(1, first.games), watch.seconds()),
    )


def _end(end: race.End) -> dict[str, Any]:
    """Return an end as JSON values."""
    sampled = {}
    if end.games:
        sampled = {
            "wins": end.wins,
            "games": end.games,
            "interval": share_interval(end.wins, end.games),
        }
    return {"move": end.text, "chance": end.chance, "why": "; ".join(end.why), **sampled}
