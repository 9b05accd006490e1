"""Generates parts of the package: from the OpenAPI document, `_generated`, by openapi-python-client, and
`_options.py`, the keyword arguments of the methods; from `_async.py`, the async client, `_sync.py`, the blocking one.
`hatch_build.py` runs this script and lists its dependencies."""

import ast
import json
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE.parents[1] / "api" / "openapi.json"
PACKAGE = HERE / "src" / "tabiya"
GENERATED = PACKAGE / "_generated"

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
    "AnnotateOptions": ("/api/annotate", {"evals"}),
    "GameListOptions": ("/api/games", {"comments", "clocks", "evals", "variations"}),
    "GamesOptions": ("/api/games", set()),
}

HEAD = '''"""The keyword arguments of the methods. Made of the OpenAPI document by generate.py: do not edit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

'''


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def parsed(*path: str) -> ast.Module:
    return ast.parse(GENERATED.joinpath(*path[:-1], snake(path[-1]) + ".py").read_text(encoding="utf-8"))


def fields(document: dict[str, Any], of: str) -> list[tuple[str, str, str]]:
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
    # "See `Effort`" does not help in a place that does not show `Effort`.
    effort = document["components"]["schemas"]["Effort"]["properties"]
    said |= {snake(name): schema["description"] for name, schema in effort.items() if snake(name) in said}
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


def options(document: dict[str, Any]) -> str:
    text = ""
    for name, (of, own) in OPTIONS.items():
        shown = [field for field in fields(document, of) if field[0] not in own]
        lines = [line for field, _, about in shown for line in wrapped(f"{field}: {about}")]
        text += f'\n\nclass {name}(TypedDict, total=False):\n    """Options:\n\n'
        text += "".join(f"    {line}\n" for line in lines) + '    """\n\n'
        text += "".join(f"    {field}: {kind}\n" for field, kind, _ in shown)
    fields_alone = re.sub(r'""".*?"""', "", text, flags=re.DOTALL)
    models = sorted(set(re.findall(r"(?:: |\| |\[)([A-Z]\w+)(?!\w*\[)", fields_alone)) - {"Mapping"})
    return f"{HEAD}from ._generated.models import {', '.join(models)}\n{text}"


def wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 112, subsequent_indent="  ", break_on_hyphens=False)


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
    return f'"""The client that waits. Made of `_async.py` by generate.py: do not edit."""\n\n{rest}'


def nullable(schema: dict[str, Any]) -> dict[str, Any]:
    """Says that items may be null in the words of openapi-python-client; the document has openapi-generator's."""
    return {"type": [schema["then"]["type"], "null"]} if schema.get("if") == {"not": {"type": "null"}} else schema


def run(module: str, *arguments: str | Path) -> None:
    """Runs a program whose output is of interest if it fails."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"{module}: {done.stdout.decode(errors='replace')}")


def generate_operations(document: dict[str, Any]) -> None:
    """Makes `_generated`: a model for each schema, and for each operation what to send."""
    if GENERATED.exists():
        shutil.rmtree(GENERATED)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "openapi.json")
        path.write_text(json.dumps(document), encoding="utf-8")
        how = ["--config", HERE / "openapi-python-client.yaml", "--custom-template-path", HERE / "templates"]
        to = ["--meta", "none", "--output-path", GENERATED]
        run("openapi_python_client", "generate", "--path", path, *how, *to)
    # The package has a client and an error of its own.
    for name in ("client.py", "errors.py"):
        GENERATED.joinpath(name).unlink()
    # `typing` has no `Self` in Python 3.10.
    for model in GENERATED.joinpath("models").glob("*.py"):
        text = model.read_text(encoding="utf-8")
        other = re.sub(r"(?m)^(from typing import .*), Self\b", r"from typing_extensions import Self\n\1", text)
        model.write_text(other, encoding="utf-8")


def main() -> None:
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"), object_hook=nullable)
    generate_operations(document)
    PACKAGE.joinpath("_options.py").write_text(options(document), encoding="utf-8")
    client = PACKAGE.joinpath("_async.py").read_text(encoding="utf-8")
    PACKAGE.joinpath("_sync.py").write_text(waiting(client), encoding="utf-8")
    made = [GENERATED, PACKAGE / "_options.py", PACKAGE / "_sync.py"]
    how = ["--isolated", "--no-cache", "--quiet", "--line-length=120", "--target-version=py310"]
    run("ruff", "check", "--fix", "--extend-select=I", *how, *made)
    run("ruff", "format", *how, *made)


if __name__ == "__main__":
    main()
