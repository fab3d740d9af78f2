"""``burger``: the entry point. Finds the game's group, and turns every end into an exit code.

Groups are imported only when they are asked for, so that ``burger --help`` and
a game that needs no search load neither Numba nor OR-Tools.
"""

from __future__ import annotations

import atexit
import importlib
import os
import signal
import sys
from typing import Any

import click

from cli import ending
from cli.streams import prepare, tell
from solver.answer import ExitCode
from solver.errors import BurgerError, LimitReached, OutputFailed, one_line
from solver.outputs import reason

#: Command -> where it is, and the line that ``burger --help`` shows for it.
COMMANDS = {
    "master": ("cli.master:master", "Burger Master: the fewest steps to an order, proved."),
    "slam": ("cli.slam:slam", "Burger Slam: is the call right, and what are the odds?"),
    "draft": ("cli.draft:draft", "BurgerDraft: exact scores and proved best boards."),
    "super": ("cli.superburger:superburger", "Super Burger: the biggest burger, flies, endgames."),
    "battle": ("cli.battle:battle", "Burger Battle: win now, the turns it takes, whom to hit."),
    "batch": ("cli.batch:batch", "Answer a file of request documents, one a line."),
    "data": ("cli.data:data", "List, show and check decks and menus."),
    "manual": ("cli.manual:manual", "Print the manual of a game, the database or the service."),
    "serve": ("cli.serve:serve", "Answer over HTTP, with a page for the table."),
}

#: What a shell reports for a program that a closed pipe ended (128 + SIGPIPE).
CLOSED_PIPE = 141


class LazyGroup(click.Group):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="burger-solver", prog_name="burger")
@click.pass_context
def burger(ctx: click.Context) -> None:
    """Exact, proved answers for five hamburger table games.

    \b
    burger master solve --plates BPCL/BTT/B/BOO --card base-07
    burger master solve --help
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """Run the command line and exit as the design says."""
    prepare()
    atexit.register(ending.die)  # the first to be registered is the last to be called
    ending.listen()
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command line and return the exit code; errors become one line on stderr."""
    if sys.stdout is None:
        return _fail("standard output is closed", ExitCode.BAD_INPUT)
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _leave_output()
        return CLOSED_PIPE
    except OutputFailed as error:
        _leave_output()
        return _fail(str(error), ExitCode.BAD_INPUT)
    return code


def _run(arguments: list[str]) -> int:
    try:
        # Not ``burger.main``: it writes an empty line when it is interrupted.
        with burger.make_context("burger", list(arguments)) as context:
            result: Any = burger.invoke(context)
    except BaseException as error:
        return _ended(error) if ending.came() else _told(error)
    if ending.came():
        return _ended()
    return result if isinstance(result, int) else ExitCode.ANSWERED


def _ended(error: BaseException | None = None) -> int:
    """Say that a signal ended the command, and what that leaves; return the exit code."""
    ending.settle()
    number = ending.came() or signal.SIGINT
    how = "interrupted" if number == signal.SIGINT else f"ended by {signal.Signals(number).name}"
    tell("; ".join([how, *getattr(error, "__notes__", [])]))
    return 128 + number


def _told(error: BaseException) -> int:
    """Tell why a command has no answer, in one line, and return the exit code.

    Raises the error again where it is one of standard output, or none that has a line.
    """
    match error:
        case OutputFailed() | BrokenPipeError():
            raise error
        case click.exceptions.Exit():
            return error.exit_code
        case click.exceptions.NoArgsIsHelpError():
            click.echo(error.ctx.get_help() if error.ctx else "")
            return ExitCode.ANSWERED
        case click.ClickException():
            return _fail(_explained(error), ExitCode.BAD_INPUT)
        case LimitReached():
            return _fail(str(error), ExitCode.LIMIT_REACHED)
        case BurgerError():
            return _fail(str(error), ExitCode.BAD_INPUT)
        case KeyboardInterrupt() | click.Abort():
            return _ended(error)
        case _:
            return _fail(_refusal(error), ExitCode.BAD_INPUT)


#: What Python says where the system starts no more threads; it is no OSError.
NO_THREAD = "can't start new thread"


def _refusal(error: BaseException) -> str:
    """Return what the system refused; raise the error again if it is a fault of ours."""
    match error:
        case OSError():
            place = f" ({error.filename})" if error.filename else ""
            return f"the system refused: {reason(error)}{place}"
        case MemoryError():
            return "not enough memory"
        case ImportError() if not isinstance(error, ModuleNotFoundError):
            return f"a library cannot be loaded, as where memory is short: {error}"
        case RuntimeError() if NO_THREAD in str(error):
            return "the system refused: no more threads"
    raise error


def _fail(message: str, code: int) -> int:
    tell(f"error: {one_line(message)}")
    return code


def _explained(error: click.ClickException) -> str:
    """Return click's complaint as one line that says what would be right."""
    message = error.format_message()
    if isinstance(error, click.UsageError) and error.ctx is not None:
        if "unexpected extra argument" in message:
            message += "; put text with spaces in quotes"
        for clicks, ours in _PLAIN_WORDS.items():
            message = message.replace(clicks, ours)
        return f"{message} See: {error.ctx.command_path} --help"
    return message


#: click's words -> a player's.
_PLAIN_WORDS = {
    "is not a valid integer": "is not a whole number",
    "is not a valid float": "is not a number",
}


def _leave_output() -> None:
    """Keep Python from complaining once more at exit about an output that takes nothing."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
