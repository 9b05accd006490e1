#!/usr/bin/env python3
"""Makes an OCI archive of an unpacked release, without a container engine: one layer, without a shell.

    packaging/image.py FOLDER amd64 tabiya.oci.tar

`docker load`, `podman load` and `skopeo` read it. The Dockerfile makes the same of the sources. The bytes depend on
the files and on SOURCE_DATE_EPOCH alone. Format: https://github.com/opencontainers/image-spec
"""

import argparse
import gzip
import hashlib
import io
import json
import os
import tarfile
from datetime import datetime, timezone
from pathlib import Path

import certifi

USER = 1000
SECOND = 1_000_000_000  # in nanoseconds, as Docker counts


def tar_of(entries: list[tuple[str, bytes | None, int, int]], epoch: int) -> bytes:
    """A tar of entries: path, content (None for a folder), mode, owner."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, content, mode, owner in entries:
            info = tarfile.TarInfo(path)
            info.mode, info.uid, info.gid, info.mtime = mode, owner, owner, epoch
            if content is None:
                info.type = tarfile.DIRTYPE
            else:
                info.size = len(content)
            archive.addfile(info, io.BytesIO(content or b""))
    return buffer.getvalue()


def layer(release: Path, epoch: int) -> bytes:
    passwd = f"root:x:0:0::/:/none\ntabiya:x:{USER}:{USER}::/index:/none\n"
    group = f"root:x:0:\ntabiya:x:{USER}:\n"
    folders = ["etc", "etc/ssl", "etc/ssl/certs", "usr", "usr/local", "usr/local/bin", "usr/local/share",
               "usr/local/share/tabiya"]
    files = [
        ("etc/passwd", passwd.encode(), 0o644),
        ("etc/group", group.encode(), 0o644),
        # For a cluster over https://.
        ("etc/ssl/certs/ca-certificates.crt", Path(certifi.where()).read_bytes(), 0o644),
        ("usr/local/bin/tabiya", (release / "tabiya").read_bytes(), 0o755),
        ("usr/local/share/tabiya/carlsen.pgn", (release / "games/carlsen.pgn").read_bytes(), 0o644),
        ("usr/local/share/tabiya/LICENSE", (release / "LICENSE").read_bytes(), 0o644),
        ("usr/local/share/tabiya/THIRD-PARTY.txt", (release / "THIRD-PARTY.txt").read_bytes(), 0o644),
    ]
    return tar_of(
        [(path, None, 0o755, 0) for path in folders]
        + [("index", None, 0o755, USER), ("snapshots", None, 0o755, USER), ("keys", None, 0o700, USER), ("tmp", None, 0o1777, 0)]
        + [(path, content, mode, 0) for path, content, mode in files],
        epoch,
    )


def config(architecture: str, layer: bytes, created: str) -> dict:
    return {
        "created": created,
        "architecture": architecture,
        "os": "linux",
        "config": {
            "User": str(USER),
            "Env": [
                "PATH=/usr/local/bin",
                "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt",
                "TABIYA_INDEX=/index",
                "TABIYA_LISTEN=0.0.0.0:8080",
                "TABIYA_LOG_FORMAT=json",
            ],
            "Entrypoint": ["tabiya"],
            "Cmd": ["serve"],
            "ExposedPorts": {"8080/tcp": {}},
            "Volumes": {"/index": {}},
            "WorkingDir": "/index",
            "StopSignal": "SIGTERM",
            # Docker's own addition to the specification.
            "Healthcheck": {
                "Test": ["CMD", "tabiya", "healthcheck"],
                "Interval": 10 * SECOND,
                "Timeout": 3 * SECOND,
                "StartPeriod": 60 * SECOND,
            },
        },
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(layer).hexdigest()}"]},
        "history": [{"created": created, "created_by": "packaging/image.py"}],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("release", type=Path, help="an unpacked release")
    parser.add_argument("architecture", choices=["amd64", "arm64"], help="its processor, in Docker's words")
    parser.add_argument("output", type=Path)
    parser.add_argument("--name", default="tabiya:latest", help="what the image is called once it is loaded")
    args = parser.parse_args()
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    created = datetime.fromtimestamp(epoch, timezone.utc).isoformat().replace("+00:00", "Z")
    blobs: dict[str, bytes] = {}

    def blob(media_type: str, content: bytes) -> dict:
        digest = hashlib.sha256(content).hexdigest()
        blobs[digest] = content
        return {"mediaType": f"application/vnd.oci.image.{media_type}", "digest": f"sha256:{digest}",
                "size": len(content)}

    files = layer(args.release, epoch)
    manifest = {
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": blob("config.v1+json", json.dumps(config(args.architecture, files, created)).encode()),
        "layers": [blob("layer.v1.tar+gzip", gzip.compress(files, compresslevel=6, mtime=0))],
    }
    described = blob("manifest.v1+json", json.dumps(manifest).encode())
    described["platform"] = {"architecture": args.architecture, "os": "linux"}
    described["annotations"] = {
        "io.containerd.image.name": f"docker.io/library/{args.name}",
        "org.opencontainers.image.ref.name": args.name.rpartition(":")[2],
    }
    index = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [described]}
    entries = [("blobs", None, 0o755, 0), ("blobs/sha256", None, 0o755, 0)]
    entries += [(f"blobs/sha256/{digest}", content, 0o644, 0) for digest, content in blobs.items()]
    entries += [("index.json", json.dumps(index).encode(), 0o644, 0),
                ("oci-layout", b'{"imageLayoutVersion":"1.0.0"}', 0o644, 0)]
    args.output.write_bytes(tar_of(entries, epoch))


if __name__ == "__main__":
    main()
