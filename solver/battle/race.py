"""Whom to hit: every legal end of this turn, by the chance to win that it leaves.

What an end does at once is exact: the cards that move, the needs that remain, a
burger that is complete. The chance to win after it is one of two:

* **the race**, an approximation: from now on nobody interferes. Every player plays
  on as in ``turns``, each as if alone with all unseen cards, and the players' luck is
  taken as independent; the others' unknown cards are of no use to them; only the
  next player may find the Graveyard's top useful, and then takes it; after I Got Nothin' and The Old
  Switcheroo five unknown cards are in hand. The first who is done wins. Within
  these terms the chance is computed, not sampled.
* **rollouts**, an estimate: games by the rules from each end on, the unknown cards
  dealt at random, everybody playing ``greedy``; with their 95% interval.

The race does not see what only matters against interference: a Force Field or a
battle card in hand. Between ends of equal chance, a Force Field is played first,
then an ingredient is discarded, then another battle card is used, and only then one
is thrown away.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from solver.battle.deck import Battle, Deck
from solver.battle.game import MOST_TURNS, BattleGame, Phase
from solver.battle.notation import write_move
from solver.battle.policies import choose_greedy
from solver.battle.questions import CHOOSING, choose
from solver.battle.rules import (
    HAND,
    Board,
    Move,
    Table,
    Verb,
    discard,
    ends,
    is_ingredient,
    play,
    plays,
    use,
    with_card,
)
from solver.battle.situation import Situation
from solver.battle.turns import met_within
from solver.errors import InvalidInput, LimitReached
from solver.watch import Watch

#: Digits to which two chances of the race are told apart: what floats leave exact.
DIGITS = 12


@dataclass(slots=True)
class End:
    """A legal end of the turn.

    after: the table after it, unknown cards left out. chance: to win. why: in a few words.
    wins, games: rollouts won, and played.
    """

    move: Move
    after: Table
    chance: float = 0.0
    why: list[str] = field(default_factory=list)
    wins: int = 0
    games: int = 0

    @property
    def text(self) -> str:
        """The move as text."""
        return write_move(self.move)


def all_ends(situation: Situation) -> list[End]:
    """Return every legal end of the turn.

    Raises InvalidInput for a situation without other players.
    """
    if len(situation.table.boards) < 2:
        raise InvalidInput("no other player", "state", "vs burger:NAME have:… for each")
    table = situation.table
    found = []
    for move in ends(table, 0):
        after = use(table, 0, move) if move.verb is Verb.USE else discard(table, 0, move.card)
        found.append(End(move, after))
    return found


def sure_win(situation: Situation) -> list[End]:
    """Return the first move of a line that wins in this turn whatever is drawn; none if there is no such.

    The line plays needed ingredients from the hand and may end with a battle card; of several the
    shortest is taken. An ``End`` by its name only: the turn goes on after a play that does not win.
    """
    lines: list[tuple[tuple[Move, ...], Table]] = [((), situation.table)]
    for line, table in lines:
        for move in ends(table, 0) if line else []:
            after = use(table, 0, move) if move.verb is Verb.USE else table
            if after.winner() == 0:
                return [_winning((*line, move), after)]
        for move in plays(table.boards[0]):
            after = play(table, 0, move)
            if after.boards[0].is_done():
                return [_winning((*line, move), after)]
            lines.append(((*line, move), after))
    return []


def _winning(line: tuple[Move, ...], after: Table) -> End:
    following = [f"then {write_move(move)}" for move in line[1:]]
    return End(line[0], after, 1.0, [*following, "you win at once"])


def race(situation: Situation, deck: Deck, watch: Watch) -> list[End]:
    """Return every legal end, the best first, by the interference-free race."""
    found = all_ends(situation)
    unseen = situation.unseen(deck)
    for number, end in enumerate(found, start=1):
        end.chance = race_chance(end, unseen)
        end.why = reasons(situation.table, end)
        watch.tell(f"{number} of {len(found)} ends", number / len(found))
        if watch.expired() and number < len(found):
            raise LimitReached(f"the limit was reached after {number} of {len(found)} ends")
    return sorted(found, key=_rank)


def _rank(end: End) -> tuple[float, int, str]:
    move = end.move
    if move.verb is Verb.USE:
        order = 0 if move.card == Battle.FIELD else 2
    else:
        order = 1 if is_ingredient(move.card) else 3
    return -round(end.chance, DIGITS), order, end.text


def race_chance(end: End, unseen: Counter[str]) -> float:
    """Return the chance that the first player wins the race after this end."""
    winner = end.after.winner()
    if winner is not None:
        return float(winner == 0)
    most = unseen.total()
    done = []
    for player, board in enumerate(end.after.boards):
        blind = end.move.verb is Verb.USE and end.move.card in (Battle.NOTHING, Battle.SWAP)
        unknown = HAND if player == 0 and blind else 0
        top = end.after.grave[-1:] if player == 1 else ()
        done.append(finishing(board, unseen, unknown, top, most))
    chance = 0.0
    before = 0.0
    for turn in range(most):
        step = done[0][turn] - before
        before = done[0][turn]
        for theirs in done[1:]:
            step *= 1 - theirs[turn]
        chance += step
    return chance


def finishing(
    board: Board, unseen: Counter[str], unknown: int, top: Sequence[str], most: int
) -> list[float]:
    """Return the chance that a burger is done within 1, 2, … of its next turns, if left alone.

    unknown: cards in hand that nobody knows, to be drawn from the unseen ones. top: what may be
    taken from the Graveyard in the next turn. See ``turns`` for why this is a count of sets.
    """
    needed = Counter(board.open())
    played = needed & Counter(board.hand)
    rest = needed - played
    for card in top:
        if card in rest:
            rest -= Counter([card])
    kinds = sorted(rest)
    needs = tuple(rest[kind] for kind in kinds)
    pool = tuple(unseen[kind] for kind in kinds)
    size = unseen.total()
    first = sum(needs) + played.total() + unknown
    return [float(met_within(needs, pool, size, min(size, first + turn))) for turn in range(most)]


def reasons(before: Table, end: End) -> list[str]:
    """Return what an end does at once, in a few words."""
    found = []
    for player, (was, now) in enumerate(zip(before.boards, end.after.boards, strict=True)):
        name = "you" if player == 0 else f"player {player + 1}"
        if now.is_done():
            found.append(f"{name} win at once" if player == 0 else f"{name} wins at once")
        elif len(was.open()) != len(now.open()):
            found.append(f"{name} needed {len(was.open())}, now {len(now.open())}")
        if was.is_protected() != now.is_protected():
            found.append(
                f"{name} {'is' if player else 'are'} "
                + ("protected" if now.is_protected() else "no longer protected")
            )
    if end.move.card == Battle.NOTHING and end.move.verb is Verb.USE:
        found.append("five new cards")
    if end.move.card == Battle.SWAP and end.move.verb is Verb.USE:
        found.append(f"hands swapped with player {(end.move.target or 0) + 1}")
    if end.move.verb is Verb.DISCARD and end.move.card in before.boards[0].open():
        found.append("you need this card")
    top = end.after.grave[-1:]
    if top and top[0] in end.after.boards[1].open():
        found.append(f"leaves {top[0]} to player 2, who needs it")
    return found or ["changes nobody's needs"]


def rollouts(situation: Situation, deck: Deck, games: int, seed: int, watch: Watch) -> list[End]:
    """Return every legal end, the best first, by games played from it on.

    The same unknown cards are dealt to every end, so that they are compared on equal terms.
    Games of more than ``MOST_TURNS`` turns count as not won.
    At least two games of each are played, however short the limit.
    """
    found = all_ends(situation)
    for end in found:
        end.why = reasons(situation.table, end)
    played = 0
    while played < games and not (watch.expired() and played >= 2):
        dealt = deal_unknown(situation, deck, seed, played)
        for end in found:
            end.wins += _wins(dealt, end.move, seed, played)
        played += 1
        watch.tell(f"{played:,} of {games:,} games of each end", played / games)
    for end in found:
        end.chance = end.wins / played
        end.games = played
    return sorted(found, key=_rank)


def deal_unknown(situation: Situation, deck: Deck, seed: int, number: int) -> BattleGame:
    """Return the situation as a game, with the unknown cards dealt at random."""
    unknown = list(situation.unseen(deck).elements())
    random.Random(f"burger battle rollout {seed} {number}").shuffle(unknown)
    boards = [situation.me]
    for board in situation.table.boards[1:]:
        missing = HAND - len(board.hand)
        cards, unknown = unknown[:missing], unknown[missing:]
        boards.append(replace(board, hand=with_card(board.hand, *cards)))
    pile = tuple(unknown[: situation.left(deck)])
    table = replace(situation.table, boards=tuple(boards))
    return BattleGame(deck, table, pile, seed + number, phase=Phase.ACT)


def _wins(game: BattleGame, first: Move, seed: int, number: int) -> bool:
    chance = random.Random(f"burger battle rollout moves {seed} {number}")
    game = game.make(first)
    while not game.is_over() and game.turn < MOST_TURNS:
        game = game.make(choose_greedy(game, game.legal_moves(), chance))
    return game.winner == 0


def choices(situation: Situation, deck: Deck, found: list[End]) -> dict[str, str]:
    """Return the best choice of each card in hand that can choose among several, proved."""
    best = {}
    for card in CHOOSING:
        worth = {
            (end.move.target, end.move.what): end.chance
            for end in found
            if end.move.verb is Verb.USE and end.move.card == card
        }
        if len(worth) > 1:
            move = choose(situation.table, card, worth, deck.names, Watch())
            assert move is not None
            best[card] = write_move(move)
    return best
