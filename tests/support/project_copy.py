"""A copy of the project in a folder of its own, to run the whole workflow in."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import yaml

from shared_inputs import PROJECT

# Laid over the default configuration: Find the Origin alone is asked.
NO_OTHER_TASK = {task: {"sweeps": []} for task in ("inefficient_code", "caesar_clue", "unlock_100")}
COPIED = ("Snakefile", "workflow", "config", "envs", "profiles", "resources")


class ProjectCopy:
    """The project, copied to `folder`, with `config` laid over the default configuration."""

    def __init__(self, folder: Path, config: dict) -> None:
        self.folder = folder
        for name in COPIED:
            source = PROJECT / name
            ignored = shutil.ignore_patterns("__pycache__", "upstream")
            copy = shutil.copytree if source.is_dir() else shutil.copy2
            copy(source, folder / name, **({"ignore": ignored} if source.is_dir() else {}))
        self.configure(config)

    def configure(self, config: dict) -> None:
        """Write the configuration of the next runs."""
        self.write("config/test.yaml", config)

    def write(self, name: str, content: dict) -> None:
        """Write a YAML file into the project."""
        (self.folder / name).write_text(yaml.safe_dump(content), encoding="utf-8")

    def command(self, *arguments: str) -> list[str]:
        """Return the command line of one run."""
        snakemake = [sys.executable, "-m", "snakemake", "--cores", "2", *arguments]
        return [*snakemake, "--configfile", "config/test.yaml"]

    def run(self, *arguments: str, timeout: float = 900) -> subprocess.CompletedProcess[str]:
        """Run Snakemake to its end; stdout and stderr come back together in `stdout`.

        It runs in a session of its own, which is ended whole where it takes too long.
        """
        command = self.command(*arguments)
        with subprocess.Popen(
            command,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                printed, _ = process.communicate(timeout=timeout)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                raise
        return subprocess.CompletedProcess(command, process.returncode, printed)

    def succeed(self, *arguments: str) -> str:
        """Run Snakemake, insist on success and return what it printed."""
        done = self.run(*arguments)
        assert done.returncode == 0, done.stdout
        return done.stdout


def asked(folder: Path, model: str) -> int:
    """Return how many calls to `model` the store in a folder tells of."""
    journal = folder / "store" / f"{model}.jsonl"
    if not journal.exists():
        return 0
    return sum(json.loads(line)["kind"] == "intent" for line in journal.read_text().splitlines())


def digests(folder: Path, *patterns: str) -> dict[str, str]:
    """Return the SHA-256 of the files in a folder that match, by their path."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for pattern in patterns
        for path in sorted(folder.glob(pattern))
    }
