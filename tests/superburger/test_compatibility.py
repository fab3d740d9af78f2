"""The graph of which cards fit each other: its edges, its components, its export."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.superburger.compatibility import components, graph_of
from solver.superburger.deck import built_in
from tests.conftest import Command, assert_bad_input
from tests.superburger.oracles import lies_on, shares_colour

CARDS = [card for card in built_in().cards() if card[1:3] not in ("FL", "BX")]


@given(st.lists(st.sampled_from(CARDS), max_size=10))
def test_edges_are_the_cards_that_fit(cards: list[str]) -> None:
    graph = graph_of(cards)
    assert sorted(node[:-2] for node in graph) == sorted(cards)
    for one, other in combinations(graph, 2):
        buns = [node[1:3] == "BN" for node in (one, other)]
        joined = (
            lies_on(one[:-2], other[:-2]) if not any(buns) else shares_colour(one[:-2], other[:-2])
        )
        assert graph.has_edge(one, other) == (joined and not all(buns))


def test_components() -> None:
    assert components(built_in().read("rTO bTO gON yLE yCH", "cards")) == [
        ["rTO", "bTO"],
        ["yLE", "yCH"],
        ["gON"],
    ]


def test_export(inside: Command, tmp_path: Path) -> None:
    cards = "rBN rTO bTO bON bBN gCU"
    run = inside("super", "biggest", cards, "-o", "cards.graphml", "--json")
    assert run.document["groups"] == 2
    graph = networkx.read_graphml(tmp_path / "cards.graphml")
    assert set(graph) == {f"{card}.1" for card in cards.split()}
    path = sorted((fields["position"], node) for node, fields in graph.nodes(data=True))
    assert path[0] == (0, "gCU.1")
    assert [node[:-2] for _, node in path[1:]] == run.document["burger"]
    assert all(graph.has_edge(a, b) for (_, a), (_, b) in pairwise(path[1:]))
    assert inside("super", "biggest", cards, "-o", "cards.dot").code == 0
    text = (tmp_path / "cards.dot").read_text()
    assert '"rTO.1" -- "bTO.1";' in text
    assert text.count(" -- ") == graph.number_of_edges()


@pytest.mark.parametrize("output", ["cards.png", "no/folder/cards.dot"])
def test_bad_output(inside: Command, output: str) -> None:
    assert_bad_input(inside("super", "biggest", "rBN rTO rBN", "-o", output), output)
