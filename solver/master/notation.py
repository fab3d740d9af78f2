"""Plates, burgers and steps as text, and back.

Text a player types is read kindly: white space and lower case are accepted.
What is printed is canonical, and reading it gives the same thing again.

Ingredients: ``B`` bun, ``P`` patty, ``C`` cheese, ``L`` lettuce, ``T`` tomato,
``O`` onion. Plates are written bottom to top, plate 1 first, ``/`` between,
``-`` for an empty one: ``BPCL/BTT/B/-``. A burger is written bottom to top:
``BPCTB``. A step: ``m3:1-2`` MOVEs the top 3 of plate 1 onto plate 2,
``f3:1-2`` FLIPs them there, ``f3:1`` FLIPs them in place.

Which cards there are is left to ``menu``.
"""

from __future__ import annotations

import re

from solver.errors import InvalidInput, quote
from solver.master.rules import BOX, INGREDIENTS, PLATES, Kind, Plates, Step

LETTERS = " ".join(INGREDIENTS)

#: No text of plates or burgers is longer, white space included; more is a mistake, not a game.
LONGEST_TEXT = 1000

#: No list of steps is longer; a step takes at most 8 characters with its separator.
LONGEST_STEPS = 100_000

_STEP = re.compile(r"(?P<kind>[mf])(?P<count>\d{1,3}):(?P<source>\d{1,3})(-(?P<target>\d{1,3}))?")


def parse_plates(text: str) -> Plates:
    """Return the plates that ``text`` shows.

    Raises InvalidInput for an unknown letter, other than four plates, or more
    of an ingredient than the box holds.

    >>> print(parse_plates(" bpcl / btt / b / - "))
    BPCL/BTT/B/-
    """
    _check_length(text, "plates", LONGEST_TEXT)
    parts = text.split("/")
    if len(parts) != PLATES:
        raise InvalidInput(
            f"{len(parts)} plate{'s' * (len(parts) != 1)}",
            f"plates {quote(text)}",
            f"{PLATES}, with / between and - for an empty one, such as BPCL/BTT/B/-",
        )
    stacks = [_parse_stack(part, f"plates, plate {number}") for number, part in enumerate(parts, 1)]
    plates = Plates((stacks[0], stacks[1], stacks[2], stacks[3]))
    _check_box("".join(stacks), "plates")
    return plates


def parse_burger(text: str) -> str:
    """Return the burger that ``text`` shows, as letters bottom to top.

    Raises InvalidInput for an unknown letter, an empty text, or more of an
    ingredient than the box holds.

    >>> parse_burger("b p c t b")
    'BPCTB'
    """
    _check_length(text, "burger", LONGEST_TEXT)
    burger = _letters(text, "burger")
    if not burger:
        raise InvalidInput("an empty burger", "burger", "ingredients bottom to top, such as BPCTB")
    _check_box(burger, "burger")
    return burger


def parse_step(text: str) -> Step:
    """Return the step that ``text`` shows; whether it is legal is left to ``rules.apply``.

    >>> parse_step("F3:1-2")
    Step(kind=<Kind.FLIP: 'f'>, count=3, source=1, target=2)
    """
    found = _STEP.fullmatch(text.strip().lower())
    if not found:
        raise InvalidInput(
            f"{quote(text)} is no step",
            "steps",
            "such as m3:1-2 (move), f3:1-2 (flip) or f3:1 (flip in place)",
        )
    source = int(found["source"])
    target = int(found["target"] or source)
    return Step(Kind(found["kind"]), int(found["count"]), source, target)


def parse_steps(text: str) -> list[Step]:
    """Return the steps in ``text``, which are separated by spaces, commas or semicolons.

    >>> [str(step) for step in parse_steps("m1:1-3, f2:2")]
    ['m1:1-3', 'f2:2']
    """
    _check_length(text, "steps", LONGEST_STEPS)
    steps = []
    typed = re.sub(r"\s*([:-])\s*", r"\1", text.replace("\u2013", "-").strip(" \t\r\n,;"))
    for number, word in enumerate(re.split(r"[\s,;]+", typed), start=1):
        if word:
            try:
                steps.append(parse_step(word))
            except InvalidInput as error:
                raise InvalidInput(error.what, f"steps, number {number}", error.expected) from None
    return steps


def format_steps(steps: list[Step]) -> str:
    """Return the steps as text, separated by spaces."""
    return " ".join(map(str, steps))


def in_words(step: Step) -> str:
    """Return a step as a sentence, for people who do not read the notation.

    >>> in_words(parse_step("m3:1-2")), in_words(parse_step("f2:4"))
    ('MOVE the top 3 of plate 1 onto plate 2', 'FLIP the top 2 of plate 4 in place')
    """
    verb = "MOVE" if step.kind is Kind.MOVE else "FLIP"
    top = "the top one" if step.count == 1 else f"the top {step.count}"
    where = "in place" if step.source == step.target else f"onto plate {step.target}"
    return f"{verb} {top} of plate {step.source} {where}"


def plates_in_words(plates: Plates) -> str:
    """Return the plates as sentences, for people who cannot see them drawn.

    >>> plates_in_words(parse_plates("BPC/B/-/-"))
    'Plate 1: bun, patty, cheese. Plate 2: bun. Plate 3: empty. Plate 4: empty.'
    """
    return " ".join(
        f"Plate {number}: {stack_in_words(stack) or 'empty'}."
        for number, stack in enumerate(plates.stacks, start=1)
    )


def stack_in_words(stack: str) -> str:
    """Return a stack, bottom to top, in words."""
    return ", ".join(INGREDIENTS[letter] for letter in stack)


def _parse_stack(text: str, where: str) -> str:
    if not text.strip():
        raise InvalidInput("nothing written", where, "its ingredients, or - for an empty plate")
    if text.strip() == "-":
        return ""
    return _letters(text, where)


def _letters(text: str, where: str) -> str:
    """Return the letters without white space, upper case; positions count from 1 as typed."""
    letters = []
    for position, character in enumerate(text.strip(), start=1):
        if character.isspace():
            continue
        letter = character.upper()
        if letter not in INGREDIENTS:
            raise InvalidInput(
                f"unknown ingredient {quote(character)}",
                f"{where}, position {position}",
                f"one of {LETTERS}",
            )
        letters.append(letter)
    return "".join(letters)


def _check_box(letters: str, where: str) -> None:
    for letter, most in BOX.items():
        if letters.count(letter) > most:
            raise InvalidInput(
                f"{letters.count(letter)} of {letter} ({INGREDIENTS[letter]})",
                where,
                f"at most {most}, as the box holds",
            )


def _check_length(text: str, where: str, longest: int) -> None:
    if len(text) > longest:
        raise InvalidInput(f"{len(text)} characters", where, f"at most {longest}")
