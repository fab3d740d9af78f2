"""``burger battle``: the commands for Burger Battle, and how their answers are drawn."""

from __future__ import annotations

import click
import msgspec

from cli.question import Extras, question_command
from cli.render import console, duration, plural
from solver.answer import Status
from solver.batch import as_line
from solver.battle.answers import BestAnswer, DeckAnswer, TurnsAnswer, WinNowAnswer
from solver.battle.matches import CheckAnswer, PlayAnswer, TournamentAnswer
from solver.errors import quote
from solver.outputs import replaced_file
from solver.requests import QUESTIONS, Request
from solver.watch import Watch

#: Length of the longest bar of a distribution, and the chance at which its list ends.
BAR, ENOUGH = 40, 0.995


@click.group()
def battle() -> None:
    """Burger Battle: win now, the turns it takes, whom to hit.

    \b
    A situation is written as words, in any order:
      burger:classic have:BM hand:CLT+dig grave:TO vs burger:spicy have:BMC
    Ingredients: B bun, M meat, C cheese, L lettuce, T tomato, O onion, P pickles,
      A bacon, S mushrooms, E egg, V avocado, J jalapenos
    Battle cards: +bomb +field +apocalypse +destroy +eat +dig +nothing +meat
      +pickle +picky +swap; a comma between one and a letter: T+bomb,O
    Also: beside:+field+meat=M (cards beside the burger, =M behind one), need:BMC
      (a burger of your own), seen:CC, deck:40 (cards left), drawn (first draw done).
    """


def percent(share: float) -> str:
    """Return a share for a person.

    >>> percent(0.12345), percent(0.00002)
    ('12.35%', '0.0020%')
    """
    return f"{share:.2%}" if share >= 0.001 or share == 0 else f"{share:.4%}"


def show_deck(answer: DeckAnswer) -> None:
    """Print the cards of a deck."""
    out = console()
    totals = answer.totals
    out.print(
        f"The {answer.name} deck ({answer.provenance.value}): {totals['burgers']} burgers, "
        f"{totals['ingredients']} ingredients, {totals['battle']} battle cards"
    )
    out.print("\nBurgers")
    for name, needs in answer.burgers.items():
        listed = ", ".join(answer.ingredients[letter]["name"] for letter in needs)
        out.print(f"  {name:<12} {needs:<8} {listed}")
    out.print("\nIngredients")
    for letter, found in answer.ingredients.items():
        out.print(f"  {letter:<12} {found['copies']:>3}  {found['name']}")
    out.print("\nBattle cards")
    for card, found in answer.battle.items():
        out.print(f"  {card:<12} {found['copies']:>3}  {found['name']}")


def show_win_now(answer: WinNowAnswer) -> None:
    """Print the chance to win in this turn."""
    out = console()
    out.print(answer.state)
    out.print(
        f"Needs {answer.needs}"
        + (f"; in hand to be played: {answer.plays}" if answer.plays else "")
    )
    out.print(
        f"Chance to win in this turn: {percent(answer.decimal)} = {answer.value}, exact  "
        f"({duration(answer.work.seconds)})"
    )
    names = {"deck": "from the deck", "grave": "from the Graveyard"}
    for name, chance in answer.by.items():
        mark = "  <- best" if len(answer.by) > 1 and name == answer.first else ""
        out.print(f"  first draw {names[name]:<18} {percent(chance['decimal'])}{mark}")


def show_turns(answer: TurnsAnswer) -> None:
    """Print the distribution of the turn in which the burger is done."""
    out = console()
    out.print(answer.state)
    if answer.status is Status.INFEASIBLE:
        lacks = ", ".join(f"{count} {letter}" for letter, count in answer.missing.items())
        out.print(f"Cannot be done: no card is left for {lacks}.")
        return
    mean = "" if answer.decimal is None else f"mean {answer.decimal:.3f}, "
    out.print(
        f"Needs {answer.needs}. Turns until the burger is done, with nobody interfering "
        f"(this turn is 1): {mean}half the time by turn {answer.median or '-'}, "
        f"nine times in ten by {answer.nine_in_ten or '-'}; exact  ({duration(answer.work.seconds)})"
    )
    if len(answer.by) > 1:
        where = {"deck": "from the deck", "grave": "the top of the Graveyard"}
        out.print(f"First draw: {where[answer.first or 'deck']}")
    out.print("\n  turn   chance    done by then")
    peak = max((row["decimal"] for row in answer.distribution), default=0.0) or 1.0
    for row in answer.distribution:
        bar = "#" * round(BAR * row["decimal"] / peak)
        out.print(
            f"  {row['turn']:>4}  {percent(row['decimal']):>8}  {percent(row['by']):>8}  {bar}".rstrip()
        )
        if row["by"] >= ENOUGH:
            break
    else:
        out.print(f"  later or never  {percent(answer.later['decimal'])}")


