"""The same question has the same answer in every process, whatever Python's hash seed is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from cli.service.examples import EXAMPLES
from tests.test_threads import logs

ROOT = Path(__file__).parents[1]

#: Questions with several best answers, beside the examples.
TIES = [
    {"question": "super.biggest", "deck": True},
    {"question": "super.biggest", "cards": "2rBN 2bBN 2rTO 2bTO 2gTO 2rON 2bON 2gON 2yLE 2rLE"},
    {"question": "slam.longest", "gold": "chili"},
    {"question": "slam.fewest", "call": "standard", "gold": "any", "silver": "any"},
    {"question": "draft.maximise", "from": "all", "cards": 5, "method": "cp-sat"},
    {"question": "draft.choose", "board": "bun,beef:2,cheddar", "from": "all"},
    {"question": "battle.turns", "state": "need:BMCL hand:BCTOP grave:MM", "most": 30},
]

ASK = """
import sys, json
from tests.test_threads import asked
for line in sys.stdin:
    print(json.dumps(asked(json.loads(line))))
"""


def test_every_answer_is_the_same_under_every_hash_seed() -> None:
    drawn = {"master.deal"}
    examples = {
        name: fields for name, fields in {**EXAMPLES, **logs()}.items() if name not in drawn
    }
    requests = [{"question": name, **fields} for name, fields in examples.items()] + TIES
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    running = [
        subprocess.Popen(
            [sys.executable, "-P", "-c", ASK],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            text=True,
        )
        for seed in ("0", "1", "2")
    ]
    answers = [process.communicate(lines)[0].splitlines() for process in running]
    assert len(answers[0]) == len(requests)
    for request, *found in zip(requests, *answers, strict=True):
        assert len(set(found)) == 1, request
