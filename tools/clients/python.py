"""Makes two modules of the Python client: the keyword arguments of its methods, from the OpenAPI document, and the
client that waits from the one that does not: `python.py DOCUMENT SOURCE PACKAGE`. SOURCE is the package in the
repository; PACKAGE, which has `_generated` already, is written to."""

import ast
import json
import re
import sys
import textwrap
from pathlib import Path

document = json.loads(Path(sys.argv[1]).read_text())
source, package = Path(sys.argv[2]), Path(sys.argv[3])

# The keyword arguments: what they are called, the fields of a request that they are, and those that a method has as
# arguments of its own.
OPTIONS = {
    "SimilarOptions": ("SimilarRequest", {"fen", "fens"}),
    "PositionsOptions": ("PositionsRequest", {"fen", "pattern", "material", "terms"}),
    "PatternOptions": ("PositionsRequest", {"fen", "pattern"}),
    "AnalyseOptions": ("AnalyseRequest", {"fen", "fens"}),
    "ReportOptions": ("ReportBody", {"player"}),
    "TrainingOptions": ("TrainingRequest", set()),
    "ProgressiveOptions": ("ProgressiveRequest", {"fen", "moves"}),
    "PuzzleOptions": ("PuzzleRequest", set()),
    "BughouseOptions": ("BughouseRequest", {"boards", "board"}),
    # PGN does not know the last three, which change nothing.
    "ExplorerOptions": ("/lichess", {"fen", "player", "color", "speeds", "modes", "source"}),
    "AnnotateOptions": ("/api/annotate", {"eval"}),
    "GamesOptions": ("/api/games", set()),
}

HEAD = '''"""The keyword arguments of the methods. Made of the OpenAPI document by `tools/clients/generate`: do not edit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

'''


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def parsed(*path: str) -> ast.Module:
    return ast.parse(Path(package, "_generated", *path[:-1], snake(path[-1]) + ".py").read_text())


def fields(of: str) -> list[tuple[str, str, str]]:
    """The fields of a request, or the parameters of a path: their names and types, and what the document says."""
    if not of.startswith("/"):
        properties = document["components"]["schemas"][of]["properties"]
        said = {snake(name): schema.get("description", "") for name, schema in properties.items()}
        [model] = [node for node in parsed("models", of).body if isinstance(node, ast.ClassDef)]
        typed = [(node.target.id, node.annotation) for node in model.body if isinstance(node, ast.AnnAssign)]
    else:
        operations = document["paths"][of]
        operation = operations.get("get") or operations["post"]
        said = {snake(parameter["name"]): parameter.get("description", "") for parameter in operation["parameters"]}
        body = parsed("api", operation["tags"][0], operation["operationId"]).body
        [request] = [node for node in body if isinstance(node, ast.FunctionDef) and node.name == "request"]
        typed = [(argument.arg, argument.annotation) for argument in request.args.kwonlyargs]
    named = [(name.rstrip("_"), type_of(ast.unparse(annotation))) for name, annotation in typed]
    return [
        (name, kind, " ".join(re.sub(r"\[(`.*?`)\]", r"\1", said[name]).split()))
        for name, kind in named
        if name in said
    ]


def type_of(annotation: str) -> str:
    """A type without what stands for a value that is not there; an object may also be a dict as in JSON."""
    kinds = [kind for kind in annotation.split(" | ") if kind not in ("None", "Unset")]
    if any(re.fullmatch("[A-Z][A-Za-z0-9]+", kind) and is_object(kind) for kind in kinds):
        kinds.append("Mapping[str, Any]")
    return " | ".join(kinds)


def is_object(model: str) -> bool:
    return any(isinstance(node, ast.ClassDef) for node in parsed("models", re.sub(r"(\d+)", r"_\1", model)).body)


def options() -> str:
    text = ""
    for name, (of, own) in OPTIONS.items():
        text += f"\n\nclass {name}(TypedDict, total=False):\n"
        for field, kind, about in fields(of):
            if field not in own:
                text += f"    {field}: {kind}\n" + "".join(f"    # {line}\n" for line in textwrap.wrap(about, 113))
    models = sorted(set(re.findall(r"(?:: |\| |\[)([A-Z]\w+)(?!\w*\[)", re.sub("#.*", "", text))) - {"Mapping"})
    return f"{HEAD}from ._generated.models import {', '.join(models)}\n{text}"


# What differs between the two clients, but for `async` and `await`.
WORDS = {
    "AsyncTabiya": "Tabiya",
    "AsyncClient": "Client",
    "AsyncIterator": "Iterator",
    "AsyncBaseTransport": "BaseTransport",
    "__aenter__": "__enter__",
    "__aexit__": "__exit__",
    "aclose": "close",
    "aiter_lines": "iter_lines",
    "anyio": "time",
    "aread": "read",
}


def waiting(text: str) -> str:
    text = re.sub(r"\b(?:async|await) ", "", text)
    text = re.sub(r"\b(?:" + "|".join(WORDS) + r")\b", lambda match: WORDS[match[0]], text)
    _, rest = text.split("\n\n", 1)
    return f'"""The client that waits. Made of `_async.py` by `tools/clients/generate`: do not edit."""\n\n{rest}'


(package / "_options.py").write_text(options())
(package / "_sync.py").write_text(waiting((source / "_async.py").read_text()))
