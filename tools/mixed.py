#!/usr/bin/env python3
"""Mixed load on a server: does its memory stay as it is, and does it answer?

    tools/mixed.py target/release/tabiya --seconds 3600

Clients, each with an address of its own, send sixteen kinds of requests about other positions each time; beside them
games are imported into a collection, the collection is dropped with its games, and snapshots are made. The index is one
of Carlsen's games, and has as many in the end. Prints the median of the memory of each five minutes, and the answers by
kind and status. Exit code 1 if an answer had the status 500, if the program panicked, or if its memory in the last five
minutes was more than 5 % above that of the tenth to the fifteenth minute, of a run of twenty at least. Needs zstd.
"""

import argparse
import csv
import http.client
import json
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
GAMES = ["[Event " + game for game in (ROOT / "data/carlsen.pgn").read_text("latin-1").split("[Event ")[1:]]
PUZZLES = ROOT / "data/puzzles/lichess.csv.zst"
PLAYERS = ["Anand", "Aronian", "Carlsen", "Caruana", "Kramnik", "Nakamura", "Svidler", "Topalov"]
TOKEN = "mixed"
PORT = 9870


def fens():
    """The positions of 7,000 puzzles: more than a cache of the server has room for."""
    text = subprocess.run(["zstd", "-dc", PUZZLES], check=True, capture_output=True, text=True).stdout
    return [row["fen"] for row in csv.DictReader(text.splitlines())]


def kinds(positions):
    """The requests by kind: how often, and what to send."""

    def fen():
        return random.choice(positions)

    def pgn():
        return random.choice(GAMES).encode("latin-1")

    def player():
        return random.choice(PLAYERS)

    def plans():
        return {"fen": fen(), "plans": True, "flip": True, "filter": {"player": player(), "since": "2008"}}

    return {
        "plain": (8, lambda: ("GET", f"/api/similar?fen={quote(fen())}")),
        "plans": (4, lambda: ("POST", "/api/similar", plans())),
        "several": (2, lambda: ("POST", "/api/similar", {"fens": [fen() for _ in range(4)], "limit": 5})),
        "analyse": (1, lambda: ("POST", "/api/analyse", {"fen": fen(), "nodes": 100_000})),
        "difficulty": (1, lambda: ("POST", "/api/difficulty", {"fen": fen()})),
        "report": (1, lambda: ("POST", "/api/report", {"player": player(), "games": 20})),
        "motifs": (2, lambda: ("POST", "/api/motifs", {"fen": fen()})),
        "terms": (2, lambda: ("POST", "/api/terms", {"fen": fen()})),
        "positions": (1, lambda: ("POST", "/api/positions", {"fen": fen()})),
        "training": (1, lambda: ("POST", "/api/training", {"player": player(), "limit": 2, "nodes": 5000})),
        "explorer": (3, lambda: ("GET", f"/lichess?fen={quote(fen())}")),
        "game": (3, lambda: ("GET", f"/api/games/{random.randint(1, len(GAMES))}")),
        "export": (1, lambda: ("GET", f"/api/games?limit=200&player={player()}")),
        "annotate": (1, lambda: ("POST", "/api/annotate?evals=true&nodes=5000", pgn())),
        "players": (2, lambda: ("GET", f"/api/players?q={random.choice('abcdefgkmnst')}")),
        "puzzle": (1, lambda: ("POST", "/api/progressive/puzzle", {"moves": 5, "seed": random.randrange(1000)})),
    }


class Client:
    """A connection from an address."""

    def __init__(self, address):
        self.address = address
        self.connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)

    def status(self, method, path, body=None):
        """The status of an answer, the word for it if there is none, or `200 without ...` if it lacks a part."""
        headers = {"Authorization": f"Bearer {TOKEN}", "X-Forwarded-For": self.address}
        if isinstance(body, dict):
            body, headers["Content-Type"] = json.dumps(body), "application/json"
        try:
            self.connection.request(method, path, body, headers)
            response = self.connection.getresponse()
            text = response.read()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            return type(error).__name__
        if response.status == 200 and b'"missing":["' in text:
            return "200 without " + " and ".join(json.loads(text)["missing"])
        return response.status


