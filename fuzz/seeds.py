#!/usr/bin/env python3
"""Writes what each fuzz target begins with: lines, games and files of the repository, a file each.

    fuzz/seeds.py [TARGET...]

They go into fuzz/corpus/TARGET beside what earlier runs have found.
"""

import csv
import hashlib
import json
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "data"


def text(path):
    return (DATA / path).read_text(encoding="utf-8")


def lines(path):
    return [line for line in text(path).splitlines() if line.strip() and not line.startswith("#")]


def epd():
    suites = ["suites/wac.epd", "suites/perftsuite.epd", "openings.epd"]
    return [line for suite in suites for line in lines(suite)] + lines("suites/STS1-STS15_LAN_v3.epd")[::10]


def fens():
    chess960 = [line.split(";")[0].split("\t")[-1].strip() for line in lines("suites/chess960.perft")[::20]]
    return [" ".join(line.split()[:4]) + " 0 1" for line in epd()] + chess960


def games():
    """A few games, and files of odd ones."""
    carlsen = text("carlsen.pgn").split("[Event ")[1:60:6]
    messy = sorted((DATA / "messy").glob("*.pgn"))
    return ["[Event " + game for game in carlsen] + [
        file.read_bytes() for file in messy if file.stat().st_size < 10_000
    ]


def scid():
    """The databases of the tests: version, lengths of index and names, and the three files."""
    found = []
    for version in [4, 5]:
        base = ROOT / "pgn" / "tests" / "scid" / f"base{version}"
        index, names, moves = (base.with_suffix(f".s{letter}{version}").read_bytes() for letter in "ing")
        lengths = len(index).to_bytes(2, "little") + len(names).to_bytes(2, "little")
        found.append(bytes([version]) + lengths + index + names + moves)
    return found


def bughouse():
    found = []
    for file in ["variants/bughouse.bpgn", "variants/bughouse_fics.bpgn"]:
        found += ["[Event" + game for game in text(file).split("[Event")[1:]]
    boards = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qn] w KQkq - 0 1"
    return found + [f"{boards} | {boards}", boards, "sit", "go", "++n", "---trades", "+h"]


def progressive():
    rows = list(csv.DictReader(text("variants/progressive_mates.tsv").splitlines(), delimiter="\t"))
    tasks = [f"{row['placement']} {row['side']} {row['moves']}" for row in rows]
    return tasks + ["1. e4 2. d5 d6 3. Nf3 Nc3 Bb5+ 4. c6 Bg4 Nf6 Bxf3", "e4 e5 Qh4 Nf3 g3 gxh4"]


def terms():
    notation = "Rb1 Ra1|0.89 Q>pa5 Q<Rb1 Id4 Fd4 'Fd4 Ld3 S{c2-c3} W[c3/d4/e5] P(2) Q>p Q<R ?Nd5 !Nd5 Rxpe5 d(d4/d5-d7)"
    return notation.split() + ["R=2,r=1", "R-r=1", "cp=50..100"] + fens()[::8]


def patterns():
    any_rank = "????????"
    board = "/".join([any_rank] * 3 + ["???N????"] + [any_rank] * 4)
    pawns = "/".join([any_rank] + ["p???????"] + ["--------"] * 2 + [any_rank] * 4)
    moves = ["Nxd5", "O-O", "exd6", "e8=Q", "R1e2"]
    material = ["KRPPkrpp", "KQvKR", "KRBNPkrbnp"]
    return [
        "\n".join([fen, [board, pawns, fen.split()[0]][n % 3], material[n % 3], moves[n % 5]])
        for n, fen in enumerate(fens()[::6])
    ]


def bodies():
    """Requests of the examples of the API, each after the number of its route in fuzz_targets/json.rs."""
    routes = ["similar", "positions", "terms", "motifs", "analyse", "difficulty", "training", "progressive", "bughouse"]
    found = []
    for number, route in enumerate(routes):
        request = json.loads((ROOT / "api" / "examples" / f"{route}.json").read_text())["request"]
        found.append(bytes([number]) + json.dumps(request).encode())
    fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
    filters = {"player": "Carlsen", "minRating": 2000, "since": "2000-01", "eco": "C5", "result": "1-0", "played": ["Nf6"]}
    pattern = "????????/????????/????????/????????/????????/?????N??/????????/????????"
    more = [
        (0, {"fen": fen, "filter": filters, "limit": 3, "explain": True, "flip": True, "plans": True}),
        (0, {"fens": [fen, "8/8 w"], "scoring": "thesis", "distinct": "game", "turn": "same", "idea": False}),
        (0, {"fen": fen, "weights": {"naive": 2}, "analyse": {"depth": 2}, "analyseHits": 1}),
        (1, {"pattern": pattern, "terms": ["Nf3"], "filter": filters, "limit": 2}),
        (1, {"material": "KQRRBBNNPPPPPPPPkqrrbbnnpppppppp"}),
        (6, {"fen": fen, "nodes": 1000, "plan": True}),
        (6, {"theme": "fork", "nodes": 1000, "minRating": 1000}),
        (7, {"fen": fen, "moves": 2, "rules": "scottish", "enPassant": "series", "all": True}),
    ]
    return found + [bytes([number]) + json.dumps(body).encode() for number, body in more]


