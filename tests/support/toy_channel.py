"""A conda channel in a folder: this Python and its pip, and a program `conda` to install them."""

from __future__ import annotations

import ensurepip
import hashlib
import io
import json
import sys
import tarfile
from pathlib import Path

VERSION = "{}.{}.{}".format(*sys.version_info)
LIBRARY = "lib/python{}.{}/site-packages".format(*sys.version_info)
# Runs whenever the environment's Python starts: notes in the environment what for.
NOTE_USE = """\
import pathlib, sys
with pathlib.Path(sys.prefix, "used.txt").open("a") as file:
    print(*sys.orig_argv, file=file)
"""
ACTIVATE = 'export CONDA_PREFIX="$1" PATH="$1/bin:$PATH"\n'


def write_channel(folder: Path) -> None:
    """Write a channel with the packages `python` and `pip`.

    The Python is the one that runs here: as in a virtual environment, a link and a file that says so.
    """
    home = Path(sys.base_prefix) / "bin"
    virtual = f"home = {home}\ninclude-system-site-packages = false\n"
    write_package(
        folder,
        "python",
        VERSION,
        {"pyvenv.cfg": virtual.encode(), f"{LIBRARY}/sitecustomize.py": NOTE_USE.encode()},
        links={"bin/python": str(home / "python3"), "bin/python3": "python"},
    )
    (wheel,) = Path(ensurepip.__file__).parent.joinpath("_bundled").glob("pip-*.whl")
    starter = b'#!/bin/sh\nexec python -m pip "$@"\n'
    pip = {f"{LIBRARY}/{wheel.name}": wheel.read_bytes(), "bin/pip": starter}
    pip[f"{LIBRARY}/pip.pth"] = f"{wheel.name}\n".encode()
    write_package(folder, "pip", wheel.name.split("-")[1], pip, depends=["python"])


def write_package(
    folder: Path,
    name: str,
    version: str,
    files: dict[str, bytes],
    links: dict[str, str] | None = None,
    depends: list[str] | None = None,
) -> None:
    """Add one package to a channel, in conda's format, and to the channel's index."""
    index = {"name": name, "version": version, "build": "0", "build_number": 0, "subdir": "linux-64"}
    index |= {"depends": depends or [], "timestamp": 1_700_000_000_000}
    paths = [
        {"_path": path, "path_type": "hardlink", "sha256": digest(data), "size_in_bytes": len(data)}
        for path, data in files.items()
    ]
    paths += [{"_path": path, "path_type": "softlink"} for path in links or {}]
    members = files | {
        "info/index.json": json.dumps(index).encode(),
        "info/paths.json": json.dumps({"paths": paths, "paths_version": 1}).encode(),
    }
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:bz2") as archive:
        for path, data in members.items():
            member = tarfile.TarInfo(path)
            member.size, member.mode = len(data), 0o755 if path.startswith("bin/") else 0o644
            archive.addfile(member, io.BytesIO(data))
        for path, target in (links or {}).items():
            member = tarfile.TarInfo(path)
            member.type, member.linkname = tarfile.SYMTYPE, target
            archive.addfile(member)
    platform = folder / "linux-64"
    platform.mkdir(parents=True, exist_ok=True)
    file = platform / f"{name}-{version}-0.tar.bz2"
    file.write_bytes(packed.getvalue())
    add_to_index(folder, file, index)


def add_to_index(folder: Path, file: Path, index: dict) -> None:
    """Add one package's entry to the channel's repodata.json of each platform."""
    for platform in ("linux-64", "noarch"):
        repodata = folder / platform / "repodata.json"
        repodata.parent.mkdir(exist_ok=True)
        known = json.loads(repodata.read_text())["packages"] if repodata.exists() else {}
        if platform == "linux-64":
            known[file.name] = index | {"sha256": digest(file.read_bytes()), "size": file.stat().st_size}
        repodata.write_text(
            json.dumps({"info": {"subdir": platform}, "packages": known, "packages.conda": {}})
        )


def write_program(folder: Path, python: Path) -> None:
    """Write the programs `conda` and `activate` into folder/bin; `python` is one that has py-rattler."""
    programs = folder / "bin"
    programs.mkdir(parents=True)
    conda = programs / "conda"
    conda.write_text(f"#!{python}\n" + Path(__file__).with_name("stand_in.py").read_text())
    conda.chmod(0o755)
    (programs / "activate").write_text(ACTIVATE)


def digest(data: bytes) -> str:
    """Return the SHA-256 that conda's indexes give."""
    return hashlib.sha256(data).hexdigest()
