"""Files from outside, read with care; files of our own are left to ``outputs``.

Decks, menus and request files come from people: they may be missing, empty,
huge, no text, no JSON, or JSON of something else. Each of these is one
InvalidInput that names the file and the place in it.
"""

from __future__ import annotations

import codecs
import json
import os
import re
import stat
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from solver.errors import InvalidInput, quote
from solver.outputs import reason

T = TypeVar("T")

#: What some editors put before a text in UTF-8.
BYTE_ORDER_MARK = codecs.BOM_UTF8

#: The marks of texts in UTF-16, as some shells write them, and the encodings they stand for.
UTF16_MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


def in_utf8(content: bytes, where: str) -> bytes:
    """Return a text in UTF-8 without a mark; in UTF-16 it is read by its mark.

    Raises InvalidInput for a text that is neither.
    """
    encoding = UTF16_MARKS.get(content[:2])
    try:
        text = content[2:].decode(encoding) if encoding else content.decode("utf-8-sig")
        return text.encode()
    except UnicodeError:
        raise InvalidInput("no text", where, "UTF-8, or UTF-16 with its mark") from None


#: Largest file that is read as one document: far more than any deck.
MOST_BYTES = 4 * 1024 * 1024


#: Whether this process may open files that a request names; see :func:`close_files`.
_files_are_open = True


def close_files() -> None:
    """Open no file that a request names from now on: for a process that answers strangers."""
    global _files_are_open
    _files_are_open = False


def given_document(text: str, key: str, most: int = MOST_BYTES) -> tuple[bytes, str]:
    """Return the content of a document that a request gives, and what errors call it.

    text: the JSON itself, or the name of a file with it; key: the request's key for it.
    Raises InvalidInput as :func:`read_document` does.
    """
    if text.lstrip()[:1] in ("{", "["):
        return text.encode(), key
    if not _files_are_open:
        raise InvalidInput(
            f"no file is read here, {quote(text)}", key, "the document itself, as JSON"
        )
    return read_document(text, most), text


def read_document(path: str | Path, most: int = MOST_BYTES) -> bytes:
    """Return a file's content.

    Raises InvalidInput if it is missing, no plain file, unreadable, empty, or larger than ``most``,
    and for every file after :func:`close_files`.
    """
    if not _files_are_open:
        raise InvalidInput("no file is read here", quote(str(path)), "the document itself, as JSON")
    try:
        found = os.stat(path)
        if not stat.S_ISREG(found.st_mode):
            raise InvalidInput("not a file", str(path), "a plain file")
        if found.st_size > most:
            raise InvalidInput(f"a file of {found.st_size:,} bytes", str(path), f"at most {most:,}")
        content = in_utf8(Path(path).read_bytes(), str(path))
    except (OSError, ValueError) as error:
        raise InvalidInput(f"cannot read the file: {reason(error)}", quote(str(path))) from None
    if not content.strip():
        raise InvalidInput("an empty file", str(path), "a JSON document")
    return content


def typed_document(content: bytes, cls: type[T], where: str) -> T:
    """Return a JSON document as the given class.

    Raises InvalidInput with the position, or the path in the document, of what is wrong.
    """
    try:
        return msgspec.json.decode(content.removeprefix(BYTE_ORDER_MARK), type=cls)
    except msgspec.ValidationError as error:
        what, path, wanted = explained(str(error))
        raise InvalidInput(what, f"{where}, {path}" if path else where, wanted) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidInput(f"no JSON: {_plainly(error)}", where) from None


#: msgspec's words for types -> a person's.
_TYPE_NAMES = {
    "`int`": "a whole number",
    "`float`": "a number",
    "`str`": "text",
    "`bool`": "true or false",
    "`object`": "an object {…}",
    "`array`": "a list […]",
    ">=": "at least",
    "<=": "at most",
}


