"""Makes what is generated of the package before it is built from the repository. An sdist has it already, so that
whoever builds of that needs neither the repository nor the generator."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Generated(BuildHookInterface):
    def dependencies(self) -> list[str]:
        # As in tools/requirements.txt.
        return [] if self.is_sdist() else ["openapi-python-client==0.29.1", "ruff==0.17.6"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not self.is_sdist():
            subprocess.run([sys.executable, Path(self.root, "generate.py")], check=True)

    def is_sdist(self) -> bool:
        return Path(self.root, "PKG-INFO").exists()
