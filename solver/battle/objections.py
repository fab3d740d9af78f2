"""Why a move is not legal, by the rule that it breaks: what the referee says.

Which moves are legal is decided in ``rules`` and ``game``; this only finds the words.
"""

from __future__ import annotations

from solver.battle.deck import Battle, Deck
from solver.battle.notation import write_move
from solver.battle.rules import (
    AT_ANOTHER,
    BESIDE,
    HAND,
    PICKY,
    STOPPED,
    Board,
    Move,
    Table,
    Verb,
    is_ingredient,
)
from solver.errors import InvalidInput, quote


def out_of_turn(named: int, player: int, hand: int) -> InvalidInput:
    """Return the objection to a player who moves in another's turn."""
    if hand > HAND:
        return InvalidInput(
            f"player {player + 1} has not ended the turn: {hand} cards in hand",
            "Your Turn",
            f"a discard or a battle card, and {HAND} cards at the end of a turn",
        )
    return InvalidInput(
        f"player {named + 1} moves in the turn of player {player + 1}",
        "Your Turn",
        f"a move of player {player + 1}",
    )


def before_draw(table: Table, move: Move) -> InvalidInput:
    """Return the objection to a move at the start of a turn that is no legal draw."""
    if move.verb is Verb.TAKE:
        top = table.grave[-1] if table.grave else ""
        what = f"{top} lies on top of the Graveyard" if top else "the Graveyard is empty"
        return InvalidInput(f"take: {what}", "Your Turn", "an ingredient on top of it, or draw")
    return InvalidInput(
        f"{write_move(move)} before the first draw", "Your Turn", "draw or take to start the turn"
    )


def objection(table: Table, player: int, move: Move, deck: Deck) -> InvalidInput:
    """Return the objection to a move that is not legal after the first draw."""
    board = table.boards[player]
    if move.verb in (Verb.DRAW, Verb.TAKE):
        return InvalidInput(
            f"a second {move.verb} in one turn",
            "Your Turn",
            "play a needed ingredient, which draws one, or end the turn",
        )
    if move.verb is Verb.PASS:
        return InvalidInput(
            f"pass with {len(board.hand)} cards in hand",
            "Your Turn",
            "the turn to be ended by a discard or a battle card",
        )
    if move.card not in board.hand:
        return InvalidInput(f"no {_said(move.card, deck)} in hand", "Your Turn", "a card in hand")
    if move.verb is Verb.PLAY:
        return _play(board, move, deck)
    if move.verb is Verb.USE:
        return _use(table, player, move, deck)
    return InvalidInput(f"{write_move(move)} is not legal", "Your Turn", "a legal move")


def _said(card: str, deck: Deck) -> str:
    return f"{card} ({deck.title(card.partition('=')[0])})"


def _play(board: Board, move: Move, deck: Deck) -> InvalidInput:
    if not is_ingredient(move.card):
        return InvalidInput(
            f"play {move.card}", "Your Turn", f"an ingredient; a battle card is used: {move.card}"
        )
    if move.what == BESIDE:
        return InvalidInput(
            f"no added need for {_said(move.card, deck)} beside the burger, next to its own",
            "Battle Card Notes",
            f"play {move.card}",
        )
    needed = " ".join(sorted(board.open()))
    return InvalidInput(
        f"{_said(move.card, deck)} is not needed", "Your Turn", f"one of {needed or 'nothing'}"
    )


def _use(table: Table, player: int, move: Move, deck: Deck) -> InvalidInput:
    card, target = move.card, move.target
    rule = deck.title(card)
    targeted = card in AT_ANOTHER or card == Battle.DESTROY
    if target is not None and not targeted:
        return InvalidInput(f"{card} at player {target + 1}", rule, "no target")
    if target is None and targeted:
        return InvalidInput(f"{card} without a target", rule, f"a player, such as {card} 2")
    if target is not None and not 0 <= target < len(table.boards):
        return InvalidInput(f"no player {target + 1}", rule, f"1 to {len(table.boards)}")
    if target == player and card in AT_ANOTHER:
        return InvalidInput(f"{card} at oneself", rule, "another player")
    if target is not None and card in STOPPED and table.boards[target].is_protected():
        return InvalidInput(
            f"player {target + 1} is protected by a Force Field", rule, "another player"
        )
    return _effect(table, player, move, rule)


def _effect(table: Table, player: int, move: Move, rule: str) -> InvalidInput:
    card, what = move.card, move.what
    mine = table.boards[player]
    theirs = mine if move.target is None else table.boards[move.target]
    if card == Battle.BOMB and not theirs.ingredients():
        return InvalidInput("there is no ingredient to blow up", rule, "a player who has some")
    if card == Battle.APOCALYPSE:
        return InvalidInput("nobody has an ingredient", rule, "a discard instead")
    if card == Battle.FIELD and mine.is_protected():
        return InvalidInput(
            "a second form of protection", "Battle Card Notes", "one on a burger at a time"
        )
    if card in (Battle.EAT, Battle.PICKY, Battle.DIG, Battle.DESTROY):
        return _selection(table, player, move, rule)
    return InvalidInput(f"unexpected {quote(what)}", rule, "nothing more")


def _selection(table: Table, player: int, move: Move, rule: str) -> InvalidInput:
    card, what = move.card, move.what
    mine = table.boards[player]
    if card == Battle.DESTROY:
        assert move.target is not None
        lying = table.boards[move.target].beside
        return InvalidInput(
            f"no {what or 'named card'} beside the burger of player {move.target + 1}",
            rule,
            f"one of {' '.join(lying)}" if lying else "a player with a battle card there",
        )
    if not what:
        return InvalidInput(f"{card} without an ingredient", rule, "its letter after the target")
    if card == Battle.PICKY and what not in PICKY:
        return InvalidInput(f"{card} at {what}", rule, f"one of {' '.join(PICKY)}")
    if card != Battle.PICKY and what not in mine.open():
        return InvalidInput(f"{what} is not needed", rule, "an ingredient for one's own burger")
    if card == Battle.DIG:
        return InvalidInput(f"no {what} in the Graveyard", rule, "an ingredient that lies there")
    return InvalidInput(f"player {(move.target or 0) + 1} has no {what}", rule, "one they have")
