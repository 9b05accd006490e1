#!/usr/bin/env python3
"""Lets a UCI engine judge positions: EPDs in, the same EPDs with its score (`ce`, centipawns, side to move) out.

    tools/judge.py stockfish --nodes 1000 < positions.epd > judged.epd

Positions in which it sees a mate are skipped.
"""

import argparse
import shlex
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", help="a command")
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--positions", type=int, default=1_000_000, help="how many to judge")
    args = parser.parse_args()
    engine = subprocess.Popen(
        shlex.split(args.engine), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    for line, _ in zip(sys.stdin, range(args.positions)):
        fields = line.split()
        fen = " ".join(fields[:4])
        engine.stdin.write(f"position fen {fen} 0 1\ngo nodes {args.nodes}\n")
        engine.stdin.flush()
        score = None
        for answer in engine.stdout:
            words = answer.split()
            if "score" in words:
                kind, value = words[words.index("score") + 1 :][:2]
                score = int(value) if kind == "cp" else None
            if words[:1] == ["bestmove"]:
                break
        if score is not None:
            print(f"{line.rstrip()} ce {score};")
    engine.stdin.write("quit\n")
    engine.wait()


if __name__ == "__main__":
    main()
