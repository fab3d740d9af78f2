"""A request for each question that is short enough to read; the tests ask every one of them.

Questions about a log have none here: a log is long, and the answer of the
game's ``play`` holds one.
"""

from __future__ import annotations

from typing import Any

PLATES = "BPCL/BTT/B/BOO"
A_TURN = "burger:classic have:BM hand:CC+bomb+eat+field+picky vs burger:spicy have:BMCLTO"
A_TABLE = "hand 1: rBN gTO / hand 2: rTO rBN / table: rBN rCU / deck: gON"

#: Question -> the fields of a request.
EXAMPLES: dict[str, dict[str, Any]] = {
    "master.deal": {"menu": "base", "seed": 7},
    "master.menu": {"menu": "base"},
    "master.solve": {"plates": PLATES, "card": "base-07"},
    "master.verify": {"plates": PLATES, "card": "base-07", "declare": 4},
    "master.play": {"players": 3, "seed": 1, "skill": "2"},
    "master.verify-log": {
        "log": {
            "game": "master",
            "players": 2,
            "seed": 0,
            "deck": "base",
            "options": {"plates": "BPTTBC/BPLCL/BPTCL/B", "cards": ["base-07"]},
            "actions": ["1:3", "2:1@29.5", "time", "m1:1-4"],
            "scores": [0, 1],
        }
    },
    "master.show": {"plates": PLATES},
    "master.table": {"plates": PLATES, "menu": "base"},
    "master.graph": {"plates": PLATES, "card": "base-07"},
    "master.solo": {"plates": "BBLTCP/BCTLP/BCTLP/B", "cards": "base-03,base-11"},
    "master.grade": {"steps": 22},
    "master.database.sample": {"menu": "gourmet", "setups": 20, "seed": 1},
    "master.hardest": {"card": "base-07", "setups": 200, "seed": 1},
    "slam.check": {"pile": "PPP CTL+r P+y PPP", "call": "big", "gold": "chili,sauce"},
    "slam.calls": {"pile": "PP PP CC", "silver": "wild"},
    "slam.first": {"pile": "PP CC PT PL CTL"},
    "slam.matrix": {"pile": "PPP PP C+y PP"},
    "slam.odds": {"pile": "PP ? CC ?", "call": "standard"},
    "slam.advise": {"pile": "PP ? CC ?", "call": "standard"},
    "slam.order": {"cards": "PPP C+r PPP PP", "call": "big", "gold": "chili"},
    "slam.finish": {"pile": "PPP CTL+r", "call": "big", "within": 3},
    "slam.fewest": {"call": "big"},
    "slam.longest": {},
    "slam.play": {"players": 2, "seed": 1},
    "draft.deck": {},
    "draft.score": {"board": "bun,beef:2,cheddar,chili,s07,s13,s14"},
    "draft.choose": {"board": "bun,beef:2,cheddar", "from": "s13,s14,s24"},
    "draft.maximise": {"from": "beef/s19,s05/gouda,bun/s04,chicken/s13", "cards": 3},
    "draft.record": {"cards": 3},
    "draft.next": {
        "board": "beef,s07",
        "hand": "bun,beef,s13,s14,chili,lettuce",
        "completions": 10,
    },
    "draft.play": {"players": 3, "seed": 1},
    "super.plays": {"hand": "rTO bTO gBN", "top": "rBN"},
    "super.biggest": {"cards": "rBN rTO bTO bBN"},
    "super.flies": {"burger": "rBN rTO rPE rBN", "flies": 2, "rounds": 4},
    "super.close": {"state": A_TABLE, "samples": 10},
    "super.endgame": {"state": A_TABLE},
    "super.play": {"players": 2, "seed": 1},
    "battle.deck": {},
    "battle.win-now": {"state": "burger:classic have:BM hand:CLT+dig grave:TO"},
    "battle.turns": {"state": "burger:classic have:BM hand:CLT", "most": 50},
    "battle.best": {"state": A_TURN},
    "battle.play": {"players": 2, "seed": 1},
    "battle.tournament": {"policies": "greedy,random", "games": 10, "seed": 1},
}
