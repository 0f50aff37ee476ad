"""Draw all pictures of one kind and evidence.

Reads what the kind is drawn from (findorigin.figures.kinds):
       {run}/statistics/{evidence}/{table}.parquet (several), or
       {run}/cells/{evidence}/{source}.parquet (several) and resources/published/rates.csv, or
       {run}/tables/{task}_outcomes.csv (several)
Writes {run}/figures/{figure}.png and .svg (several)
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from findorigin.common.log import log_to
from findorigin.figures.common.data import Data, read_cells, read_rates, read_table
from findorigin.figures.common.style import house_style, save_figure
from findorigin.figures.kinds import KINDS

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def main(
    kind: str,
    figures: Mapping[str, Mapping[str, Any]],
    outputs: Mapping[str, tuple[str, str]],
    tables: Sequence[str] = (),
    cells: Sequence[str] = (),
    rates: str | None = None,
    labels: Mapping[str, Mapping[str, str]] | None = None,
    controls: Sequence[str] = (),
) -> None:
    """Draw `figures` (settings by name), each to its PNG and SVG in `outputs`.

    `labels` map an evidence's models to their labels in pictures of cells; tables have theirs.
    """
    known = KINDS[kind]
    module = import_module(known.module)
    data = Data(
        tables={Path(path).stem: read_table(path) for path in tables},
        cells=list(read_cells(cells, labels or {})),
        rates=read_rates(rates) if rates else (),
        controls=controls,
    )
    with house_style():
        for name, settings in figures.items():
            save_figure(module.draw(known.settings.model_validate(settings), data), *outputs[name])


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            kind=snakemake.params.kind,
            figures=snakemake.params.figures,
            outputs={
                Path(png).stem: (png, svg)
                for png, svg in zip(snakemake.output.png, snakemake.output.svg, strict=True)
            },
            tables=snakemake.input.get("tables", ()),
            cells=snakemake.input.get("cells", ()),
            rates=snakemake.input.get("rates"),
            labels=snakemake.params.get("labels"),
            controls=snakemake.params.get("controls", ()),
        )