def explained(message: str) -> tuple[str, str, str]:
    """Turn msgspec's "Expected `int`, got `str` - at `$.declare`" into what, where and expected.

    >>> explained("Expected `int`, got `str` - at `$.declare`")
    ('got text', 'declare', 'a whole number')
    >>> explained("Object missing required field `name`")
    ('Object missing required field name', '', '')
    >>> explained("Expected `str | null`, got `array` - at `$.gold`")
    ('got a list […]', 'gold', 'text')
    >>> explained("Expected `str | array | null`, got `int` - at `$.board`")
    ('got a whole number', 'board', 'text or a list […]')
    """
    text, _, path = message.partition(" - at `")
    path = path.rstrip("`").removeprefix("$").removeprefix(".")
    wanted, _, got = text.partition(", got ")
    wanted = _several(wanted)
    for word, name in _TYPE_NAMES.items():
        wanted, got = wanted.replace(word, name), got.replace(word, name)
    if not wanted.startswith("Expected "):
        return text.replace("`", ""), path, ""
    what = f"got {got}" if got else "a value out of range"
    return what, path, wanted.removeprefix("Expected ").replace("`", "")


def _several(wanted: str) -> str:
    """Return "Expected `str | array | null`" with each of the types in a person's words, and no null."""
    start, _, kinds = wanted.rstrip("`").partition("`")
    if " | " not in kinds:
        return wanted
    names = [f"`{kind}`" for kind in kinds.split(" | ") if kind != "null"]
    return start + " or ".join(_TYPE_NAMES.get(name, name) for name in names)


def untyped_document(content: bytes | str, where: str) -> Any:
    """Return a JSON document as plain values.

    Raises InvalidInput if it is no JSON, or says one key of an object twice.
    """

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice = next(key for key, _ in pairs if [k for k, _ in pairs].count(key) > 1)
            raise InvalidInput(f"key {quote(twice)} is there twice", where, "it once")
        return found

    def no_number(name: str) -> Any:
        raise InvalidInput(f"{name} is no number in JSON", where)

    try:
        text = (
            content.removeprefix(BYTE_ORDER_MARK).decode()
            if isinstance(content, bytes)
            else content
        )
        document = json.loads(text, object_pairs_hook=once, parse_constant=no_number)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"no JSON: {_plainly(error)}", where) from None
    _refuse_unwritable(document, text, where)
    return document


#: A number of more digits than 64 bits have may be one.
_LONG_NUMBER = re.compile(r"-?\d{19,}")


def _refuse_unwritable(document: Any, text: str, where: str) -> None:
    """Refuse where it comes in what could not be written again: half a character, a huge number.

    What is nested too deep is left to whoever knows what is nested.
    """
    try:
        written(document)
    except TypeError as error:
        plain = _plainly(error)
        number = _LONG_NUMBER.search(text)
        if "digits" in plain and number:
            raise InvalidInput(f"{quote(number[0])} is {plain}", where, "64 bits at most") from None
        if "nested" not in plain:
            raise InvalidInput(f"no JSON: {plain}", where) from None


def written(document: Any) -> bytes:
    """Return a document as JSON; raise TypeError for what cannot be written, in the words of orjson.

    By msgspec where there is no orjson, as in a browser.
    """
    try:
        import orjson
    except ImportError:
        try:
            return msgspec.json.encode(document)
        except OverflowError:
            raise TypeError("Integer exceeds 64-bit range") from None
        except RecursionError:
            raise TypeError("Recursion limit reached") from None
        except UnicodeEncodeError:
            raise TypeError("str is not valid UTF-8: surrogates not allowed") from None
    return orjson.dumps(document)


def _plainly(error: Exception) -> str:
    """Return why a text is no JSON that can be read, without Python's own words.

    >>> _plainly(ValueError("Integer exceeds 64-bit range"))
    'a number of too many digits'
    """
    words = {
        "recursion": "nested too deep",
        "digits": "a number of too many digits",
        "64-bit": "a number of too many digits",
        "utf-8: surrogates": "half a character (a lone surrogate)",
    }
    return next((plain for word, plain in words.items() if word in str(error).lower()), str(error))
