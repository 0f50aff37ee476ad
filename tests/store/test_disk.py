from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from findorigin.common.errors import UserError
from findorigin.store import journal as journal_module
from findorigin.store.journal import Journal
from findorigin.store.reader import read_journal
from store_records import intent, response, write

TESTS = Path(__file__).resolve().parents[1] / "support"
SCRIPTS = TESTS.parents[1] / "workflow" / "scripts"

PRELUDE = """
    import asyncio, resource, signal, sys
    from pathlib import Path
    from findorigin.common.errors import UserError
    from findorigin.store import journal as journal_module
    from findorigin.store.journal import Journal
    from findorigin.store.reader import read_journal
    from store_records import intent, response, write

    journal_module.LEAST_FREE_BYTES = 0
    path = Path(sys.argv[1]) / "model.jsonl"
    write(path, [response("a"), response("b")])
    before = path.read_bytes()

    def fill():
        "Write ever more until the store can't take it; return what was acknowledged."
        stored = ["a", "b"]
        with Journal.open(path) as journal:
            try:
                for number in range(1000):
                    asyncio.run(journal.write_response(response(f"k{number}", text="x" * 5000)))
                    stored.append(f"k{number}")
            except UserError as error:
                print(error)
            assert journal.keys() == stored
        return stored
"""

CHECK = """
    stored = fill()
    assert 2 < len(stored) < 100
    with read_journal(path) as reader:
        assert reader.keys() == stored
    assert path.read_bytes().startswith(before) and path.read_bytes().endswith(b"}\\n")
"""


def run(code: str, *arguments: str, within: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": f"{SCRIPTS}{os.pathsep}{TESTS}"}
    program = textwrap.dedent(PRELUDE) + textwrap.dedent(code)
    command = [*within, sys.executable, "-c", program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def run_on_a_small_disk(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run `code` where `folder` is a disk of 300 KiB that only that process sees; skip where impossible."""
    if not shutil.which("unshare"):
        pytest.skip("no program unshare to mount a small disk with")
    mount = f'mount -t tmpfs -o size=300k none "{folder}"'
    if subprocess.run(["unshare", "-rm", "sh", "-c", mount], capture_output=True, check=False).returncode:
        pytest.skip("this system does not let a test mount a small disk")
    return run(code, str(folder), within=("unshare", "-rm", "sh", "-c", f'{mount} && exec "$@"', "sh"))


def test_a_full_disk_is_one_clear_line_and_nothing_stored_is_lost(tmp_path):
    done = run_on_a_small_disk(CHECK, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "No space left on device" in done.stdout and "free some space" in done.stdout
    assert done.stdout.count("\n") == 1


def test_after_space_is_freed_the_same_run_can_go_on(tmp_path):
    code = """
    with Journal.open(path) as journal:
        ballast = Path(sys.argv[1]) / "ballast"
        ballast.write_bytes(b"x" * 250_000)
        try:
            asyncio.run(journal.write_response(response("c", text="x" * 90_000)))
            sys.exit("the disk is larger than thought")
        except UserError:
            assert not journal.has_final("c") and path.read_bytes() == before
        ballast.unlink()
        asyncio.run(journal.write_response(response("c", text="again")))
        assert journal.final("c")["text"] == "again"
    """
    done = run_on_a_small_disk(code, tmp_path)
    assert done.returncode == 0, done.stderr


def test_a_read_only_disk_is_one_clear_line_and_can_still_be_read(tmp_path):
    code = """
    import subprocess
    subprocess.run(["mount", "-o", "remount,ro", sys.argv[1]], check=True)
    try:
        Journal.open(path)
    except UserError as error:
        print(error)
    assert read_journal(path).keys() == ["a", "b"] and path.read_bytes() == before
    """
    done = run_on_a_small_disk(code, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Read-only file system" in done.stdout and done.stdout.count("\n") == 1


def test_a_limit_on_the_size_of_files_is_one_clear_line_and_nothing_stored_is_lost(tmp_path):
    limit = """
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
    """
    done = run(limit + CHECK, str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "File too large" in done.stdout and done.stdout.count("\n") == 1


def test_no_call_is_sent_when_the_disk_is_nearly_full(tmp_path, monkeypatch):
    path = tmp_path / "model.jsonl"
    write(path, [response("a")])
    before = path.read_bytes()
    monkeypatch.setattr(journal_module, "LEAST_FREE_BYTES", 2**80)
    with Journal.open(path) as journal, pytest.raises(UserError, match="no call is sent"):
        journal.write_intent(intent("b"))
    assert path.read_bytes() == before


def a_file_for_a_folder(tmp_path):
    (tmp_path / "store").write_text("")
    return tmp_path / "store" / "model.jsonl"


def a_file_above_the_folder(tmp_path):
    (tmp_path / "store").write_text("")
    return tmp_path / "store" / "deeper" / "model.jsonl"


def a_folder_for_a_file(tmp_path):
    (tmp_path / "model.jsonl").mkdir()
    return tmp_path / "model.jsonl"


def a_device(tmp_path):
    (tmp_path / "model.jsonl").symlink_to("/dev/full")
    return tmp_path / "model.jsonl"


@pytest.mark.parametrize(
    "place", [a_file_for_a_folder, a_file_above_the_folder, a_folder_for_a_file, a_device]
)
@pytest.mark.parametrize("opened", [Journal.open, read_journal])
def test_a_path_that_can_not_be_a_journal_is_one_clear_line(tmp_path, place, opened):
    path = place(tmp_path)
    with pytest.raises(UserError) as refused:
        opened(path)
    assert str(path) in str(refused.value) and "\n" not in str(refused.value)
    assert "move what is in the way" in str(refused.value)


READ_ONLY = {"the folder": (0o500, 0o600), "the file": (0o700, 0o400)}


@pytest.mark.parametrize(("folder_mode", "file_mode"), READ_ONLY.values(), ids=READ_ONLY)
def test_without_permission_it_is_one_clear_line_and_nothing_is_lost(tmp_path, folder_mode, file_mode):
    within = ()
    if os.geteuid() == 0:  # mode bits stop root only without its capabilities
        if not shutil.which("setpriv"):
            pytest.skip("mode bits don't stop root, and there is no program setpriv")
        within = ("setpriv", "--inh-caps=-all", "--bounding-set=-all")
    code = f"""
    path.chmod({file_mode})
    path.parent.chmod({folder_mode})
    place = path if {file_mode} == 0o400 else path.with_name("another.jsonl")
    try:
        Journal.open(place)
    except UserError as error:
        print(error)
    path.parent.chmod(0o700)
    assert path.read_bytes() == before and read_journal(path).keys() == ["a", "b"]
    """
    done = run(code, str(tmp_path), within=within)
    assert done.returncode == 0, done.stderr
    assert "Permission denied" in done.stdout and done.stdout.count("\n") == 1
