"""How long a run takes from nothing, and what is made again after small changes.

Copies the project into a temporary folder, runs its default configuration there, then changes one thing after
the other and runs again: wall and CPU seconds, and the jobs that ran. All is timed in one go, an empty
Snakefile beside it. Uses the Python that runs it (.venv/bin/python benchmarks/increments.py).
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
FOLDERS = ("Snakefile", "workflow", "config", "envs", "profiles", "resources")
ENGINE = "workflow/scripts/findorigin/engine/retry.py"
SWEEP = "    - { d: 1, puzzles: [1, 2], n_lines: 24, models: [smollm2-135m] }\n"
# What is changed, one after the other: a name, a file, a text of it and what takes its place.
CHANGES = (
    ("nothing", None, "", ""),
    ("a model's label", "config/models.yaml", "label: SmolLM2 135M", "label: SmolLM2"),
    ("a figure's title", "config/figures.yaml", "title: Effective length L50\n", "title: Half-length\n"),
    (
        "a comment in the engine",
        "workflow/scripts/findorigin/engine/retry.py",
        '"""How',
        '# A remark.\n"""How',
    ),
    ("one more length for one model", "config/config.yaml", "n_lines: [4, 16]", "n_lines: [4, 16, 24]"),
)


def timed(folder: Path) -> tuple[float, float, str]:
    """Run Snakemake in `folder`; return wall seconds, CPU seconds and what it printed."""
    command = [sys.executable, "-m", "snakemake", "--cores", "2"]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - start, cpu, done.stderr


def jobs(printed: str) -> str:
    """Return the rules that ran, with their numbers of jobs."""
    ran = Counter(re.findall(r"Finished jobid: \d+ \(Rule: (\w+)\)", printed))
    named = (f"{rule} {count}" if count > 1 else rule for rule, count in sorted(ran.items()) if rule != "all")
    return f"{ran.total()}: {', '.join(named)}" if ran else "none"


def main() -> None:
    """Print a row of a Markdown table for each run."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as name:
        folder, empty = Path(name) / "project", Path(name) / "empty"
        for path in (folder, empty):
            path.mkdir()
        (empty / "Snakefile").write_text("rule all:\n    default_target: True\n")
        subprocess.run(["cp", "-r", *(str(PROJECT / part) for part in FOLDERS), str(folder)], check=True)
        print("| what | wall s | CPU s | jobs |\n|---|---|---|---|")
        for what, place in (("everything, from nothing", folder), ("an empty Snakefile", empty)):
            wall, cpu, printed = timed(place)
            shown = f"{len(re.findall('Finished jobid', printed))}" if place == folder else "none"
            print(f"| {what} | {wall:.1f} | {cpu:.1f} | {shown} |", flush=True)
        for what, file, old, new in CHANGES:
            if file is not None:
                text = (folder / file).read_text(encoding="utf-8")
                (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
            wall, cpu, printed = timed(folder)
            print(f"| {what} | {wall:.1f} | {cpu:.1f} | {jobs(printed)} |", flush=True)


if __name__ == "__main__":
    main()
