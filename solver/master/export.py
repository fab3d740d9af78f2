"""Write the graph of all shortest solutions for other programs: DOT and GraphML."""

from __future__ import annotations

import io

from solver.master.answers import GraphAnswer
from solver.outputs import replaced_file

#: What an output may end in.
GRAPH_FORMATS = (".dot", ".graphml")


def write_graph(answer: GraphAnswer, path: str) -> None:
    """Write the graph to a file, in the format of its ending.

    Raises InvalidInput for a file that cannot be written.
    """
    content = dot(answer).encode() if path.lower().endswith(".dot") else graphml(answer)
    with replaced_file(path) as file:
        file.write(content)


def dot(answer: GraphAnswer) -> str:
    """Return the graph in Graphviz's language; completed orders are drawn with a double line."""
    lines = [
        "digraph optimal {",
        f'  label="{answer.burger} from {answer.plates}"; node [shape=box];',
    ]
    for node, left in answer.nodes.items():
        lines.append(f'  "{node}"' + (" [peripheries=2];" if left == 0 else ";"))
    lines += [f'  "{start}" -> "{end}" [label="{step}"];' for start, end, step in answer.edges]
    return "\n".join([*lines, "}"]) + "\n"


def graphml(answer: GraphAnswer) -> bytes:
    """Return the graph as GraphML: nodes with ``left``, edges with ``step``."""
    import networkx

    graph: networkx.MultiDiGraph[str] = networkx.MultiDiGraph(
        burger=answer.burger, plates=answer.plates
    )
    for node, left in answer.nodes.items():
        graph.add_node(node, left=left)
    for start, end, step in answer.edges:
        graph.add_edge(start, end, step=step)
    out = io.BytesIO()
    networkx.write_graphml(graph, out)
    return out.getvalue()
