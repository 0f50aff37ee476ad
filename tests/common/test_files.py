"""Files that are there whole or not at all."""

from __future__ import annotations

import pytest

from findorigin.common.files import replacing


def test_the_file_appears_at_the_end_in_a_folder_made_for_it(tmp_path):
    path = tmp_path / "deep" / "file.txt"
    with replacing(path) as partial:
        partial.write_text("new", encoding="utf-8")
        assert not path.exists()
    assert path.read_text(encoding="utf-8") == "new"
    assert list(path.parent.iterdir()) == [path]


def test_after_an_error_the_old_file_stays_and_nothing_else(tmp_path):
    path = tmp_path / "file.txt"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(ZeroDivisionError), replacing(path) as partial:
        partial.write_text("half", encoding="utf-8")
        raise ZeroDivisionError
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]
