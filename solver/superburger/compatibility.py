"""Which cards fit each other, as a graph: its components, and its export."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from solver.outputs import replaced_file
from solver.superburger.cards import Card, fits, in_order, in_words, is_bun, is_filling

if TYPE_CHECKING:
    import networkx

#: File endings that a graph can be written as.
GRAPH_FORMATS = (".dot", ".graphml")


def graph_of(cards: Sequence[Card], burger: Sequence[Card] = ()) -> networkx.Graph:
    """Return the fillings and buns of some cards, joined where one may lie on the other.

    Each copy is a node of its own, such as ``rTO.2``; ``position`` is its place in the burger,
    from 1 at the bottom, 0 where it stays out. Buns are not joined to each other.
    """
    import networkx

    graph = networkx.Graph()
    names: list[tuple[str, Card]] = []
    positions: dict[Card, list[int]] = {}
    for position, card in enumerate(burger, start=1):
        positions.setdefault(card, []).append(position)
    copies: dict[Card, int] = {}
    for card in in_order([card for card in cards if is_bun(card) or is_filling(card)]):
        copies[card] = copies.get(card, 0) + 1
        name = f"{card}.{copies[card]}"
        places = positions.get(card, [])
        graph.add_node(name, label=in_words(card), position=places.pop(0) if places else 0)
        names.append((name, card))
    for (one, card), (other, second) in combinations(names, 2):
        joined = fits(second, card) if is_bun(second) else fits(card, second)
        if joined and not (is_bun(card) and is_bun(second)):
            graph.add_edge(one, other)
    return graph


def components(cards: Sequence[Card]) -> list[list[Card]]:
    """Return the fillings in groups with no way from one to another, the largest first.

    >>> components(["rTO", "bTO", "gON", "rBN"])
    [['rTO', 'bTO'], ['gON']]
    """
    import networkx

    graph = graph_of([card for card in cards if is_filling(card)])
    groups = [
        in_order([node.partition(".")[0] for node in group])
        for group in networkx.connected_components(graph)
    ]
    return [list(group) for group in sorted(groups, key=lambda group: (-len(group), group))]


def write_graph(cards: Sequence[Card], path: str, burger: Sequence[Card] = ()) -> None:
    """Write the graph of some cards and a burger of theirs, as DOT or GraphML by the file's ending.

    Raises InvalidInput if the file cannot be written.
    """
    import networkx

    graph = graph_of(cards, burger)
    if path.lower().endswith(".graphml"):
        content = "\n".join(networkx.generate_graphml(graph)) + "\n"
    else:
        lines = [
            f'  "{node}" [label="{fields["label"]}", position={fields["position"]}];'
            for node, fields in graph.nodes(data=True)
        ]
        lines += [f'  "{one}" -- "{other}";' for one, other in graph.edges]
        content = "\n".join(["graph cards {", *lines, "}", ""])
    with replaced_file(path) as file:
        file.write(content.encode())
