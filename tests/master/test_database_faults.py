"""What a database tells of files that are not as they were made: never a wrong answer, never a traceback."""

from __future__ import annotations

import contextlib
import dataclasses
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

from solver.master import database as module
from solver.master import frames
from solver.master.database import Database, Rows, Share, contents_of, read_chunk, read_rows
from solver.master.database_build import Chunk, build, encoded
from solver.master.rules import Variant
from solver.watch import Watch
from tests.conftest import Command, assert_bad_input
from tests.master.databases import FEW, SMALL, contents, small_chunks, small_database

#: A fault: what happens to a chunk's file.
Spoil = Callable[[Database, int], None]

DATABASE = ("master", "database")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Database:
    """Five small chunks of the Base database."""
    small_chunks(monkeypatch)
    return small_database(tmp_path / "small")


def first_name(database: Database) -> str:
    return database.place(database.there()[0]).name


# -- faults of content ------------------------------------------------------


def table_changed(change: Callable[[Any], Any]) -> Spoil:
    """The file's columns changed by another program, which keeps the metadata and their checksum."""

    def spoil(database: Database, chunk: int) -> None:
        path = database.place(chunk)
        table = pyarrow.parquet.read_table(path)
        changed = change(table).replace_schema_metadata(table.schema.metadata)
        pyarrow.parquet.write_table(changed, path)

    return spoil


def with_column(name: str, column: Callable[[Any], Any]) -> Spoil:
    return table_changed(
        lambda table: table.set_column(
            table.schema.get_field_index(name), name, column(table[name])
        )
    )


def with_value(value: int | None) -> Spoil:
    """The first set-up's steps for base-07 changed."""
    return with_column(
        "base-07",
        lambda column: pyarrow.array([value, *column.to_pylist()[1:]], type=pyarrow.uint8()),
    )


def as_type(name: str, kind: Any) -> Spoil:
    return with_column(name, lambda column: column.cast(kind))


def made_so(change: Callable[[Rows], Rows]) -> Spoil:
    """Other content, with a checksum that fits it."""

    def spoil(database: Database, chunk: int) -> None:
        path = database.place(chunk)
        path.write_bytes(encoded(change(read_rows(path)), Chunk(database.contents, chunk)))

    return spoil


def without_plates(table: Any) -> Any:
    return table.drop_columns(["plates"])


def far_too_many(rows: Rows) -> Rows:
    steps = {card: np.full_like(column, 200) for card, column in rows.steps.items()}
    return dataclasses.replace(rows, steps=steps)


def no_rows(rows: Rows) -> Rows:
    steps = {card: column[:0] for card, column in rows.steps.items()}
    return Rows(rows.setups[:0], rows.plates[:0], steps)


def torn_at_the_end(database: Database, chunk: int) -> None:
    path = database.place(chunk)
    path.write_bytes(path.read_bytes()[:-9])


def torn_inside(database: Database, chunk: int) -> None:
    path = database.place(chunk)
    content = bytearray(path.read_bytes())
    content[40:400] = b"\xff" * 360
    path.write_bytes(content)


DAMAGES = [
    pytest.param(with_value(0), "checksum does not fit", id="another value"),
    pytest.param(with_value(200), "checksum does not fit", id="200"),
    pytest.param(with_value(None), "1 empty value in column base-07", id="null"),
    pytest.param(table_changed(lambda table: table.slice(0, 0)), "checksum", id="0 rows"),
    pytest.param(table_changed(without_plates), "other columns", id="no plates"),
    pytest.param(as_type("base-07", pyarrow.int64()), "base-07 is of the type int64", id="int64"),
    pytest.param(as_type("base-07", pyarrow.float32()), "type float", id="float"),
    pytest.param(as_type("setup", pyarrow.int64()), "setup is of the type int64", id="set-ups"),
    pytest.param(as_type("plates", pyarrow.large_string()), "type large_string", id="plates"),
    pytest.param(made_so(far_too_many), "200 steps for base-01", id="200 and a checksum"),
    pytest.param(made_so(no_rows), "set-ups other than", id="0 rows and a checksum"),
    pytest.param(torn_at_the_end, "not a whole file", id="torn"),
    pytest.param(torn_inside, "", id="torn inside"),
]  # fmt: skip


