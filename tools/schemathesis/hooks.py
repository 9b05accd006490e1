"""What schemathesis cannot know: how positions and games are written, and what takes too long to ask often."""

import schemathesis
from hypothesis import strategies as st

POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1",
    "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R_w_KQ_-",
    "4k3/8/8/8/8/8/4P3/4K3 b - - 12 34",
    "rnbqkb1r/pppp1ppp/5n2/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 3",
    "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1",
    "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#; id \"mate\";",
    "7k/8/8/8/8/8/8/K7_w",
]


@st.composite
def positions(draw):
    """Boards with two kings and anything else: some cannot be, and are answered 422."""
    board = [""] * 64
    squares = draw(st.permutations(range(64)))
    pieces = "Kk" + draw(st.text("QRBNPqrbnp", max_size=12))
    for square, piece in zip(squares, pieces):
        board[square] = piece
    rows = []
    for rank in range(8):
        row, empty = "", 0
        for piece in board[8 * rank : 8 * rank + 8]:
            if piece:
                row += (str(empty) if empty else "") + piece
                empty = 0
            else:
                empty += 1
        rows.append(row + (str(empty) if empty else ""))
    return f"{'/'.join(rows)} {draw(st.sampled_from('wb'))} - -"


schemathesis.openapi.format("fen", st.sampled_from(POSITIONS) | positions())

# With pieces in hand; the last one is impossible.
BOARDS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    "r1bqk2r/ppp2ppp/8/8/8/8/PPP2PPP/R1BQ~K2R[NPbp] w KQkq - 0 9",
    "4k3/8/8/8/8/8/8/4K3[Qq]_b_-_-",
    "8/8/8/8/8/8/8/8[] w - - 0 1",
]
schemathesis.openapi.format("bughouse-fen", st.sampled_from(BOARDS))

GAMES = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *",
    '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 0-1',
    '[Event "x"]\n\n1. e4 Ke3 *',
    "1. d4 {comment} d5 (1... Nf6 2. c4) 2. c4 $1 1/2-1/2",
]
games = st.lists(st.sampled_from(GAMES), min_size=1, max_size=5).map(
    lambda games: "\n\n".join(games) + "\n"
)
schemathesis.openapi.format("pgn", games)
# All bodies that are not JSON are games.
schemathesis.openapi.format("binary", games)


@schemathesis.serializer("application/x-chess-pgn")
def pgn(context, value):
    return value if isinstance(value, bytes) else str(value).encode()


# What is asked for instead of more, up to the most that a client may ask for.
FEW = (
    ("depth", 4, 127),
    ("nodes", 2000, 10**12),
    ("movetimeMs", 20, 3600000),
    ("limit", 20, 1000),
    ("games", 20, 10000),
)


def quick(asked, fields=FEW):
    """Searches of a few milliseconds: it is not the engine that is tested. What is out of range stays so."""
    for field, few, last in fields:
        value = asked.get(field)
        number = int(value) if isinstance(value, str) and value.isdecimal() else value
        if isinstance(number, (int, float)) and not isinstance(number, bool) and few < number <= last:
            asked[field] = few


def give_effort(asked):
    """Such a search also where no effort is asked for."""
    quick(asked)
    if all(asked.get(field) is None for field in ("depth", "nodes", "movetimeMs")):
        asked["nodes"] = 2000


# What searches as long as it is asked to, and if it is not, for a second or more.
EFFORTS = "/api/analyse", "/api/bughouse"

# Fewer than a client may send: nearly all of what is left is unreadable, and answered at once.
MOST_SEARCHED = 2


# Not as the data is made: the bounds of each field are tried as they stand in the document, without such a hook.
@schemathesis.hook
def before_call(context, case, **kwargs):
    for asked in case.query, case.body:
        if isinstance(asked, dict):
            quick(asked)
    if isinstance(case.body, dict):
        fens = case.body.get("fens")
        if isinstance(fens, list):
            # Any texts are taken and answered one by one; half of them are to be positions.
            some = [fen for fen in fens if isinstance(fen, str)]
            if some and sum(map(ord, some[0])) % 2:
                most = MOST_SEARCHED if case.path in ("/api/analyse", "/api/difficulty") else len(fens)
                case.body["fens"] = [
                    POSITIONS[len(fen) % len(POSITIONS)] if place < most and isinstance(fen, str) else fen
                    for place, fen in enumerate(fens)
                ]
        if isinstance(case.body.get("analyse"), dict):
            give_effort(case.body["analyse"])
        if case.path in EFFORTS:
            give_effort(case.body)
        if case.path == "/api/progressive/puzzle":
            quick(case.body, [("moves", 6, 10)])
        if case.path == "/api/training":
            for field, few in ("nodes", 1000), ("limit", 3):
                if case.body.get(field) is None:
                    case.body[field] = few
