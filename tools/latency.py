#!/usr/bin/env python3
"""How long single requests take, one after the other: filters, plans, exact positions, players.

    tools/latency.py target/release/tabiya --index DIR

Serves the index, asks for 100 positions of the Strategic Test Suite with each filter, and for the openings that
engines' matches begin with; prints the median and the ninetieth of a hundred, in milliseconds.
"""

import argparse
import http.client
import json
import subprocess
import time
import urllib.parse
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"
FILTERS = [
    {},
    {"player": "Carlsen"},
    {"player": "Carlsen", "color": "white"},
    {"minRating": 2700},
    {"since": "2015"},
    {"eco": "B9"},
    {"result": "1-0"},
    {"event": "Wijk"},
    {"turn": "black"},
    {"minPly": 80},
    {"material": "KRPPkrpp"},
]


def fens(path, count):
    """The positions of an EPD file, `count` of them, from the first again after the last."""
    lines = [line for line in path.read_text("ascii").splitlines() if line and not line.startswith("#")]
    found = [" ".join(line.split()[:4]) for line in lines[:count]]
    return [found[number % len(found)] for number in range(count)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tabiya", help="the program")
    parser.add_argument("--index", required=True, help="a folder")
    args = parser.parse_args()
    middlegames = fens(DATA / "suites/STS1-STS15_LAN_v3.epd", 100)
    openings = fens(DATA / "openings.epd", 100)
    serve = [args.tabiya, "serve", "--json", "--listen", "127.0.0.1:0", "--rate-limit", "0", "--index", args.index]
    server = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        ready = server.stdout.readline()
        if not ready:
            raise SystemExit(f"there is no server on {args.index}: run tabiya serve --index {args.index} to see why")
        client = http.client.HTTPConnection(urllib.parse.urlsplit(json.loads(ready)["url"]).netloc)

        def measure(name, requests):
            taken = []
            for method, path, body in requests:
                start = time.perf_counter()
                client.request(method, path, json.dumps(body), {"Content-Type": "application/json"})
                response = client.getresponse()
                answer = response.read()
                taken.append(1000 * (time.perf_counter() - start))
                if response.status != 200:
                    raise SystemExit(f"{name}: {response.status} {answer.decode()}")
            taken.sort()
            print(f"{name:50} p50 {taken[49]:6.1f}  p90 {taken[89]:6.1f}", flush=True)

        for wanted in FILTERS:
            bodies = [{"fen": fen, "filter": wanted} for fen in middlegames]
            measure(f"similar {json.dumps(wanted)}", [("POST", "/api/similar", body) for body in bodies])
        measure("similar, plans", [("POST", "/api/similar", {"fen": fen, "plans": True}) for fen in middlegames])
        measure("positions", [("POST", "/api/positions", {"fen": fen}) for fen in openings])
        for route in "/masters", "/lichess":
            asked = [f"{route}?{urllib.parse.urlencode({'fen': fen})}" for fen in openings]
            measure(route, [("GET", path, None) for path in asked])
            measure(f"{route}, from the start", [("GET", route, None)] * 100)
        measure("players", [("GET", "/api/players?q=car", None)] * 100)
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
