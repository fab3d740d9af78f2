"""Files are written whole, with the mode they had, wherever their owner may write them."""

from __future__ import annotations

import errno
import os
import select
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from solver.errors import InvalidInput, OutputFailed
from solver.outputs import opened_output, replaced_file
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


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="needs /dev/fd")
@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("burger -o /dev/stdout | head -c 5", '{"act'),
        ("burger -o /dev/stderr 2>&1 >/dev/null | head -c 5", '{"act'),
        ("burger -o /dev/fd/3 3>&1 >/dev/null | head -c 5", '{"act'),
        ("burger -o >(head -c 5) >/dev/null; sleep 1", '{"act'),
        ("ln -s /dev/stdout link; burger -o link | head -c 5", '{"act'),
        ("mkfifo pipe; head -c 5 pipe & burger -o pipe >/dev/null; wait", '{"act'),
        ("(echo a; burger -o /dev/stdout; echo z) >file; head -c 7 file; tail -n 1 file", 'a\n{"actz'),
    ],
)  # fmt: skip
def test_what_is_open_already(tmp_path: Path, command: str, says: str) -> None:
    program = f"{sys.executable} -P -m cli.main battle play --seed 1"
    done = subprocess.run(
        ["bash", "-c", command.replace("burger", program)],
        cwd=tmp_path, capture_output=True, text=True, timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stdout.strip() == says, done.stderr


def test_a_ring_of_links_and_a_name_that_ends_as_a_folder(tmp_path: Path) -> None:
    (tmp_path / "ring").symlink_to("ring")
    with pytest.raises(InvalidInput, match="too many"):
        write(tmp_path / "ring")
    assert (tmp_path / "ring").is_symlink()
    with pytest.raises(InvalidInput, match="a folder"):
        write(f"{tmp_path}/new/")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("why", [errno.EBUSY, errno.EPERM])
@pytest.mark.parametrize("old", [b"old", b"old and longer"])
def test_a_file_whose_place_cannot_be_taken_is_written_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: int, old: bytes
) -> None:
    def refused(*arguments: object) -> None:
        raise OSError(why, os.strerror(why))

    place = tmp_path / "file"
    place.write_bytes(old)
    number = place.stat().st_ino
    monkeypatch.setattr(os, "replace", refused)
    write(place, b"newer")
    assert place.read_bytes() == b"newer"
    assert place.stat().st_ino == number
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_without_room_a_file_that_is_written_in_place_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    place = tmp_path / "file"
    place.write_bytes(b"old")
    monkeypatch.setattr(os, "replace", lambda *_: _busy())
    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(InvalidInput, match="no space left"):
        write(place, b"longer than the old")
    assert place.read_bytes() == b"old"


def _busy() -> None:
    raise OSError(errno.EBUSY, "Device or resource busy")


def test_a_pipe_that_does_not_wait_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = []
    wait = select.select
    monkeypatch.setattr(select, "select", lambda *given: (waits.append(given), wait(*given))[1])
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    content = b"x" * 1_000_000
    with subprocess.Popen(
        ["sh", "-c", "sleep 1; wc -c"], stdin=reading, stdout=subprocess.PIPE
    ) as run:
        os.close(reading)
        with opened_output(writing, "pipe") as file:
            file.write(content)
        assert waits
        assert run.stdout is not None
        assert int(run.stdout.read()) == len(content)
