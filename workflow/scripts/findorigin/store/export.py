"""The final responses of journals as one table, Parquet or CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pyarrow.csv as pa_csv

from findorigin.common.errors import UserError
from findorigin.common.files import replacing
from findorigin.common.tables import ROW_GROUP_ROWS, write_rows
from findorigin.store.reader import read_journal
from findorigin.store.rows import Row, response_row
from findorigin.tasks.columns import RESPONSES


def export(journals: Sequence[Path], output: Path) -> None:
    """Write one row per key with a final response to `output`, whose ending says the form.

    In CSV all text is quoted and null is empty without quotes, so an answer that is the word null stays one.
    Raises UserError for another ending than .parquet or .csv, and if `output` can't be written.
    """
    if output.suffix not in (".parquet", ".csv"):
        raise UserError(f"--output {output}: must end in .parquet or .csv")
    try:
        if output.suffix == ".parquet":
            write_rows(output, RESPONSES, _rows(journals), plain=("text",))
        else:
            _write_csv(output, _rows(journals))
    except OSError as error:
        raise UserError(f"--output {output}: can't be written ({error.strerror or error})") from None


def _rows(journals: Sequence[Path]) -> Iterator[Row]:
    for path in journals:
        with read_journal(path) as journal:
            for key in journal.keys():  # noqa: SIM118
                record = journal.final(key)
                if record is not None:
                    yield response_row(record.get("cell") or {}, record.get("cell_id"), record)


def _write_csv(output: Path, rows: Iterator[Row]) -> None:
    with replacing(output) as partial, pa_csv.CSVWriter(str(partial), RESPONSES) as table:
        while batch := list(islice(rows, ROW_GROUP_ROWS)):
            table.write_table(pa.Table.from_pylist(batch, schema=RESPONSES))
