#!/usr/bin/env python3
"""Load on a server, for any length of time: searches by wrk, and imports at the same time.

    tools/load.py target/release/tabiya --seconds 600

It asks a copy of the index in TABIYA_INDEX, or one of Carlsen's games, for the 1,500 positions of a test suite,
or for those of a file (--fens), in turn, ten hits each, explained; meanwhile games are imported over HTTP, a thousand
at a time, with a pause between. Exit code 1 if any answer was an error. Needs wrk.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUITE = ROOT / "data/suites/STS1-STS15_LAN_v3.epd"
GAMES = ROOT / "data/carlsen.pgn"
TOKEN = "load"


def batches():
    """A thousand of Carlsen's games at a time, by invented players, so that none is a duplicate."""
    games = ["[Event " + game for game in GAMES.read_text("latin-1").split("[Event ")[1:]]
    number = 0
    while True:
        for start in range(0, len(games) - 1000, 1000):
            number += 1
            batch = "".join(games[start : start + 1000])
            # Of a name that keeps one of its words the players are the same, and digits are no part of a name.
            suffix = "".join(chr(ord("a") + int(digit)) for digit in str(number))
            batch = re.sub(r'\[(White|Black) "[^"]*"', rf'[\1 "\1man{suffix}"', batch)
            yield batch.encode("latin-1")


def imports(url, pause, until, told):
    for batch in batches():
        if until.is_set():
            return
        headers = {"Authorization": f"Bearer {TOKEN}"}
        request = urllib.request.Request(f"{url}/api/games", batch, headers)
        try:
            with urllib.request.urlopen(request, timeout=300) as response:
                last = json.loads(response.read().decode().strip().splitlines()[-1])
            told["batches"] += 1
            told["games"] += last["games"]
            told["positions"] += last["positions"]
            if not last["done"]:
                told["errors"].append(last["error"])
            elif not last["games"]:
                told["errors"].append("no game was new")
        except OSError as error:
            told["errors"].append(str(error))
        until.wait(pause)


def memory(pid):
    """Resident and anonymous memory in MB: the rest of the first is the index as the system caches it."""
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return tuple(int(fields[name].split()[0]) / 1024 for name in ("VmRSS", "RssAnon"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tabiya", help="the program")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--fens", type=Path, default=SUITE, help="the positions, FEN or EPD, one a line")
    parser.add_argument("--pause", type=float, default=10, help="seconds between imports; 0: no pause, -1: no imports")
    args = parser.parse_args()
    tabiya = str(Path(args.tabiya).resolve())
    if not shutil.which("wrk"):
        sys.exit("tools/load.py: wrk is missing, e.g. apt-get install wrk")

    with tempfile.TemporaryDirectory() as scratch:
        index = Path(scratch, "index")
        given = os.environ.get("TABIYA_INDEX")
        if given:
            shutil.copytree(given, index)
        else:
            subprocess.run([tabiya, "ingest", "--index", index, GAMES], check=True, stdout=subprocess.DEVNULL)
        fens = [" ".join(line.split()[:4]) for line in args.fens.read_text().splitlines() if line.strip()]
        fens_file = Path(scratch, "fens")
        fens_file.write_text("\n".join(fens) + "\n")

        command = [tabiya, "serve", "--json", "--listen", "127.0.0.1:0", "--rate-limit", "0", "--index", index]
        environment = os.environ | {"TABIYA_TOKEN": TOKEN, "RUST_LOG": "warn"}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
        try:
            started = json.loads(server.stdout.readline())
            url = started["url"]
            print(f"{started['games']} games, {started['positions']} positions, {args.clients} clients, {args.seconds} s")
            until, told = threading.Event(), {"batches": 0, "games": 0, "positions": 0, "errors": []}
            importing = threading.Thread(target=imports, args=(url, args.pause, until, told))
            if args.pause >= 0:
                importing.start()
            wrk = ["wrk", "-t2", f"-c{args.clients}", f"-d{args.seconds}s", "--timeout", "30s", "-s", str(ROOT / "tools/load.lua"), url]
            asking = subprocess.Popen(wrk, stdout=subprocess.PIPE, text=True, env=os.environ | {"LOAD_FENS": str(fens_file)})
            begun, samples = time.monotonic(), []
            while asking.poll() is None:
                samples.append((time.monotonic() - begun, *memory(server.pid)))
                time.sleep(min(5, args.seconds / 20))
            until.set()
            if importing.is_alive():
                importing.join()
            result = json.loads(asking.stdout.read().strip().splitlines()[-1])
        finally:
            server.terminate()
            server.wait()

    rate = result["requests"] / result["seconds"]
    print(f"{result['requests']} answers, {rate:.1f} a second, p50 {result['p50']} ms, p99 {result['p99']} ms, at most {result['max']} ms")
    print(f"errors: {result['refused']} refused, {result['broken']} broken; imports: {told['errors'] or 'none'}")
    print(f"imported meanwhile: {told['games']} games, {told['positions']} positions in {told['batches']} batches")
    for part in range(10):
        of_part = [s for s in samples if part <= s[0] / args.seconds * 10 < part + 1]
        if of_part:
            at, resident, anonymous = max(of_part, key=lambda sample: sample[2])
            print(f"memory at {at:4.0f} s: {anonymous:5.0f} MB of its own, {resident:5.0f} MB with the index")
    sys.exit(bool(result["refused"] or result["broken"] or told["errors"]))


if __name__ == "__main__":
    main()
