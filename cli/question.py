"""Turn a question's request class into a command: its fields become the options.

So an option, its type and its help stand in one place, the class in
``solver/<game>/requests.py``, and a command says no more than how its answer
is drawn.
"""

from __future__ import annotations

import enum
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any, get_args, get_origin

import click
import msgspec

from cli.progress import shown_progress
from cli.streams import standard_input
from solver.answer import Answer, exit_code
from solver.documents import MOST_BYTES, in_utf8, read_document
from solver.errors import InvalidInput, LimitReached
from solver.outputs import reason
from solver.requests import (
    QUESTIONS,
    Mark,
    Question,
    Request,
    base_type,
    choices_of,
    field_help,
    fields_of,
    is_marked,
    typed_request,
)
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
    fields: Any = fields_of(question.request_class())

    def callback(**values: Any) -> int:
        given = {}
        for field in fields:
            value = values.pop(field.name)
            if value not in (None, (), False):
                given[field.encode_name] = _single(field, value)
        _read_files(fields, given)
        return _answered(question, given, values, show, ask)

    return click.Command(
        question.name.rpartition(".")[2],
        params=[*map(_parameter, fields), *parameters, JSON],
        callback=callback,
        help=help_text,
        short_help=help_text.strip().splitlines()[0],
    )


def once(names: list[str], **attributes: Any) -> click.Option:
    """Return an option beside the request's that, like those, may be given once only."""
    default = attributes.pop("default", None)

    def single(context: click.Context, parameter: click.Parameter, values: Any) -> Any:
        if len(values) > 1:
            raise InvalidInput(f"{len(values)} values", parameter.opts[-1], "it once")
        return values[0] if values else default

    return click.Option(names, multiple=True, callback=single, **attributes)


JOBS = once(["--jobs"], type=click.IntRange(1, 256), default=1, help="worker processes  [1]")
#: What click gives for an option that stands alone where it could have had a text.
BARE = "\0"

JSON = click.Option(
    ["--json", "as_json"], is_flag=True, help="print the answer as one JSON document"
)


def _read_files(fields: Any, given: dict[str, Any]) -> None:
    """Put the content of files in the place of their names, for fields that may be one.

    A document's name is left to whoever reads it, but - is standard input here.
    """
    texts = [field for field in fields if isinstance(given.get(field.encode_name), str)]
    documents = [field for field in texts if is_marked(field, Mark.DOCUMENT)]
    texts = [field for field in texts if is_marked(field, Mark.FILE)]
    texts += [field for field in documents if given[field.encode_name] == "-"]
    reading = [option_name(field) for field in texts if given[field.encode_name] == "-"]
    if len(reading) > 1:
        raise InvalidInput(f"{' and '.join(reading)} both read -", "", "one of them")
    for field in texts:
        value = given[field.encode_name]
        if value == "-":
            text = given[field.encode_name] = standard_text(option_name(field))
            if field in documents and text.lstrip()[:1] not in ("{", "["):
                raise InvalidInput("no JSON on standard input", option_name(field), "a document")
        elif value.lower().endswith(TEXT_FILES):
            given[field.encode_name] = read_document(value).decode()


#: How the names of files end that may take the place of a text.
TEXT_FILES = (".json", ".txt", ".log")


def standard_text(name: str) -> str:
    """Return the text on standard input.

    name: what it is read for. Raises InvalidInput for one that is closed, or has no text or too much.
    """
    try:
        content = standard_input().read(MOST_BYTES + 1)
    except OSError as error:
        raise InvalidInput(f"cannot read standard input: {reason(error)}", name) from None
    if len(content) > MOST_BYTES:
        raise InvalidInput("more on standard input", name, f"at most {MOST_BYTES:,} bytes")
    text = in_utf8(content, f"{name}, standard input").decode()
    if not text.strip():
        raise InvalidInput("nothing on standard input", name, "a text or a JSON document")
    return text