def ask(number, requests, until, told):
    client = Client(f"10.0.0.{number}")
    names, weights = list(requests), [weight for weight, _ in requests.values()]
    while not until.is_set():
        if random.random() < 0.02:
            client.address = f"10.1.{random.randrange(250)}.{random.randrange(250)}"
        name = random.choices(names, weights)[0]
        told[name, client.status(*requests[name][1]())] += 1


def write(snapshots, until, told):
    """Imports games that are new, makes a snapshot now and then, and drops the games."""
    client, number = Client("10.2.0.1"), 0
    while not until.wait(2):
        number += 1
        word = "".join(chr(ord("a") + int(digit)) for digit in str(number))
        start = 50 * number % (len(GAMES) - 200)
        games = "".join(GAMES[start : start + 200])
        games = re.sub(r'\[(White|Black) "[^"]*"', rf'[\1 "\1man{word}"', games)
        told["import", client.status("POST", f"/api/games?collection=c{number}", games.encode("latin-1"))] += 1
        if number % 3 == 0:
            told["snapshot", client.status("POST", "/api/snapshots")] += 1
            for old in sorted(snapshots.iterdir())[:-2]:
                shutil.rmtree(old, ignore_errors=True)
        told["drop", client.status("DELETE", f"/api/collections/c{number}?games=true")] += 1


def memory(pid):
    """The memory of a process without mapped files, in MB."""
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return int(fields["RssAnon"].split()[0]) / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tabiya", help="the program")
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--clients", type=int, default=16)
    args = parser.parse_args()
    tabiya = str(Path(args.tabiya).resolve())
    with tempfile.TemporaryDirectory() as scratch:
        index, snapshots, log = (Path(scratch, name) for name in ("index", "snapshots", "log"))
        subprocess.run([tabiya, "ingest", "--index", index, ROOT / "data/carlsen.pgn"], check=True, stdout=subprocess.DEVNULL)
        command = [tabiya, "serve", "--json", "--listen", f"127.0.0.1:{PORT}", "--index", index, "--snapshots", snapshots]
        command += ["--token", TOKEN, "--trust-proxy", "--rate-limit", "0"]
        with log.open("w") as written:
            server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=written)
        samples, told, until = [], Counter(), threading.Event()
        try:
            server.stdout.readline()
            requests = kinds(fens())
            threads = [threading.Thread(target=ask, args=(n, requests, until, told)) for n in range(args.clients)]
            threads.append(threading.Thread(target=write, args=(snapshots, until, told)))
            begun = time.monotonic()
            for thread in threads:
                thread.start()
            while (passed := time.monotonic() - begun) < args.seconds and server.poll() is None:
                samples.append((passed, memory(server.pid)))
                time.sleep(5)
            until.set()
            for thread in threads:
                thread.join()
        finally:
            server.terminate()
            server.wait()
        panics = log.read_text().count("panicked")

    def median(start, end):
        return statistics.median([size for at, size in samples if start <= at < end] or [0])

    for minute in range(0, args.seconds // 60, 5):
        print(f"memory in minutes {minute} to {minute + 5}: {median(60 * minute, 60 * minute + 300):.0f} MB")
    for (name, status), count in sorted(told.items(), key=str):
        print(f"{name}: {count} of {status}")
    before, after = median(600, 900), median(args.seconds - 300, args.seconds)
    print(f"{panics} panics; memory {before:.0f} MB after ten minutes, {after:.0f} MB in the end")
    failed = panics or server.returncode or any(status == 500 for _, status in told)
    grew = args.seconds >= 1200 and after > 1.05 * before
    sys.exit(bool(failed or grew))


if __name__ == "__main__":
    main()
