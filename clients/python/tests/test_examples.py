"""The notebooks run, and so do the examples of the README, one after the other."""

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

from conftest import TOKEN
from tabiya import Tabiya

FOLDER = Path(__file__).parents[1]
DEFAULT = "http://127.0.0.1:8080"


def cells(notebook: Path) -> list[str]:
    return [
        "".join(cell["source"]) for cell in json.loads(notebook.read_text())["cells"] if cell["cell_type"] == "code"
    ]


def shown(code: str, names: dict[str, Any]) -> Any:
    """Runs a cell, and returns the value of the expression at its end, if it ends with one."""
    body = ast.parse(code).body
    last = body[-1]
    if isinstance(last, ast.Expr):
        body.pop()
    exec(compile(ast.Module(body, []), "cell", "exec"), names)  # noqa: S102
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None


def test_notebooks_run(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABIYA_URL", url)
    notebooks = sorted(FOLDER.glob("examples/*.ipynb"))
    assert notebooks
    for notebook in notebooks:
        names: dict[str, Any] = {}
        values = [shown(cell, names) for cell in cells(notebook)]
        assert all(value is not None for value in values), values


def test_readme_runs(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games.pgn").write_text('[White "Readme"]\n[Black "B"]\n\n1. e4 e5 1-0\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABIYA_TOKEN", TOKEN)
    text = (FOLDER / "README.md").read_text()
    examples = [part.split("```")[0] for part in text.split("```python\n")[1:]]
    assert len(examples) > 4
    names: dict[str, Any] = {}
    for example in examples:
        exec(example.replace(DEFAULT, url), names)  # noqa: S102


def test_readme_lists_the_methods() -> None:
    text = (FOLDER / "README.md").read_text()
    table = text.split("| about | methods |")[1].split("\n\n")[0]
    methods = {name for name in vars(Tabiya) if not name.startswith("_")}
    assert set(re.findall(r"`(\w+)`", table)) == methods - {"close"}
