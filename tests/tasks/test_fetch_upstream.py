import functools
import hashlib
import http.server
import socket
import threading

import pytest

import fetch_upstream
from findorigin.common.errors import UserError
from findorigin.tasks.base import Task, Upstream
from findorigin.tasks.catalog import TASKS
from shared_inputs import SHARED, needs_shared

CONTENT = b'"a" is connected to "b"\n\xe2\x80\xa8'


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture
def site(tmp_path):
    """Serve a folder on loopback; gives the folder and its address."""
    folder = tmp_path / "site"
    folder.mkdir()
    handler = functools.partial(QuietHandler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield folder, f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def published(monkeypatch, site):
    """Publish `list.txt` on the loopback site; gives the folder that it is served from."""
    folder, address = site
    sha256 = hashlib.sha256(CONTENT).hexdigest()

    class Lost(Task):
        upstream = Upstream("list.txt", f"{address}/list.txt", sha256)

    monkeypatch.setitem(TASKS, "lost_list", Lost())
    return folder


def test_a_file_is_fetched_byte_for_byte(published, tmp_path):
    (published / "list.txt").write_bytes(CONTENT)
    output = tmp_path / "new" / "list.txt"
    fetch_upstream.main("lost_list", None, str(output))
    assert output.read_bytes() == CONTENT


def test_a_file_is_copied_from_a_local_folder(published, tmp_path):
    (tmp_path / "list.txt").write_bytes(CONTENT)
    fetch_upstream.main("lost_list", str(tmp_path), str(tmp_path / "copy.txt"))
    assert (tmp_path / "copy.txt").read_bytes() == CONTENT


def test_another_file_at_the_address_is_refused(published, tmp_path):
    (published / "list.txt").write_bytes(CONTENT + b"\n")
    with pytest.raises(UserError, match=r"http://.*/list\.txt is not the published file: its SHA-256 is"):
        fetch_upstream.main("lost_list", None, str(tmp_path / "out.txt"))
    assert not (tmp_path / "out.txt").exists()


def test_another_file_in_the_folder_is_refused(published, tmp_path):
    (tmp_path / "list.txt").write_bytes(b"")
    with pytest.raises(UserError, match=r"list\.txt is not the published file"):
        fetch_upstream.main("lost_list", str(tmp_path), str(tmp_path / "out.txt"))


def test_a_missing_address_names_the_way_out(published, tmp_path):
    with pytest.raises(UserError, match=r"cannot fetch http.*404.*config key upstream_folder") as caught:
        fetch_upstream.main("lost_list", None, str(tmp_path / "out.txt"))
    assert "\n" not in str(caught.value)


def test_no_network_names_the_way_out():
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(UserError, match=r"cannot fetch .*refused.*config key upstream_folder"):
        fetch_upstream.download(f"http://127.0.0.1:{port}/list.txt")


def test_a_silent_server_is_given_up():
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        pytest.raises(UserError, match=r"cannot fetch .*timed out"),
    ):
        fetch_upstream.download(f"http://127.0.0.1:{silent.getsockname()[1]}/list.txt", timeout_s=0.1)


def test_a_connection_cut_half_way_is_one_clear_line():
    with socket.create_server(("127.0.0.1", 0)) as server:

        def cut() -> None:
            client, _ = server.accept()
            client.recv(1000)
            client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")
            client.close()

        thread = threading.Thread(target=cut)
        thread.start()
        with pytest.raises(UserError, match=r"cannot fetch .*config key upstream_folder"):
            fetch_upstream.download(f"http://127.0.0.1:{server.getsockname()[1]}/list.txt", timeout_s=5)
        thread.join()


def test_a_folder_without_the_file_is_one_clear_line(tmp_path):
    with pytest.raises(
        UserError, match=r"upstream_folder .*: cannot read vertices\.txt there \(No such file"
    ):
        fetch_upstream.main("find_the_origin", str(tmp_path / "nowhere"), str(tmp_path / "out.txt"))


@pytest.mark.parametrize("task", TASKS)
def test_addresses_are_https_and_pinned_to_a_commit(task):
    upstream = TASKS[task].upstream
    assert upstream.address.startswith("https://")
    assert len(upstream.address.split("/")[5]) == 40


def test_a_task_without_an_upstream_file_says_so(tmp_path, monkeypatch):
    monkeypatch.setitem(TASKS, "lost_list", Task())
    with pytest.raises(UserError, match="the task lost_list has no upstream file"):
        fetch_upstream.main("lost_list", None, str(tmp_path / "out.txt"))


@needs_shared
def test_the_papers_list_has_its_published_digest(tmp_path):
    fetch_upstream.main("find_the_origin", str(SHARED / "upstream"), str(tmp_path / "vertices.txt"))
    assert (tmp_path / "vertices.txt").stat().st_size == 144_691
