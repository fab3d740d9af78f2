"""A request for each question, short enough to read; the tests ask every one of them."""

from __future__ import annotations

from typing import Any

PLATES = "BPCL/BTT/B/BOO"
A_TURN = "burger:classic have:BM hand:CC+bomb+eat+field+picky vs burger:spicy have:BMCLTO"
A_TABLE = "hand 1: rBN gTO / hand 2: rTO rBN / table: rBN rCU / deck: gON"


def log(
    game: str, scores: list[int], actions: str, seed: int, options: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return a game's log; actions: with commas between."""
    return {
        "game": game,
        "players": len(scores),
        "seed": seed,
        "deck": None,
        "options": options or {},
        "actions": actions.split(","),
        "scores": scores,
    }


#: A game that is not over, and shorter ones than most that are.
A_SLAM = log(
    "slam",
    [1, 0, 0],
    "reveal,pass,reveal,pass,reveal,pass,reveal,2:standard,1:doubt",
    99,
    {"pro": False, "counters": False},
)
A_DRAFT = log(
    "draft",
    [1, 7, 4],
    "p1:s21.6,p2:radicchio.5,p3:wasabi.4,p1:salami.5,p2:s16.4,p3:s03.2,"
    "p1:s02.2,p2:rocket.4,p3:s29.2,p1:cucumber.1,p2:s22.1,p3:avocado.3",
    0,
)
A_SUPER = log(
    "super",
    [9, 4, 0],
    "start yBN,play yCH,draw,pass,play rCH yCH,play yDP,play gDP,play bDP,close bBN,"
    "fly gFL 2.1,start rBN,play rSL bSL,fly bFL 2.1,play bPI gPI,draw,pass,close gBN,"
    "start yBN,play bMU+y,box yBX 3.1,play yPE,play yLE,play yEG,draw,play rMU+y,"
    "play gMU+b,play bON,play bBA,draw,pass,play rBA,draw,pass,close rBN,capture rBX",
    23,
    {"variant": "standard"},
)
A_BATTLE = log("battle", [1, 0], "1 take,1 play B,1 play A,1 play C,1 play E,1 play M,1 play T", 6)

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
    "slam.referee": {"log": A_SLAM},
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
    "draft.hindsight": {"log": A_DRAFT},
    "super.plays": {"hand": "rTO bTO gBN", "top": "rBN"},
    "super.biggest": {"cards": "rBN rTO bTO bBN"},
    "super.flies": {"burger": "rBN rTO rPE rBN", "flies": 2, "rounds": 4},
    "super.close": {"state": A_TABLE, "samples": 10},
    "super.endgame": {"state": A_TABLE},
    "super.play": {"players": 2, "seed": 1},
    "super.referee": {"log": A_SUPER},
    "battle.deck": {},
    "battle.win-now": {"state": "burger:classic have:BM hand:CLT+dig grave:TO"},
    "battle.turns": {"state": "burger:classic have:BM hand:CLT", "most": 50},
    "battle.best": {"state": A_TURN},
    "battle.check": {"log": A_BATTLE},
    "battle.play": {"players": 2, "seed": 1},
    "battle.tournament": {"policies": "greedy,random", "games": 10, "seed": 1},
}
