"""Generates code before the package is built from the repository, and sets the metadata that depend on the address of
the repository, TABIYA_REPOSITORY. An sdist already has both, so a build from an sdist needs neither the repository nor
the generator."""

import email
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


def is_sdist(root: str) -> bool:
    return Path(root, "PKG-INFO").exists()


class Generated(BuildHookInterface):
    def dependencies(self) -> list[str]:
        # As in tools/requirements.txt.
        return [] if is_sdist(self.root) else ["openapi-python-client==0.29.1", "ruff==0.17.6"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not is_sdist(self.root):
            subprocess.run([sys.executable, Path(self.root, "generate.py")], check=True)


class Published(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        if is_sdist(self.root):
            known = email.message_from_bytes(Path(self.root, "PKG-INFO").read_bytes())
            metadata["readme"] = readme(str(known.get_payload(decode=True), "utf-8"))
            urls = dict(url.split(", ", 1) for url in known.get_all("Project-URL", []))
        else:
            packaging = Path(self.root).parents[1] / "packaging"
            sys.path.insert(0, str(packaging))
            from links import absolute

            text = Path(self.root, "README.md").read_text(encoding="utf-8")
            metadata["readme"] = readme(absolute(text, "clients/python"))
            urls = addresses(os.environ.get("TABIYA_REPOSITORY"))
        if urls:
            metadata["urls"] = urls


def readme(text: str) -> dict[str, str]:
    return {"content-type": "text/markdown", "text": text}


def addresses(repository: str | None) -> dict[str, str]:
    if not repository:
        return {}
    return {
        "Repository": repository,
        "Documentation": f"{repository}/blob/HEAD/docs/api.md",
        "Changelog": f"{repository}/blob/HEAD/CHANGELOG.md",
        "Issues": f"{repository}/issues",
    }
