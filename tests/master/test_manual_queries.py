"""The manual's queries, asked for real."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import pytest

from solver.master.database import read_rows
from tests.examples import ROOT
from tests.master.databases import small_chunks, small_database

MANUAL = ROOT / "solver/master/tables/README.md"


def test_the_queries_of_the_manual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_chunks(monkeypatch)
    database = small_database(tmp_path / "base")
    monkeypatch.chdir(tmp_path)
    hardest, worst, spread = (
        duckdb.sql(query).fetchall()
        for query in re.findall(r"```sql\n(SELECT.*?);\n```", MANUAL.read_text("utf-8"), re.DOTALL)
    )
    rows = [read_rows(database.place(chunk)) for chunk in database.there()]
    plates = [text for some in rows for text in some.plates]
    cards = list(database.contents.cards)
    steps = {card: [n for some in rows for n in some.steps[card].tolist()] for card in cards}
    by_card = sorted(zip(steps["base-20"], plates, strict=True), key=lambda one: -one[0])
    assert hardest == by_card[:10]
    sums = [sum(column) for column in zip(*steps.values(), strict=True)]
    assert worst == sorted(zip(sums, plates, strict=True), key=lambda one: -one[0])[:5]
    every = [n for card in cards for n in steps[card]]
    assert spread == [(n, every.count(n)) for n in sorted(set(every))]
