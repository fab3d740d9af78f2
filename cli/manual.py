"""``burger manual``: the manuals that come along, drawn on the terminal.

Each stands as a README in the folder it is about; this module only finds and draws it.
"""

from __future__ import annotations

from importlib import resources

import click

#: What a manual is called on the command line -> the package whose folder holds it.
MANUALS = {
    "master": "data.master",
    "slam": "data.slam",
    "draft": "data.draft",
    "super": "data.superburger",
    "battle": "data.battle",
    "database": "solver.master.tables",
    "serve": "cli.service",
}


def manual_text(name: str) -> str:
    """Return a manual as Markdown; ``name`` is a key of :data:`MANUALS`.

    >>> manual_text("slam").splitlines()[0]
    '# Burger Slam'
    """
    package, *folders = MANUALS[name].split(".")
    return resources.files(package).joinpath(*folders, "README.md").read_text("utf-8")


@click.command()
@click.argument("name", required=False, type=click.Choice(list(MANUALS), case_sensitive=False))
def manual(name: str | None) -> None:
    """Print the manual of a game, of the database or of the service.

    \b
    burger manual slam
    burger manual serve | less
    """
    if name is None:
        for key in MANUALS:
            click.echo(f"{key:10}{manual_text(key).splitlines()[0].lstrip('# ')}")
        return
    from rich.markdown import Markdown

    from cli.render import console

    console().print(Markdown(manual_text(name)), soft_wrap=False)
