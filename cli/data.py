"""``burger data``: the decks and menus that come along, and the check of an owner's own."""

from __future__ import annotations

import click

from solver.decks import check_deck, deck_names, deck_text


@click.group()
def data() -> None:
    """List, show and check decks and menus."""


@data.command("list")
def list_decks() -> None:
    """List the decks and menus that come along."""
    for name in deck_names():
        click.echo(name)


@data.command()
@click.argument("name")
def show(name: str) -> None:
    """Print a deck or menu as JSON: the pattern for one of your own."""
    click.echo(deck_text(name).encode(), nl=False)


@data.command()
@click.argument("file")
def check(file: str) -> None:
    """Check a deck or menu of your own against schema and counts."""
    click.echo(f"{file}: right; {check_deck(file)}")
