"""A Slurm cluster of two nodes with a GPU each (so it believes) on this machine, which leaves nothing behind.

The daemons, and whatever runs on the cluster, live in a mount and a process namespace of their own: there,
/etc/slurm is a folder in memory, and when the namespace's first process (this file, run as a program) ends,
the kernel ends all others in it.
"""

from __future__ import annotations

import os
import select
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

PROGRAMS = ("unshare", "nsenter", "munged", "slurmctld", "slurmd", "sbatch", "srun", "squeue", "scontrol")
NAMESPACES = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
NODES = ("node1", "node2")
CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
SlurmdSpoolDir={folder}/%n
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=0
MinJobAge=3600
GresTypes=gpu
NodeName=node1 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=1 RealMemory=8000 Gres=gpu:h100:1
NodeName=node2 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=1 RealMemory=8000 Gres=gpu:h100:1
PartitionName=cluster Nodes=node1,node2 Default=YES MaxTime=INFINITE State=UP
"""
# Slurm asks of a GPU only that it is a device.
GPUS = "NodeName=node1 Name=gpu Type=h100 File=/dev/null\nNodeName=node2 Name=gpu Type=h100 File=/dev/null\n"


def what_is_missing() -> str:
    """Return what this machine lacks for such a cluster, in one line; empty where nothing is missing."""
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        return f"no {', '.join(missing)} here: apt-get install slurm-wlm munge (Debian and its kin)"
    if os.geteuid() != 0:
        return "a cluster in namespaces of its own is root's to start"
    trial = subprocess.run([*NAMESPACES, "true"], capture_output=True, text=True)
    return f"no namespaces here: {trial.stderr.strip()}" if trial.returncode else ""


class SlurmCluster:
    """The cluster as seen from outside: commands run in its namespaces. A context manager."""

    def __init__(self, folder: Path):
        self.folder = folder

    def __enter__(self) -> SlurmCluster:
        self._process = subprocess.Popen(
            [*NAMESPACES, sys.executable, __file__, str(self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if self._process.stdout.readline() != "ready\n":
            self._process.wait()
            logs = "\n".join(f"{log}:\n{log.read_text()}" for log in sorted(self.folder.glob("*.log")))
            raise RuntimeError(f"the cluster did not start\n{logs}")
        (self._first,) = children(self._process.pid)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.stdin.close()
        self._process.wait(timeout=30)

    def start(self, *command: object, folder: Path, log: Path) -> subprocess.Popen:
        """Start a command in `folder` on the cluster's login node, its output in `log`."""
        inside = ("nsenter", "--target", str(self._first), "--mount", "--pid", "env", f"--chdir={folder}")
        with log.open("ab") as output:
            return subprocess.Popen([*inside, *map(str, command)], stdout=output, stderr=subprocess.STDOUT)

    def call(self, *command: str) -> str:
        """Run one of Slurm's commands and return what it prints."""
        log = self.folder / "call.out"
        log.unlink(missing_ok=True)
        status = self.start(*command, folder=self.folder, log=log).wait(timeout=60)
        text = log.read_text()
        assert status == 0, f"{command}: {text}"
        return text

    def jobs(self) -> list[dict[str, str]]:
        """Return all jobs since the cluster started, as Slurm describes them, oldest first."""
        lines = self.call("scontrol", "show", "jobs", "--oneliner").splitlines()
        fields = [dict(word.split("=", 1) for word in line.split() if "=" in word) for line in lines]
        return sorted((job for job in fields if "JobId" in job), key=lambda job: int(job["JobId"]))

    def set_node(self, node: str, state: str) -> None:
        """Drain a node, take it down or bring it back."""
        self.call("scontrol", "update", f"nodename={node}", f"state={state}", "reason=test")


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def main(folder: Path) -> None:
    """Start the daemons, say that they are ready, and end when standard input does."""
    subprocess.run(["mount", "-t", "tmpfs", "slurm", "/etc/slurm"], check=True)
    configuration = CONFIGURATION.format(host=socket.gethostname(), ports=free_ports(3), folder=folder)
    Path("/etc/slurm/slurm.conf").write_text(configuration)
    Path("/etc/slurm/gres.conf").write_text(GPUS)
    key = folder / "munge.key"
    key.write_bytes(os.urandom(128))
    key.chmod(0o600)
    paths = [f"--{name}-file={folder}/munge.{name}" for name in ("key", "pid", "log", "seed")]
    daemons = [["munged", "--foreground", "--force", f"--socket={folder}/munge.socket", *paths]]
    daemons += [["slurmctld", "-D"], *(["slurmd", "-D", "-N", node] for node in NODES)]
    for daemon in daemons:
        with (folder / f"{daemon[0]}{daemon[-1]}.log".replace("/", "_")).open("wb") as log:
            subprocess.Popen(daemon, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        time.sleep(1)
    wait_for_nodes()
    print("ready", flush=True)
    while not select.select([sys.stdin], [], [], 1)[0]:
        reap()


def wait_for_nodes() -> None:
    """Return when both nodes are idle."""
    for _ in range(60):
        states = subprocess.run(["sinfo", "-hNo", "%T"], capture_output=True, text=True).stdout.split()
        if states == ["idle"] * len(NODES):
            return
        time.sleep(1)
    raise SystemExit(f"the nodes are {states}")


def reap() -> None:
    """Take the exit status of ended orphans, as a namespace's first process must."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def free_ports(count: int) -> list[int]:
    """Return ports that nobody listens on at this moment."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


if __name__ == "__main__":
    main(Path(sys.argv[1]))
