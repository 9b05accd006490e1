#!/usr/bin/env python3
"""How long a client waits while eight others ask for all they may.

    tools/fairness.py target/release/tabiya --index DIR

Serves the index to clients at 127.0.0.2 to 127.0.0.9, each with one request after the other of the most expensive
kinds; a client at 127.0.0.10 searches for ten similar positions of the Strategic Test Suite, alone first and then beside
them. Prints, in milliseconds, the median and the 95th of a hundred of its searches; of the expensive requests how many
were answered with which status, how long the longest took, and how many of their positions were answered. Needs Linux,
where all of 127.0.0.0/8 is this machine.
"""

import argparse
import collections
import http.client
import json
import subprocess
import threading
import time
import urllib.parse
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"
CLIENTS = [f"127.0.0.{number}" for number in range(2, 10)]
NINTH = "127.0.0.10"
SECONDS = 20
QUEENS = "qqqq1k2/qqqqq3/8/8/8/8/QQQQQ3/QQQQ1K2 w - - 0 1"


def fens(path):
    """The positions of an EPD file."""
    lines = [line for line in path.read_text("ascii").splitlines() if line and not line.startswith("#")]
    return [" ".join(line.split()[:4]) for line in lines]


SUITE = fens(DATA / "suites/STS1-STS15_LAN_v3.epd")
PGN = (DATA / "carlsen.pgn").read_text("latin-1")[:900_000]

# Each as large as the document allows.
KINDS = {
    "nothing": None,
    "similar, 64 positions, 1000 hits": ("/api/similar", {"fens": SUITE[:64], "limit": 1000}),
    "the same with colours reversed, plans": (
        "/api/similar",
        {"fens": SUITE[:64], "limit": 1000, "flip": True, "plans": True},
    ),
    "similar, analysed": ("/api/similar", {"fens": SUITE[:64], "limit": 1000, "analyse": {"nodes": 10**12}}),
    "analyse": ("/api/analyse", {"fens": SUITE[:64], "nodes": 10**12, "multiPv": 218}),
    "difficulty": ("/api/difficulty", {"fens": [QUEENS] * 64}),
    "motifs": ("/api/motifs", {"fens": [QUEENS] * 64}),
    "training": ("/api/training", {"pgn": PGN, "limit": 200, "nodes": 10**9}),
    "annotate": ("/api/annotate?evals=true&nodes=1000000000000", PGN),
}


def ask(client, path, body):
    """Status, milliseconds and document of a request."""
    start = time.perf_counter()
    if isinstance(body, str):
        client.request("POST", path, body.encode("latin-1"), {"Content-Type": "application/x-chess-pgn"})
    else:
        client.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer = client.getresponse()
    text = answer.read()
    return answer.status, 1000 * (time.perf_counter() - start), text


def repeat(netloc, address, request, until, seen):
    client = http.client.HTTPConnection(netloc, source_address=(address, 0))
    while not until.is_set():
        status, taken, text = ask(client, *request)
        seen["status"][status] += 1
        seen["longest"] = max(seen["longest"], taken)
        if status == 200 and text.startswith(b'{"results"'):
            for result in json.loads(text)["results"]:
                seen["positions"]["problem" if "problem" in result else "answered"] += 1
        elif status != 200:
            seen["detail"][text[:200]] += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tabiya", help="the program")
    parser.add_argument("--index", required=True, help="a folder")
    parser.add_argument("--kind", choices=list(KINDS), help="only this kind of request")
    args = parser.parse_args()
    serve = [args.tabiya, "serve", "--json", "--listen", "127.0.0.1:0", "--index", args.index]
    server = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        ready = server.stdout.readline()
        if not ready:
            raise SystemExit(f"there is no server on {args.index}: run tabiya serve --index {args.index} to see why")
        netloc = urllib.parse.urlsplit(json.loads(ready)["url"]).netloc
        for kind, request in KINDS.items():
            if args.kind and kind not in ("nothing", args.kind):
                continue
            until = threading.Event()
            seen = {"status": collections.Counter(), "positions": collections.Counter(), "longest": 0.0}
            seen["detail"] = collections.Counter()
            others = [
                threading.Thread(target=repeat, args=(netloc, address, request, until, seen))
                for address in CLIENTS
                if request
            ]
            for other in others:
                other.start()
            time.sleep(2 if others else 0)
            ninth = http.client.HTTPConnection(netloc, source_address=(NINTH, 0))
            taken = []
            statuses = collections.Counter()
            end = time.monotonic() + SECONDS
            for fen in SUITE:
                if len(taken) == 100 or (len(taken) > 20 and time.monotonic() > end):
                    break
                status, milliseconds, _ = ask(ninth, "/api/similar", {"fen": fen})
                statuses[status] += 1
                taken.append(milliseconds)
                # Not more than the rate that strangers are allowed.
                time.sleep(0.05)
            until.set()
            for other in others:
                other.join()
            taken.sort()
            median, late = taken[len(taken) // 2], taken[len(taken) * 95 // 100]
            print(f"{kind:<40} p50 {median:7.1f} p95 {late:7.1f} {dict(statuses)}", flush=True)
            if others:
                print(f"    theirs {dict(seen['status'])} longest {seen['longest']:.0f} {dict(seen['positions'])}", flush=True)
                for detail, times in seen["detail"].most_common(2):
                    print(f"    {times} times {detail.decode(errors='replace')}", flush=True)
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