@pytest.mark.parametrize(("spoil", "says"), DAMAGES)
def test_a_damaged_file_is_told_by_all_and_built_again(
    small: Database, here: Command, spoil: Spoil, says: str
) -> None:
    before = contents(small.folder)
    second = small.there()[1]
    plates = read_chunk(small, second).plates[0]
    spoil(small, second)
    name, folder = small.place(second).name, str(small.folder)
    expected = "same database build makes it again"
    for extra in ([], ["--json"]):
        assert_bad_input(here(*DATABASE, "stats", folder, *extra), says, name, expected)
        lookup = (*DATABASE, "lookup", folder, "--card", "base-07", "--plates", plates, *extra)
        assert_bad_input(here(*lookup), says, name, expected)
    run = here(*DATABASE, "verify", folder, "--share", str(FEW), "--sample", "0")
    assert run.code == 1
    assert run.out.startswith(f"{name}: ")
    assert says in run.out.splitlines()[0]
    done = build(small, FEW, Watch())
    assert (done.chunks, done.new) == (5, 1)
    assert contents(small.folder) == before
    assert here(*DATABASE, "stats", folder).code == 0


def test_no_order_takes_more_than_the_limit_that_is_checked() -> None:
    assert module.MOST_STEPS == frames.MOST_STEPS


def test_plates_that_are_none_under_a_checksum_that_fits(small: Database, here: Command) -> None:
    nonsense = made_so(lambda rows: dataclasses.replace(rows, plates=["BPC"] * len(rows.plates)))
    nonsense(small, small.there()[0])
    run = here(*DATABASE, "stats", str(small.folder))
    assert_bad_input(run, "plates that are no set-ups", first_name(small))


# -- faults of place --------------------------------------------------------


def copied(database: Database, chunk: int) -> None:
    """Another chunk's file under this one's name."""
    shutil.copy(database.place(chunk + FEW.of), database.place(chunk))


def beyond(database: Database, chunk: int) -> None:
    shutil.copy(database.place(chunk), database.place(database.chunks + 1))


def of_the_variant(variant: Variant, menu: str = "base") -> Spoil:
    """A chunk of another database under this one's name, right in itself."""

    def spoil(database: Database, chunk: int) -> None:
        other = Database(database.folder / "other", contents_of(menu, variant))
        build(other, Share(chunk + 1, other.chunks), Watch())
        other.place(chunk).replace(database.place(chunk))

    return spoil


PLACES = [
    pytest.param(copied, "not what its name says: the file holds chunk 60102", id="copied"),
    pytest.param(beyond, "not what its name says: the file holds chunk 30054", id="beyond"),
    pytest.param(of_the_variant(Variant.BEGINNER), "menu 'base', variant beginner", id="beginner"),
    pytest.param(of_the_variant(Variant.COMPETENT), "variant competent", id="competent"),
    pytest.param(of_the_variant(Variant.COMPETENT, "all"), "menu 'all'", id="both menus"),
    pytest.param(of_the_variant(Variant.STANDARD, "gourmet"), "menu 'gourmet'", id="gourmet"),
]


@pytest.mark.parametrize(("spoil", "says"), PLACES)
def test_a_file_that_is_not_what_its_name_says_is_never_counted(
    small: Database, here: Command, spoil: Spoil, says: str
) -> None:
    chunk = small.there()[1]
    before = set(contents(small.folder))
    spoil(small, chunk)
    name = next(iter(set(plain_files(small)) - before), small.place(chunk).name)
    assert_bad_input(here(*DATABASE, "stats", str(small.folder)), says, name)
    assert_bad_input(here(*DATABASE, "stats", str(small.folder), "--json"), says, name)
    run = here(*DATABASE, "verify", str(small.folder), "--share", str(FEW), "--sample", "0")
    assert run.code == 1
    assert run.out.startswith(name)
    built = here(*DATABASE, "build", "-o", str(small.folder), "--share", str(FEW))
    assert_bad_input(built, says, name)


def plain_files(database: Database) -> list[str]:
    return [path.name for path in database.folder.iterdir() if path.is_file()]


def test_the_same_menu_with_other_cards_is_another_database(small: Database) -> None:
    cards = {**small.contents.cards, "base-01": "BPPPB"}
    other = Database(small.folder, module.Contents("base", Variant.STANDARD, cards))
    with pytest.raises(module.InvalidInput, match="another database: other cards of menu 'base'"):
        build(other, FEW, Watch())


# -- what cannot be read or written ----------------------------------------


def test_what_cannot_be_read_is_told_in_the_systems_words(small: Database, here: Command) -> None:
    first, second = (small.place(chunk) for chunk in small.there()[:2])
    folder = str(small.folder)
    plates = read_chunk(small, small.there()[1]).plates[0]
    lookup = (*DATABASE, "lookup", folder, "--card", "base-07", "--plates", plates)
    second.unlink()
    assert_bad_input(here(*lookup), "the set-up's chunk is not there", second.name)
    second.symlink_to("nowhere")
    for command in (lookup, (*DATABASE, "stats", folder)):
        assert_bad_input(here(*command), "cannot read the file: no such file", second.name)
    second.unlink()
    second.mkdir()
    for command in (lookup, (*DATABASE, "stats", folder)):
        assert_bad_input(here(*command), "not a plain file", second.name)
    verified = here(*DATABASE, "verify", folder, "--share", str(FEW), "--sample", "0")
    assert verified.code == 1
    assert f"{second.name}: not a plain file" in verified.out
    for chunk in small.there():
        if small.place(chunk).is_file():
            small.place(chunk).unlink()
    for question in ("stats", "verify"):
        assert_bad_input(here(*DATABASE, question, folder), "not a plain file", second.name)
    assert_bad_input(here(*DATABASE, "build", "-o", folder), "not a plain file", second.name)
    assert not first.exists()


