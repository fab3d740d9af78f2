"""The base of every request, and the table of all questions.

A request is a typed class whose fields are at once the command's options and
the keys of a request document: ``{"question": "master.solve", "plates": …}``.
The table names, for each question, its class and the function that answers
it, as text, so that asking one game loads nothing of another.
"""

from __future__ import annotations

import enum
import importlib
import re
import types
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from solver.answer import Answer, Unfinished, Work
from solver.documents import explained, written
from solver.errors import LONGEST_QUOTE, InvalidInput, LimitReached, nearest, quote
from solver.watch import Watch

#: Turns the answer's document of a canonical request into that of the request it was made from.
Restore = Callable[[dict[str, Any]], dict[str, Any]]


class Request(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The base of every request; a field without a default must be given."""

    def canonical(self) -> tuple[Request, Restore]:
        """Return the request that stands for all that have the same answer but for names.

        Beside it, what turns its answer into this request's. Raises InvalidInput for what cannot
        be read.
        """
        return self, dict


#: Largest seed: every JSON reader keeps whole numbers up to here exactly.
MOST_SEED = 2**53
Seed = Annotated[
    int, msgspec.Meta(ge=0, le=MOST_SEED, description="the same seed gives the same answer")
]


class Mark(enum.StrEnum):
    """What a field's ``msgspec.Meta(extra={mark: True})`` says of it beside its type."""

    ARGUMENT = "argument"
    """On the command line it is given by its place, not by an option."""
    FILE = "file"
    """On the command line it may be the name of a text file, or - for standard input."""
    DOCUMENT = "document"
    """It is a JSON document, or the name of a file with one."""
    FOLDER = "folder"
    """It is the name of a folder of this machine."""
    PROCESSES = "processes"
    """It is how many processes the answer may start."""


DeckFile = Annotated[
    str | None,
    msgspec.Meta(
        description="a file with your own deck; else the one that comes along",
        extra={Mark.DOCUMENT: True},
    ),
]


class Searching(Request, kw_only=True):
    """A request whose answer takes a search."""

    limit: Annotated[
        float | None,
        msgspec.Meta(
            description="seconds after which the best answer and the proved bound are given"
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class Question:
    """Where a question's class and the function that answers it are found.

    Both are ``module:name``; the function takes the request and a :class:`Watch`.
    """

    name: str
    request: str
    function: str

    def request_class(self) -> type[Request]:
        """Import and return the request class."""
        found: type[Request] = _imported(self.request)
        return found

    def answering(self) -> Callable[[Request, Watch], Answer]:
        """Import and return the function that answers."""
        function: Callable[[Request, Watch], Answer] = _imported(self.function)
        return function

    def answer(self, request: Request, watch: Watch) -> Answer:
        """Answer the request."""
        return self.answering()(request, watch)

    def answer_in_time(self, request: Request, watch: Watch) -> Answer:
        """Answer the request; where a limit passed before there was any answer, say so in one."""
        try:
            return self.answer(request, watch)
        except LimitReached as error:
            return self.unfinished(error, watch)

    def unfinished(self, error: LimitReached, watch: Watch) -> Unfinished:
        """Return the document that says which limit passed before there was any answer."""
        work = Work(0, watch.seconds())
        return Unfinished(question=self.name, reached=str(error), work=work)


def _imported(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


#: Game -> the folder of ``solver`` it is in, and its questions: the request class, and the function.
_GAMES: dict[str, tuple[str, dict[str, tuple[str, str]]]] = {
    "master": (
        "master",
        {
            "deal": ("Deal", "answers:deal"),
            "menu": ("Menu", "answers:menu"),
            "solve": ("Solve", "answers:solve"),
            "verify": ("Verify", "answers:verify"),
            "play": ("Play", "play_answers:play"),
            "verify-log": ("VerifyLog", "play_answers:verify_log"),
            "show": ("Show", "picture_answers:show"),
            "table": ("Table", "answers:table"),
            "graph": ("Graph", "answers:graph"),
            "solo": ("Solo", "solo_answers:solo"),
            "grade": ("Grade", "answers:grade"),
            "database.verify": ("DatabaseVerify", "database_answers:verify"),
            "database.stats": ("DatabaseStats", "database_answers:stats"),
            "database.lookup": ("DatabaseLookup", "database_answers:lookup"),
            "database.sample": ("DatabaseSample", "database_answers:sample"),
            "hardest": ("Hardest", "database_answers:hardest"),
        },
    ),
    "slam": (
        "slam",
        {
            "check": ("Check", "answers:check"),
            "calls": ("Calls", "answers:calls"),
            "first": ("First", "answers:first"),
            "matrix": ("Matrix", "answers:matrix"),
            "odds": ("Odds", "odds_answers:odds"),
            "advise": ("Advise", "odds_answers:advise"),
            "order": ("Order", "search_answers:order"),
            "finish": ("Finish", "search_answers:finish"),
            "fewest": ("Fewest", "search_answers:fewest"),
            "longest": ("Longest", "search_answers:longest"),
            "play": ("Play", "play_answers:play"),
            "referee": ("Referee", "play_answers:check_log"),
        },
    ),
    "draft": (
        "draft",
        {
            "deck": ("ShowDeck", "answers:deck"),
            "score": ("Score", "answers:score"),
            "choose": ("Choose", "best:choose"),
            "maximise": ("Maximise", "best:maximise"),
            "record": ("Record", "best:record"),
            "next": ("Next", "table:next_card"),
            "hindsight": ("Hindsight", "table:hindsight"),
            "play": ("Play", "table:play"),
        },
    ),
    "super": (
        "superburger",
        {
            "plays": ("Plays", "answers:plays"),
            "biggest": ("Biggest", "answers:biggest"),
            "flies": ("Flies", "answers:flies"),
            "close": ("Close", "game_answers:close"),
            "endgame": ("Endgame", "game_answers:endgame"),
            "play": ("Play", "game_answers:play"),
            "referee": ("Referee", "game_answers:referee"),
        },
    ),
    "battle": (
        "battle",
        {
            "deck": ("Cards", "answers:deck"),
            "win-now": ("WinNow", "answers:win_now"),
            "turns": ("Turns", "answers:turns"),
            "best": ("Best", "answers:best"),
            "check": ("Check", "matches:check"),
            "play": ("Play", "matches:play"),
            "tournament": ("Tournament", "matches:tournament"),
        },
    ),
}

#: Every question, by name.
QUESTIONS: dict[str, Question] = {
    f"{game}.{name}": Question(
        f"{game}.{name}", f"solver.{folder}.requests:{request}", f"solver.{folder}.{function}"
    )
    for game, (folder, questions) in _GAMES.items()
    for name, (request, function) in questions.items()
}


def question_named(name: object) -> Question:
    """Return the question of that name.

    Raises InvalidInput, with the nearest names, where there is none.
    """
    if not isinstance(name, str):
        raise InvalidInput(
            "no question", 'key "question"', 'a request such as {"question": "master.solve", …}'
        )
    if name not in QUESTIONS:
        raise InvalidInput(
            f"unknown question {quote(name)}", 'key "question"', nearest(name, QUESTIONS)
        )
    return QUESTIONS[name]


def request_from(document: object) -> tuple[Question, Request]:
    """Return the question and the typed request that a request document asks.

    Raises InvalidInput with the path of the key that is wrong.
    """
    if not isinstance(document, dict):
        raise InvalidInput(
            "not a request", "", 'a JSON object such as {"question": "master.solve", …}'
        )
    question = question_named(document.get("question"))
    fields = {key: value for key, value in document.items() if key != "question"}
    return question, typed_request(question, fields)


def typed_request(
    question: Question, fields: dict[str, Any], *, without: Mark | None = None
) -> Request:
    """Return ``fields`` as the question's request class.

    without: keys whose fields have this mark are unknown here.
    Raises InvalidInput for a key that is missing, unknown or of another type.
    """
    cls = question.request_class()
    known = fields_of(cls)
    names = [
        field.encode_name for field in known if without is None or not is_marked(field, without)
    ]
    for key in fields:
        if key not in names:
            raise InvalidInput(
                f"unknown key {quote(str(key))}", question.name, nearest(str(key), names)
            )
    for key, value in fields.items():
        _refuse_too_deep(value, f'{question.name}, key "{key}"')
    for field in known:
        if field.required and field.encode_name not in fields:
            raise InvalidInput(
                f'missing key "{field.encode_name}"', question.name, field_help(field)
            )
    try:
        return msgspec.convert(_as_chosen(known, _as_texts(known, fields)), cls)
    except msgspec.ValidationError as error:
        what, path, wanted = explained(str(error))
        key = re.split(r"[.\[]", path)[0]
        for field in known:
            if field.encode_name == key:
                what = _shown(fields[key])
                choices = choices_of(base_type(field.type))
                wanted = f"one of {', '.join(choices)}" if choices else wanted
                if is_marked(field, Mark.DOCUMENT):
                    wanted = "a JSON document, or the name of a file with one"
        raise InvalidInput(what, f'{question.name}, key "{key}"', wanted) from None
    except RecursionError:
        raise InvalidInput("a value nested too deep", question.name) from None


def _refuse_too_deep(value: Any, where: str) -> None:
    """Refuse a value that is nested deeper than answers can be."""
    try:
        if isinstance(value, dict | list):
            written(value)
    except TypeError:
        raise InvalidInput("a value nested too deep", where) from None


def _as_texts(
    known: tuple[msgspec.structs.FieldInfo, ...], fields: dict[str, Any]
) -> dict[str, Any]:
    """Return ``fields`` with the documents among them as the texts that their fields are."""
    documents = {field.encode_name for field in known if is_marked(field, Mark.DOCUMENT)}
    return {
        key: msgspec.json.encode(value).decode()
        if key in documents and isinstance(value, dict | list)
        else value
        for key, value in fields.items()
    }


def _as_chosen(
    known: tuple[msgspec.structs.FieldInfo, ...], fields: dict[str, Any]
) -> dict[str, Any]:
    """Return ``fields`` with names that are chosen from a list written as in it, whatever their case."""
    written = {
        field.encode_name: {choice.lower(): choice for choice in choices_of(base_type(field.type))}
        for field in known
    }
    return {
        key: written[key].get(value.lower(), value) if isinstance(value, str) else value
        for key, value in fields.items()
    }


@cache
def fields_of(cls: type[Request]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return a request class's fields; kept, since evaluating annotations takes long."""
    return msgspec.structs.fields(cls)


def field_help(field: msgspec.structs.FieldInfo) -> str:
    """Return what a field's ``msgspec.Meta(description=…)`` says of it, or nothing."""
    return str(getattr(_meta(field.type), "description", None) or "")


def is_marked(field: msgspec.structs.FieldInfo, mark: Mark) -> bool:
    """Return whether a field has a mark."""
    return bool((getattr(_meta(field.type), "extra", None) or {}).get(mark))


def _meta(annotation: Any) -> Any:
    for meta in getattr(annotation, "__metadata__", ()):
        if isinstance(meta, msgspec.Meta):
            return meta
    parts = get_args(annotation) if get_origin(annotation) in (Union, types.UnionType) else ()
    return next(filter(None, map(_meta, parts)), None)


def _shown(value: Any) -> str:
    """Return a value for an error's one line."""
    if value is None or isinstance(value, bool | int | float | str):
        text = quote(value) if isinstance(value, str) else "null" if value is None else str(value)
        return text if len(text) <= 2 * LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"
    return "a list" if isinstance(value, list) else "an object"


def base_type(annotation: Any) -> Any:
    """Return a field's type without Annotated and None: str, int, float, bool, list, Enum, Literal.

    Of several types a command line gives the text.

    >>> base_type(Annotated[int | None, "help"])
    <class 'int'>
    """
    origin = get_origin(annotation)
    if origin is Annotated:
        return base_type(get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        parts = [part for part in get_args(annotation) if part is not type(None)]
        return str if str in parts else base_type(parts[0])
    return list if origin is list else annotation


def choices_of(kind: Any) -> list[str]:
    """Return the texts that a Literal or an Enum allows; none for other types."""
    if get_origin(kind) is Literal:
        return [str(value) for value in get_args(kind)]
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return [str(member.value) for member in kind]
    return []
