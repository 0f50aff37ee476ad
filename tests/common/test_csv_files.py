"""CSV tables: null stays apart from words, numbers have six digits, columns are exactly those asked for."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from findorigin.common.csv_files import csv_line, write_csv

FIELDS = {
    "null": (None, ""),
    "NaN": (float("nan"), ""),
    "NumPy's NaN": (np.float64("nan"), ""),
    "pandas' NA": (pd.NA, ""),
    "the word null": ("null", '"null"'),
    "empty text": ("", '""'),
    "a quote, a comma, a line's end": ('say "x",\n', '"say ""x"",\n"'),
    "a whole number": (6580, "6580"),
    "NumPy's whole number": (np.int64(7), "7"),
    "six significant digits": (1234.56789, "1234.57"),
    "NumPy's float": (np.float64(1 / 3), "0.333333"),
    "a float that is whole": (1.0, "1"),
    "a great whole number": (2**20, "1048576"),
    "a great float that is whole": (float(2**20), "1048576"),
    "a great float": (1048576.4, "1048576"),
    "the last float with six digits": (999999.4, "999999"),
    "the first without": (999999.5, "1000000"),
    "a great negative float": (-(2.0**31), "-2147483648"),
    "yes or no": (True, "True"),
    "NumPy's yes or no": (np.bool_(False), "False"),
}


@pytest.mark.parametrize(("value", "field"), FIELDS.values(), ids=FIELDS)
def test_a_field(value, field):
    assert csv_line([value, 0]) == f"{field},0\n"


def test_a_table_has_exactly_its_columns(tmp_path):
    path = tmp_path / "deep" / "table.csv"
    write_csv([{"b": 1, "a": None, "more": 2}], ("a", "b"), path)
    assert path.read_bytes() == b'"a","b"\n,1\n'


def test_a_row_without_a_column_is_refused_and_leaves_nothing(tmp_path):
    with pytest.raises(KeyError):
        write_csv([{"a": 1}], ("a", "b"), tmp_path / "table.csv")
    assert list(tmp_path.iterdir()) == []
