"""A stand-in for the program `conda`: what Snakemake asks of it, by conda's formats and a solver of its kind.

It is copied to PREFIX/bin/conda and runs on a Python that has py-rattler. Packages come from the folder that
TOY_CHANNEL names, whatever channel an environment file names.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
from pathlib import Path

import rattler


def describe() -> None:
    """Answer `conda info --json`."""
    print(json.dumps({"conda_prefix": str(Path(__file__).parents[1]), "platform": "linux-64"}))


async def create(file: Path, prefix: Path) -> None:
    """Make the environment that a YAML file describes, pip's part included."""
    packages, pins = [], []
    for line in file.read_text().partition("dependencies:")[2].splitlines():
        name = line.strip().removeprefix("- ")
        if name and not name.startswith("#") and name != "pip:":
            (pins if "==" in name else packages).append(name)
    channel = Path(os.environ["TOY_CHANNEL"]).as_uri()
    records = await rattler.solve([channel], packages, platforms=["linux-64", "noarch"])
    await rattler.install(records, prefix, cache_dir=prefix.parent / "packages", show_progress=False)
    pip = [prefix / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *pins], check=True)


def main() -> None:
    """Answer the calls that Snakemake makes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("words", nargs="*")
    parser.add_argument("--file", type=Path)
    parser.add_argument("--prefix", type=Path)
    for flag in ("--version", "--json", "--quiet", "--no-default-packages", "--get"):
        parser.add_argument(flag, action="store_true")
    asked, _ = parser.parse_known_intermixed_args()
    if asked.version:
        print("conda 24.7.1")
    elif asked.words == ["info"]:
        describe()
    elif asked.words == ["config", "channel_priority"]:
        print(json.dumps({"get": {"channel_priority": "strict"}}))
    elif asked.words == ["env", "create"]:
        asyncio.run(create(asked.file, asked.prefix))
    elif asked.words != ["clean"]:
        raise SystemExit(f"conda's stand-in does not know {asked.words}")


if __name__ == "__main__":
    main()