def queries():
    """Query strings and ids, each after the number of its route in fuzz_targets/query.rs."""
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1"
    explorer = [
        f"fen={fen}&moves=5&topGames=2&recentGames=1",
        "play=e2e4,c7c5&since=2000&until=2010-05&variant=standard",
        "player=Carlsen&color=white&speeds[]=blitz&ratings=2000,2200&modes=rated&history=true&source=fuzz",
    ]
    found = [bytes([route]) + query.encode() for route in range(6) for query in explorer]
    search = f"fen={fen}&limit=3&scoring=tactics&player=Carlsen&color=black&minRating=2000&eco=B&played=Nf6&flip=true"
    ids = ["1", "40", "41", "0", "-1", "18446744073709551616", "%31", "x"]
    found += [bytes([6]) + search.encode(), bytes([7]) + b"q=carl%20m&limit=3"]
    return found + [bytes([route]) + number.encode() for route in (8, 9, 10) for number in ids]


def talks(*dialogues):
    return ["\n".join(lines) for lines in dialogues]


def uci():
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    return talks(
        ["uci", "isready", "ucinewgame", "position startpos moves e2e4 e7e5", "go depth 2", "go nodes 500", "quit"],
        [f"position fen {fen} moves e1g1", "go movetime 3", "go infinite", "stop", "go ponder wtime 100", "ponderhit"],
        ["setoption name MultiPV value 3", "setoption name UCI_Chess960 value true", "go depth 1 searchmoves e2e4 d2d4"],
        ["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 900", "go depth 2", "go perft 1"],
        ["setoption name Evaluation value simplified", "setoption name Threads value 2", "go wtime 50 btime 50 winc 1"],
        ["position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3", "go mate 1 depth 2", "setoption name Clear Hash"],
    ) + [f"position fen {line}\ngo depth 1" for line in fens()[::60]]


def xboard():
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    return talks(
        ["xboard", "protover 2", "new", "level 40 5 0", "post", "usermove e2e4", "e7e5", "undo", "remove", "ping 7"],
        [f"setboard {fen}", "go", "time 1000", "otim 1000", "?", "force", "playother", "nopost", "result 1-0 {x}"],
        ["analyze", "usermove e2e4", "exit", "st 0.3", "sd 3", "go", "quit"],
        ["variant crazyhouse", "go", "usermove e7e5", "P@e4", "undo"],
        ["variant bughouse", "partner x", "holding [PN] [Q]", "go", "ptell sit", "ptell go", "ptell +n", "holding [] [] WP"],
    )


def damages():
    """Some of each kind, to files in turn."""
    seeded = random.Random(24)
    return [seeded.randbytes(6 * count) for count in (1, 1, 1, 1, 2, 3) for _ in range(20)]


def choices():
    """Bytes that choose moves and how they are written."""
    source = random.Random(59)
    return [source.randbytes(3 * moves + 2) for moves in range(4, 84, 4)]


SEEDS = {
    "annotate": games,
    "archives": lambda: [bytes([n % 256]) + term.encode() for n, term in enumerate(terms())] + games(),
    "bpgn": bughouse,
    "epd": epd,
    "fen": fens,
    "index_files": damages,
    "ingest": games,
    "json": bodies,
    "pattern": patterns,
    "pgn": games,
    "progressive": progressive,
    "query": queries,
    "scid": scid,
    "syzygy": damages,
    "terms": terms,
    "uci": uci,
    "written": choices,
    "xboard": xboard,
}


def main():
    for target in sys.argv[1:] or SEEDS:
        folder = ROOT / "fuzz" / "corpus" / target
        folder.mkdir(parents=True, exist_ok=True)
        for seed in SEEDS[target]():
            seed = seed if isinstance(seed, bytes) else seed.encode()
            (folder / hashlib.sha1(seed).hexdigest()).write_bytes(seed)


if __name__ == "__main__":
    main()