def test_a_file_without_permission_is_no_missing_database(
    small: Database, here: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refused)
    for question in ("stats", "verify"):
        run = here(*DATABASE, question, str(small.folder))
        assert_bad_input(run, "cannot read the file: permission denied", first_name(small))


def test_a_folder_whose_only_chunk_is_torn(small: Database, here: Command) -> None:
    first, *others = small.there()
    for chunk in others:
        small.place(chunk).unlink()
    torn_at_the_end(small, first)
    run = here(*DATABASE, "verify", str(small.folder), "--json")
    assert (run.code, run.document["value"], run.document["menu"]) == (1, False, None)
    name = small.place(first).name
    assert run.document["faults"] == [f"{name}: not a whole file of a database"]
    shown = here(*DATABASE, "verify", str(small.folder)).out
    assert f"{name}: not a whole" in shown
    assert shown.endswith("0 answers solved again: all there are in right files\n")
    assert_bad_input(here(*DATABASE, "stats", str(small.folder)), "not a whole file", name)


def test_a_folder_that_cannot_be_written_is_told_before_anything_is_computed(
    small: Database, here: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextlib.contextmanager
    def never(*arguments: Any) -> Iterator[Any]:
        raise AssertionError("workers were asked for")
        yield

    monkeypatch.setattr("solver.master.database_answers.workers", never)
    run = here(*DATABASE, "build", "-o", "/proc", "--share", str(FEW))
    assert_bad_input(run, "cannot write in the folder", "/proc")
    for arguments, says in [
        (["-o", ""], "no name for the output"),
        (["-o", "x", "-o", "y"], "2 values"),
        (
            ["-o", str(small.folder), "--menu", "gourmet", "--share", "1/9999999"],
            "another database",
        ),
        (["-o", "x", "--share", f"{small.chunks + 1}/{small.chunks + 9}"], "has none of"),
        (["-o", "x", "--menu", "base", "--variant", "competent"], "the competent variant"),
        (["-o", "x", "--menu", "gourmet", "--variant", "competent"], "the competent variant"),
    ]:
        assert_bad_input(here(*DATABASE, "build", *arguments), says)
    assert not Path("x").exists()
    assert list(Path().iterdir()) == [small.folder.relative_to(Path().absolute())]
    done = here(*DATABASE, "build", "-o", str(small.folder), "--share", str(FEW))
    assert done.code == 0
    assert f"{5 * SMALL * 20:,} answers" in done.out


def test_a_share_without_files_is_told(here: Command, small: Database) -> None:
    number = small.chunks
    for question, folder in (("build", ["-o", "x"]), ("verify", [str(small.folder)])):
        share = f"{number + 1}/{number + 13}"
        run = here(*DATABASE, question, *folder, "--share", share)
        assert_bad_input(run, f"share {share} has none of the {number:,} files", f"{number}/")


# -- the command's own words ------------------------------------------------


def test_the_competent_variant_is_of_both_menus(here: Command) -> None:
    for command in (
        (*DATABASE, "sample", "--menu", "base"),
        (*DATABASE, "sample", "--menu", "gourmet"),
        ("master", "hardest", "--card", "base-07", "--menu", "base"),
        ("master", "table", "--setups", "2", "--menu", "base"),
    ):
        run = here(*command, "--variant", "competent")
        assert_bad_input(run, "the competent variant with the", "menu alone", "expected all")
    run = here(*DATABASE, "sample", "--variant", "competent", "--setups", "2", "--json")
    assert run.document["menu"] == "all"
    assert len(run.document["cards"]) == 40
    hardest = ("master", "hardest", "--card", "base-07", "--variant", "competent", "--setups", "1")
    assert here(*hardest, "--json").document["of"] == 1_345_387_200
    assert "for a card of base too" in " ".join(here("master", "hardest", "--help").out.split())


def test_as_many_answers_are_solved_again_as_there_are(here: Command, small: Database) -> None:
    # Of a share of two files one is missing: all are drawn from the other.
    share = f"7/{FEW.of * 4}"
    for chunk in small.there():
        if chunk != FEW.part - 1:
            small.place(chunk).unlink()
    verify = (*DATABASE, "verify", str(small.folder), "--share", share)
    run = here(*verify, "--sample", "7")
    assert run.code == 1
    assert "missing" in run.out
    assert run.out.endswith("7 answers solved again\n")
    small.place(FEW.part - 1).rename("kept")
    of_two = here(*verify, "--sample", "7", "--json")
    assert of_two.code == 2


def test_it_is_said_where_all_answers_are_solved_again(
    here: Command, small: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.master.database_check._solved_again", lambda *_: iter(()))
    one = f"{FEW.part}/{small.chunks}"
    run = here(*DATABASE, "verify", str(small.folder), "--share", one, "--sample", "1000")
    assert run.code == 0
    assert run.out.endswith("320 answers solved again: all there are\n")


def test_two_names_are_one_too_many(here: Command, small: Database) -> None:
    shutil.copytree(small.folder, "a b")
    for command in (
        (*DATABASE, "verify", "a", "b"),
        (*DATABASE, "stats", "a", "b"),
        (*DATABASE, "lookup", "a", "b", "--plates", "B/B/B/B", "--card", "base-07"),
        ("master", "verify-log", "a", "b"),
        ("slam", "referee", "a", "b"),
        ("super", "referee", "a", "b"),
        ("battle", "check", "a", "b"),
    ):
        assert_bad_input(here(*command), "2 arguments", "a name with spaces in quotes")
    assert here(*DATABASE, "stats", "a b").code == 0
    for question in ("verify", "stats"):
        assert_bad_input(here(*DATABASE, question, ""), "no name for the folder")


def test_lookup_names_no_option_that_it_does_not_have(here: Command, small: Database) -> None:
    lookup = (*DATABASE, "lookup", str(small.folder), "--card", "base-07", "--plates")
    for plates in ("BPCL/BTT/B/-", "BPPPCC/BCLLL/BTTTB/-", "BPPPCCC/BLLL/BTTT/B"):
        run = here(*lookup, plates)
        assert_bad_input(run, "expected")
        assert "strict" not in run.err
    solve = ("master", "solve", "--strict", "--card", "base-07", "--plates", "BPCL/BTT/B/-")
    assert "(strict)" in here(*solve).err


@pytest.mark.parametrize("targets", [("no/x.json", "q.png"), ("x.json", "no/q.png")])
def test_of_two_outputs_none_is_written_where_one_cannot_be(
    here: Command, small: Database, targets: tuple[str, str]
) -> None:
    output, plot = targets
    run = here(*DATABASE, "stats", str(small.folder), "-o", output, "--plot", plot)
    assert_bad_input(run, "cannot write the output", "no/")
    solve = ("master", "solve", "--plates", "BPCL/BTT/B/BOO", "--card", "base-07")
    svg, gif = output.replace("json", "svg"), plot.replace("png", "gif")
    assert_bad_input(here(*solve, "--svg", svg, "--gif", gif), "cannot write the output", "no/")
    assert [path.name for path in Path().iterdir()] == ["small"]


def test_the_endings_of_outputs_are_checked(here: Command, small: Database) -> None:
    stats = (*DATABASE, "stats", str(small.folder))
    assert_bad_input(here(*stats, "-o", "st.txt"), "unknown statistics format", "st.txt", ".json")
    assert_bad_input(here(*stats, "-o", ""), "no name for the output")
    assert_bad_input(here(*stats, "--plot", ""), "no name for the output")
    assert not Path("st.txt").exists()


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_a_plot_drawn_twice_is_the_same_file(
    burger: Command, tmp_path: Path, small: Database, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cli.heatmap import write_heatmap
    from solver.master.database_answers import stats
    from solver.master.requests import DatabaseStats

    answer = stats(DatabaseStats(dir=str(small.folder)), Watch())
    drawn = []
    for number, year in enumerate(("1000000000", "1700000000")):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", year)  # stands for another day
        with (tmp_path / f"{number}.{ending}").open("wb") as file:
            write_heatmap(answer, f".{ending}", file)
        drawn.append((tmp_path / f"{number}.{ending}").read_bytes())
    assert drawn[0] == drawn[1]


def test_one_is_said_as_one(here: Command, small: Database) -> None:
    run = here("master", "play", "--players", "1")
    assert_bad_input(run, "1 player (")
    command = (*DATABASE, "build", "-o", "one", "--share", f"1/{small.chunks}")
    assert "16 set-ups of the base menu in 1 file, 1 of them new" in here(*command).out
    told: list[str] = []
    Path("one", "setups-0000.parquet").unlink()
    one = Database(Path("one"), small.contents)
    build(one, Share(1, small.chunks), Watch(report=lambda line, _: told.append(line)))
    assert told == ["0 of 1 chunk", "1 of 1 chunk"]