def show_best(answer: BestAnswer) -> None:
    """Print every end of the turn, ranked."""
    out = console()
    out.print(answer.state)
    if answer.playable:
        out.print(f"Still to be played, each with another draw: {answer.playable}")
    out.print(f"Best end of this turn: {answer.value}")
    name = "the race, an approximation" if answer.method == "race" else "rollouts, an estimate"
    out.print(f"Chance to win by {name}: {answer.terms}  ({duration(answer.work.seconds)})\n")
    for end in answer.ends:
        interval = ""
        if "interval" in end:
            low, high = end["interval"]
            interval = f"  ({percent(low)} to {percent(high)})"
        out.print(f"  {percent(end['chance']):>8}{interval}  {end['move']:<22} {end['why']}")
    for card, move in answer.choices.items():
        out.print(f"\nBest choice of {card}: {move}, proved by CP-SAT over these chances")


def show_check(answer: CheckAnswer) -> None:
    """Print the referee's verdict."""
    if answer.value:
        console().print(
            f"Right: {plural(answer.actions, 'action')} of {plural(answer.players, 'player')}; "
            + (f"player {answer.winner} wins." if answer.winner else "given up without a winner.")
        )
    elif answer.action is None:
        console().print(f"Wrong: {answer.why}.")
    else:
        console().print(f"Wrong: action {answer.action}, {quote(answer.text or '')}: {answer.why}.")


def show_play(answer: PlayAnswer) -> None:
    """Print a game turn by turn."""
    out = console()
    turn, said = 0, ""
    for move in answer.moves:
        player, _, action = move["action"].partition(" ")
        if move["turn"] != turn:
            if said:
                out.print(said)
            turn = move["turn"]
            said = f"{turn:>4}  player {player}: {action}"
        else:
            said += f", {action}"
    out.print(said)
    out.print()
    for number, board in enumerate(answer.final, start=1):
        policy = answer.policies[number - 1]
        beside = f"  beside {board['beside']}" if board["beside"] else ""
        left = f"needs {board['missing']}" if board["missing"] else "done"
        out.print(
            f"  player {number} ({policy}): {board['burger']} {board['needs']}, "
            f"has {board['have'] or 'nothing'}{beside}, {left}"
        )
    if answer.value is None:
        out.print(f"It goes on without end: given up after {plural(answer.turns, 'turn')}.")
    else:
        out.print(f"Player {answer.value} wins in turn {answer.turns}.")


def show_tournament(answer: TournamentAnswer) -> None:
    """Print win rates."""
    out = console()
    out.print(
        f"{plural(answer.games, 'game')}, {answer.turns:.1f} turns on average, seats balanced  "
        f"({duration(answer.work.seconds)})\n"
    )
    out.print("  policy      wins      rate  95% interval")
    for row in answer.table:
        low, high = row["interval"]
        out.print(
            f"  {row['policy']:<9} {row['wins']:>6,}  {percent(row['rate']):>8}  "
            f"{percent(low)} to {percent(high)}"
        )
    if answer.unfinished:
        out.print(f"  without a winner: {plural(answer.unfinished, 'game')}")


def ask_play(request: Request, watch: Watch, extras: Extras) -> PlayAnswer:
    """Play a game, and write its log where that is asked."""
    answer = QUESTIONS["battle.play"].answer(request, watch)
    assert isinstance(answer, PlayAnswer)
    if extras["output"] is not None:
        with replaced_file(extras["output"]) as file:
            file.write(as_line(msgspec.to_builtins(answer.log)))
    return answer


OUTPUT = click.Option(["-o", "--output"], metavar="LOG", help="write the game's log here")

for command in (
    question_command("battle.deck", show_deck, "List the cards: burgers, ingredients, battle."),
    question_command(
        "battle.win-now",
        show_win_now,
        """Find the exact chance to finish your burger in this turn.

        \b
        burger battle win-now burger:classic have:BM hand:CLT+dig grave:TO
        """,
    ),
    question_command(
        "battle.turns",
        show_turns,
        """Find in which turn your burger is done if nobody interferes.

        \b
        burger battle turns burger:classic have:BM hand:CLPPA
        """,
    ),
    question_command(
        "battle.best",
        show_best,
        """Rank every end of this turn by the chance to win that it leaves.

        \b
        burger battle best burger:classic have:BM hand:CC+bomb+eat+field \\
            vs burger:spicy have:BMCLTO
        """,
    ),
    question_command(
        "battle.check",
        show_check,
        "Referee a log: the first violation, by rule. - reads standard input.",
    ),
    question_command(
        "battle.play",
        show_play,
        "Play one whole game by the rules, and show or keep it.",
        parameters=[OUTPUT],
        ask=ask_play,
    ),
    question_command(
        "battle.tournament",
        show_tournament,
        """Play policies against each other, seats balanced: win rates with 95% intervals.

        \b
        burger battle tournament --policies greedy,hunter,builder --games 10000 --jobs 2
        """,
    ),
):
    battle.add_command(command)
