#!/usr/bin/env python3
"""Compares Tabiya with programs that do the same with Lucene: one document a position, one document a passage.

    tools/lucene/compare.py target/release/tabiya --index DIR --folder FOLDER

Writes the documents of an index (tools/src/bin/lucene_documents.rs) and makes two indexes of Lucene of them, in a folder,
where they stay for the next time. Then asks all three for the positions of `tabiya bench --scoring thesis`, on one
thread and on all processors, one after the other, as often as `--runs` says, and prints a table: medians of the runs,
how many times as long as Tabiya that is, and how many answers are Tabiya's. Needs Cargo, Maven and Java 21 or newer,
that of JAVA_HOME if it is set; Lucene comes from Maven Central.
"""

import argparse
import json
import os
import statistics
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILT = ROOT / "target/lucene"
WAYS = {"positions": "Lucene, one document a position", "passages": "Lucene, one document a passage"}
# Without the vector module Lucene decodes posting lists more slowly. 2 GB is more than any of it needs.
JAVA = ["-Xmx2g", "--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"]
PATH = os.pathsep.join([str(BUILT / "classes"), str(BUILT / "lib/*")])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tabiya", help="the program")
    parser.add_argument("--index", required=True, help="a folder")
    parser.add_argument("--folder", required=True, type=Path, help="where Lucene's indexes are, or will be")
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    made = make(args.index, args.folder)
    runs = [run(args) for _ in range(args.runs)]
    report(made, runs)


def make(index, folder):
    """Makes what is not there yet; returns the size of each index of Lucene, and how long it took to make."""
    subprocess.run(["mvn", "--quiet", "--batch-mode", "package"], cwd=HERE, check=True)
    if not (folder / "input/queries").exists():
        cargo = ["cargo", "run", "--quiet", "--release", "--manifest-path", ROOT / "Cargo.toml"]
        subprocess.run([*cargo, "-p", "tools", "--bin", "lucene_documents", index, folder / "input"], check=True)
    made = {}
    for way in WAYS:
        log = folder / f"{way}.json"
        if not log.exists():
            log.write_text(json.dumps(measure("index", way, folder)))
        made[way] = json.loads(log.read_text())
    return made


def measure(what, way, folder, *more):
    """Runs Measure.java; returns what it prints."""
    java = Path(os.environ["JAVA_HOME"], "bin/java") if "JAVA_HOME" in os.environ else "java"
    command = [java, *JAVA, "-cp", PATH, "Measure", what, way, folder / "input", folder / way, *more]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout)


def run(args):
    """Measures all three once: by way and number of threads."""
    bench = [args.tabiya, "bench", "--json", "--check", "0", "--scoring", "thesis", "--index", args.index]
    bench = json.loads(subprocess.run(bench, check=True, stdout=subprocess.PIPE).stdout)
    measured = {"size": bench["bytes"] - bench["openingBytes"], "positions": bench["positions"]}
    for ours in bench["queries"]:
        threads = ours["threads"]
        measured["tabiya", threads] = {"p50": ours["p50Ms"], "p99": ours["p99Ms"]}
        for way in WAYS:
            measured[way, threads] = measure("search", way, args.folder, str(threads))
    return measured


def report(made, runs):
    """Prints the table."""
    threads = sorted({key[1] for key in runs[0] if isinstance(key, tuple)})
    print(f"{runs[0]['positions']:,} positions, ms, medians of {len(runs)} runs")
    columns = [f"{figure} on {count}" for count in threads for figure in ("p50", "p99", "p50 as ratio")]
    print("|", " | ".join(["what", "MB", "seconds to make", *columns, "answers that are Tabiya's"]), "|")
    print("|" + "---|" * (len(columns) + 4))
    for way, name in {"tabiya": "Tabiya", **WAYS}.items():
        cells = [name, f"{(made[way]['bytes'] if way in made else runs[0]['size']) / 1e6:.0f}"]
        cells.append(f"{made[way]['seconds']:.0f}" if way in made else "")
        for count in threads:
            p50, p99 = (statistics.median(run[way, count][figure] for run in runs) for figure in ("p50", "p99"))
            ours = statistics.median(run["tabiya", count]["p50"] for run in runs)
            cells += [f"{p50:.2f}", f"{p99:.2f}", f"{p50 / ours:.1f}"]
        cells.append(answers([run[way, count] for run in runs for count in threads]) if way in made else "")
        print("|", " | ".join(cells), "|")


def answers(measured):
    """How many answers are Tabiya's, of the search that had the fewest."""
    asked, equal, places, scores = (
        min(search[kind] for search in measured) for kind in ("queries", "equal", "places", "scores")
    )
    if equal == asked:
        return f"{equal} of {asked}, to the last bit"
    return f"{places} of {asked}; of {scores} the scores, to a millionth"


if __name__ == "__main__":
    main()
