"""``burger``: the entry point. Finds the game's group, and turns every end into an exit code.

Groups are imported only when they are asked for, so that ``burger --help`` and
a game that needs no search load neither Numba nor OR-Tools.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
from typing import Any

import click

from cli.streams import prepare
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


#: Signals that end the program, beside Ctrl-C: the terminal is gone, or somebody wants it to end.
ENDING = ("SIGTERM", "SIGHUP")


class Ended(KeyboardInterrupt):
    """A signal that ends the program came; what is open is closed on the way out."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def main() -> None:
    """Run the command line and exit as the design says."""
    prepare()
    for name in ("SIGINT", *ENDING):
        number = getattr(signal, name, None)
        # What a script has ignored for a job in the background, or nohup, stays ignored.
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _end)
    try:
        code = run(sys.argv[1:])
    except Ended as end:
        signal.signal(end.number, signal.SIG_DFL)
        os.kill(os.getpid(), end.number)
        code = 128 + end.number
    sys.exit(code)


def _end(number: int, frame: object) -> None:
    """End at the first signal, and do not let a second one disturb the end."""
    for name in ("SIGINT", *ENDING):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    raise KeyboardInterrupt if number == signal.SIGINT else Ended(number)


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
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else "")
        return ExitCode.ANSWERED
    except click.ClickException as error:
        return _fail(_explained(error), ExitCode.BAD_INPUT)
    except LimitReached as error:
        return _fail(str(error), ExitCode.LIMIT_REACHED)
    except OutputFailed:
        raise
    except BurgerError as error:
        return _fail(str(error), ExitCode.BAD_INPUT)
    except BrokenPipeError:
        raise
    except OSError as error:
        place = f" ({error.filename})" if error.filename else ""
        return _fail(f"the system refused: {reason(error)}{place}", ExitCode.BAD_INPUT)
    except MemoryError:
        return _fail("not enough memory", ExitCode.BAD_INPUT)
    except Ended:
        raise
    except (KeyboardInterrupt, click.Abort) as error:
        click.echo("; ".join(["interrupted", *getattr(error, "__notes__", [])]), err=True)
        return ExitCode.INTERRUPTED
    return result if isinstance(result, int) else ExitCode.ANSWERED


def _fail(message: str, code: int) -> int:
    click.echo(f"error: {one_line(message)}", err=True)
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
