"""Turn a question's request class into a command: its fields become the options.

So an option, its type and its help stand in one place, the class in
``solver/<game>/requests.py``, and a command says no more than how its answer
is drawn.
"""

from __future__ import annotations

import enum
import sys
import types
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import click
import msgspec

from cli.progress import shown_progress
from solver.answer import Answer, exit_code
from solver.errors import InvalidInput
from solver.requests import QUESTIONS, Question, Request, field_help, typed_request
from solver.watch import Watch

#: Draws an answer for a person.
Show = Callable[[Any], None]

#: What is left of the parameters beside the request: --json, --output and the like.
Extras = dict[str, Any]

#: Answers a request whose command has parameters of its own; returns None if it has shown everything.
Ask = Callable[[Request, Watch, Extras], Answer | None]


def question_command(
    name: str | Question,
    show: Show,
    help_text: str,
    *,
    parameters: Sequence[click.Parameter] = (),
    ask: Ask | None = None,
) -> click.Command:
    """Return the command for a question; for one that only a command may ask, given as it is.

    parameters: further ones that the request does not have; ``ask`` gets their values.
    """
    question = QUESTIONS[name] if isinstance(name, str) else name
    fields: Any = msgspec.structs.fields(question.request_class())

    def callback(**values: Any) -> int:
        given = {}
        for field in fields:
            value = values.pop(field.name)
            if value not in (None, (), False):
                given[field.encode_name] = _single(field, value)
        return _answered(question, given, values, show, ask)

    return click.Command(
        question.name.rpartition(".")[2],
        params=[*map(_parameter, fields), *parameters, JSON],
        callback=callback,
        help=help_text,
        short_help=help_text.strip().splitlines()[0],
    )


JSON = click.Option(
    ["--json", "as_json"], is_flag=True, help="print the answer as one JSON document"
)


def _answered(
    question: Question, given: dict[str, Any], extras: Extras, show: Show, ask: Ask | None
) -> int:
    request = _request(question, given)
    with shown_progress() as report:
        watch = Watch(getattr(request, "limit", None), report)
        answer = ask(request, watch, extras) if ask else question.answer(request, watch)
    if answer is None:
        return 0
    if extras["as_json"]:
        print_json(answer)
    else:
        show(answer)
    return exit_code(answer)


def print_json(answer: Answer) -> None:
    """Print the answer as one JSON document, keys sorted."""
    from solver.batch import as_line

    sys.stdout.buffer.write(as_line(answer.document()))


def _request(question: Question, given: dict[str, Any]) -> Request:
    """Return the typed request; errors name options, not keys."""
    for field in msgspec.structs.fields(question.request_class()):
        if field.required and field.encode_name not in given:
            raise InvalidInput(f"missing {option_name(field)}", "", field_help(field))
    try:
        return typed_request(question, given)
    except InvalidInput as error:
        where = error.where.partition('key "')[2].rstrip('"')
        raise InvalidInput(error.what, f"--{where}" if where else "", error.expected) from None


def option_name(field: msgspec.structs.FieldInfo) -> str:
    """Return what a field is called on the command line."""
    name = field.encode_name.replace("_", "-")
    return name.upper() if is_argument(field) else f"--{name}"


def is_argument(field: msgspec.structs.FieldInfo) -> bool:
    """Return whether a field is given by its place, not by an option (``extra={"argument": True}``)."""
    return any(
        bool((meta.extra or {}).get("argument"))
        for meta in getattr(field.type, "__metadata__", ())
        if isinstance(meta, msgspec.Meta)
    )


def _parameter(field: msgspec.structs.FieldInfo) -> click.Parameter:
    """Return the option or argument for a field.

    Each may be given once; click would take the last of several without a word,
    so all are collected and checked in ``_single``.
    """
    kind = _base_type(field.type)
    if is_argument(field):
        metavar = field.name.upper() if field.required else f"[{field.name.upper()}]"
        return click.Argument([field.name], nargs=-1, type=_click_type(kind), metavar=metavar)
    name = option_name(field)
    if kind is bool:
        return click.Option([name, field.name], is_flag=True, help=field_help(field))
    return click.Option(
        [name, field.name],
        multiple=True,
        type=_click_type(kind),
        help=_help_with_default(field),
        metavar=_metavar(kind),
    )


def _single(field: msgspec.structs.FieldInfo, value: Any) -> Any:
    if not isinstance(value, tuple) or _base_type(field.type) is list:
        return list(value) if isinstance(value, tuple) else value
    if is_argument(field) and _base_type(field.type) is str:
        return " ".join(value)
    if len(value) > 1:
        raise InvalidInput(f"{option_name(field)} is given {len(value)} times", "", "it once")
    return value[0]


def _base_type(annotation: Any) -> Any:
    """Return the type without Annotated and without None: str, int, float, bool, list, an Enum or Literal."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return _base_type(get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        (rest,) = [part for part in get_args(annotation) if part is not type(None)]
        return _base_type(rest)
    return list if origin is list else annotation


def _click_type(kind: Any) -> click.ParamType[Any, Any]:
    choices = _choices(kind)
    if choices:
        return click.Choice(choices, case_sensitive=False)
    if kind is int:
        return click.INT
    return click.FLOAT if kind is float else click.STRING


def _choices(kind: Any) -> list[str]:
    if get_origin(kind) is Literal:
        return [str(value) for value in get_args(kind)]
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return [str(member.value) for member in kind]
    return []


def _metavar(kind: Any) -> str:
    choices = _choices(kind)
    return "|".join(choices) if choices else {int: "N", float: "SECONDS"}.get(kind, "TEXT")


def _help_with_default(field: msgspec.structs.FieldInfo) -> str:
    text = field_help(field)
    default = field.default
    if default in (None, msgspec.NODEFAULT, ()):
        return text
    return f"{text}  [{default.value if isinstance(default, enum.Enum) else default}]"