def _answered(
    question: Question, given: dict[str, Any], extras: Extras, show: Show, ask: Ask | None
) -> int:
    request = _request(question, given)
    to_stdout = extras.get("output") == "-"
    if to_stdout and extras["as_json"]:
        raise InvalidInput("--json and -o - both write standard output", "", "one of them")
    with shown_progress() as report:
        watch = Watch(getattr(request, "limit", None), report)
        try:
            answer = ask(request, watch, extras) if ask else question.answer(request, watch)
        except LimitReached as error:
            if not extras["as_json"]:
                raise
            answer = question.unfinished(error, watch)
    if answer is None:
        return 0
    if to_stdout:
        return exit_code(answer)
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
    for field in fields_of(question.request_class()):
        if field.required and field.encode_name not in given:
            raise InvalidInput(f"missing {option_name(field)}", "", field_help(field))
    try:
        return typed_request(question, given)
    except InvalidInput as error:
        key = error.where.partition('key "')[2].rstrip('"')
        names = {
            field.encode_name: option_name(field) for field in fields_of(question.request_class())
        }
        raise InvalidInput(error.what, names.get(key, ""), error.expected) from None


def option_name(field: msgspec.structs.FieldInfo) -> str:
    """Return what a field is called on the command line."""
    name = field.encode_name.replace("_", "-")
    return name.upper() if is_argument(field) else f"--{name}"


def is_argument(field: msgspec.structs.FieldInfo) -> bool:
    """Return whether a field is given by its place, not by an option."""
    return is_marked(field, Mark.ARGUMENT)


def _parameter(field: msgspec.structs.FieldInfo) -> click.Parameter:
    """Return the option or argument for a field.

    Each may be given once; click would take the last of several without a word,
    so all are collected and checked in ``_single``.
    """
    kind = base_type(field.type)
    if is_argument(field):
        metavar = field.name.upper() if field.required else f"[{field.name.upper()}]"
        return click.Argument([field.name], nargs=-1, type=_click_type(kind), metavar=metavar)
    name = option_name(field)
    if kind is bool:
        return click.Option([name, field.name], is_flag=True, help=field_help(field))
    if _is_flag_or_text(field.type):
        return click.Option(
            [name, field.name],
            multiple=True,
            is_flag=False,
            flag_value=BARE,
            type=click.STRING,
            help=field_help(field),
            metavar="[FILE]",
        )
    return click.Option(
        [name, field.name],
        multiple=True,
        type=_click_type(kind),
        help=_help_with_default(field),
        metavar=_metavar(field.name, kind),
    )


def _single(field: msgspec.structs.FieldInfo, value: Any) -> Any:
    if not isinstance(value, tuple) or base_type(field.type) is list:
        return list(value) if isinstance(value, tuple) else value
    if is_argument(field) and base_type(field.type) is str:
        if len(value) > 1 and (is_marked(field, Mark.FOLDER) or is_marked(field, Mark.DOCUMENT)):
            raise InvalidInput(
                f"{len(value)} arguments, where one is a name",
                option_name(field),
                "one; a name with spaces in quotes",
            )
        return " ".join(value)
    if len(value) > 1:
        raise InvalidInput(f"{len(value)} values", option_name(field), "it once")
    return True if value[0] == BARE and _is_flag_or_text(field.type) else value[0]


def _is_flag_or_text(annotation: Any) -> bool:
    """Return whether an option may stand alone or with a text (``bool | str``)."""
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    return {bool, str} <= set(get_args(annotation))


def _click_type(kind: Any) -> click.ParamType[Any, Any]:
    choices = choices_of(kind)
    if choices:
        return click.Choice(choices, case_sensitive=False)
    if kind is int:
        return click.INT
    return click.FLOAT if kind is float else click.STRING


#: Fields that are a time; any other number with a fraction is just a number.
TIMES = ("limit", "hourglass")


def _metavar(name: str, kind: Any) -> str:
    choices = choices_of(kind)
    if choices:
        return "|".join(choices)
    return "SECONDS" if name in TIMES else {int: "N", float: "NUMBER"}.get(kind, "TEXT")


def _help_with_default(field: msgspec.structs.FieldInfo) -> str:
    text = field_help(field)
    default = field.default
    if default in (None, msgspec.NODEFAULT, ()):
        return text
    return f"{text}  [{default.value if isinstance(default, enum.Enum) else default}]"
