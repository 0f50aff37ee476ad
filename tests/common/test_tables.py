import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from findorigin.common import tables
from findorigin.common.tables import read_rows, write_rows

SCHEMA = pa.schema([("number", pa.int32()), ("text", pa.string())])


def rows_of(lengths):
    return [{"number": number, "text": "x" * length} for number, length in enumerate(lengths)]


@pytest.mark.parametrize(
    ("lengths", "groups"),
    [
        ([1] * 250, [100, 100, 50]),
        ([500] * 5, [2, 2, 1]),
        ([5000, 1, 1, 5000, 1], [1, 3, 1]),
        ([], []),
    ],
)
def test_a_row_group_ends_by_rows_or_by_the_length_of_their_text(lengths, groups, tmp_path, monkeypatch):
    monkeypatch.setattr(tables, "ROW_GROUP_CHARACTERS", 1000)
    path = tmp_path / "table.parquet"
    write_rows(path, SCHEMA, rows_of(lengths), plain=("text",))
    with pq.ParquetFile(path) as table:
        found = [table.metadata.row_group(number).num_rows for number in range(table.num_row_groups)]
    assert found == groups
    assert list(read_rows(path)) == rows_of(lengths)


def test_a_table_that_breaks_off_leaves_the_earlier_one(tmp_path):
    path = tmp_path / "table.parquet"
    write_rows(path, SCHEMA, rows_of([1]))

    def broken():
        yield {"number": 1, "text": "x"}
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_rows(path, SCHEMA, broken())
    assert list(read_rows(path)) == rows_of([1])
    assert list(tmp_path.iterdir()) == [path]
