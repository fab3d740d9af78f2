"""Files are written whole, with the mode they had, wherever their owner may write them."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from solver.errors import InvalidInput, OutputFailed
from solver.outputs import replaced_file
from tests.conftest import Command, assert_bad_input
from tests.examples import ROOT

#: A user whom permissions stop (root they do not).
NOBODY = 65534


def write(path: Path | str, content: bytes = b"new") -> None:
    with replaced_file(path) as file:
        file.write(content)


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_the_mode_is_kept(tmp_path: Path, mode: int) -> None:
    place = tmp_path / "file"
    place.write_bytes(b"old")
    place.chmod(mode)
    write(place)
    assert place.read_bytes() == b"new"
    assert stat.S_IMODE(place.stat().st_mode) == mode


def test_a_new_file_has_the_mode_of_new_files(tmp_path: Path) -> None:
    earlier = os.umask(0o027)
    try:
        write(tmp_path / "file")
    finally:
        os.umask(earlier)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640


@pytest.mark.parametrize("name", ["a" * 255, "ä" * 127, "a" * 249 + ".json", "b" * 250])
def test_the_longest_names(tmp_path: Path, name: str) -> None:
    write(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_left_by_an_error_the_file_is_as_it_was(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_bytes(b"old")
    with pytest.raises(ZeroDivisionError), replaced_file(place) as file:
        file.write(b"half" * (1 // 0))
    assert place.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_full_device() -> None:
    with pytest.raises(OutputFailed, match="no space left"):
        write("/dev/full")


def test_an_error_of_reading_is_not_called_one_of_writing(
    here: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*arguments: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr("solver.batch.answer_line", refused)
    (tmp_path / "in.jsonl").write_text('{"question": "master.grade", "steps": 3}\n')
    run = here("batch", "in.jsonl", "-o", "out.jsonl")
    assert_bad_input(run, "the system refused: too many open files")
    assert not (tmp_path / "out.jsonl").exists()


def as_nobody(folder: Path, script: str) -> str:
    """Run a script as a user whom permissions stop; return what it prints."""
    code = f"import os, sys; sys.path.append({str(ROOT)!r})\nfrom solver.outputs import replaced_file\n"
    if os.geteuid() == 0:
        code += f"os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})\n"
    code += script
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, timeout=60
    )
    return done.stdout + done.stderr


@pytest.fixture
def open_folder(tmp_path: Path) -> Path:
    """Return a folder that everybody can reach."""
    for folder in (tmp_path, *tmp_path.parents):
        if folder.owner() == "root" and str(folder).startswith("/tmp/"):
            folder.chmod(folder.stat().st_mode | 0o711)
    return tmp_path


TRY = """
try:
    with replaced_file("file") as file:
        file.write(b"new")
except Exception as error:
    print(type(error).__name__, error)
"""


def test_a_file_that_may_not_be_written_is_left_alone(open_folder: Path) -> None:
    open_folder.chmod(0o777)
    place = open_folder / "file"
    place.write_bytes(b"old")
    place.chmod(0o444)
    assert "InvalidInput the output may not be written" in as_nobody(open_folder, TRY)
    assert place.read_bytes() == b"old"


def test_a_file_in_a_folder_that_takes_no_second_one_is_written_in_place(open_folder: Path) -> None:
    place = open_folder / "file"
    place.write_bytes(b"old and longer")
    place.chmod(0o666)
    assert "file is written in place" in as_nobody(open_folder, TRY)
    assert place.read_bytes() == b"new"


def test_a_new_file_in_a_folder_that_takes_none(open_folder: Path) -> None:
    assert "InvalidInput cannot write the output: permission denied" in as_nobody(open_folder, TRY)


def test_no_name_and_a_folder(tmp_path: Path) -> None:
    for path, says in (("", "no name"), (str(tmp_path), "a folder")):
        with pytest.raises(InvalidInput, match=says):
            write(path)
