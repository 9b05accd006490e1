#!/usr/bin/env python3
"""Rewrites links of documents that leave the repository. A link to a file that is left behind becomes absolute: it
leads to TABIYA_REPOSITORY, the address at which people read the repository. Without an address, only its words remain.

    packaging/links.py FOLDER                       # an unpacked archive, which is laid out as the repository is
    packaging/links.py FOLDER clients/typescript    # a package of that folder
"""

import os
import posixpath
import re
import sys
from collections.abc import Collection
from pathlib import Path

# `[words](target)`; with `!` before it, an image.
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
# A target with a scheme, or in the same document.
ELSEWHERE = re.compile(r"[a-z]+:|#")


def absolute(text: str, folder: str, kept: Collection[str] = ()) -> str:
    """Returns the text of a document in `folder`, with absolute links to all files except the `kept` ones."""
    repository = os.environ.get("TABIYA_REPOSITORY", "").rstrip("/")
    # The commit that was released, if it has a name.
    commit = os.environ.get("TABIYA_TAG") or "HEAD"

    def link(match: re.Match[str]) -> str:
        image, words, target = match.groups()
        path = posixpath.normpath(posixpath.join(folder, target.split("#")[0]))
        if ELSEWHERE.match(target) or path in kept:
            return match[0]
        if not repository:
            return words
        view = "raw" if image else "blob"
        anchor = "".join(target.partition("#")[1:])
        return f"{image}[{words}]({repository}/{view}/{commit}/{path}{anchor})"

    return LINK.sub(link, text)


def main() -> None:
    root, *folder = sys.argv[1:]
    files = [path for path in Path(root).rglob("*") if path.is_file()]
    within = folder[0] if folder else ""
    kept = {posixpath.join(within, path.relative_to(root).as_posix()) for path in files}
    for path in files:
        if path.suffix == ".md":
            below = posixpath.join(within, path.parent.relative_to(root).as_posix())
            text = path.read_bytes().decode()
            path.write_bytes(absolute(text, posixpath.normpath(below), kept).encode())


if __name__ == "__main__":
    main()
