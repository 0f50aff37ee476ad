"""Take from the store what it has of one model's planned cells, and ask nobody.

Reads  results/prompts/… and the model's journal in the store
Writes results/preview/responses/{model}.parquet, a row per planned cell; what is missing has status null
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from findorigin.backends.identities import identify
from findorigin.common.errors import UserError
from findorigin.common.log import log_to
from findorigin.common.tables import write_rows
from findorigin.config.models import AnyModel, read_model
from findorigin.config.sweeps import Sweep
from findorigin.planning.identity import NAMED_BY_ENTRY, Identity
from findorigin.planning.requests import plan_requests
from findorigin.store.reader import read_journal
from findorigin.store.rows import response_rows
from findorigin.tasks.columns import RESPONSES

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def stored_identity(model: AnyModel, journal: Path) -> Identity:
    """Return what identifies the model; where its weights are not here, say so on stderr.

    Without its weights nothing that a local model answered can be found: its cells are shown as missing.
    """
    try:
        return identify(model, journal, offline=True)
    except UserError as error:
        print(f"Warning: {error}; what the store has of it can't be told", file=sys.stderr)
        return NAMED_BY_ENTRY


def main(
    model: Mapping[str, Any],
    sweeps: Sequence[Mapping[str, Any]],
    prompt_files: Sequence[str],
    store: str,
    output: str,
) -> None:
    """Write the responses that the store has; reading takes no lock, so a run may go on meanwhile."""
    asked = read_model(model)
    journal = Path(store) / f"{asked.slug}.jsonl"
    identity = stored_identity(asked, journal)
    planned = plan_requests(asked, [Sweep.from_json(sweep) for sweep in sweeps], prompt_files, identity)
    with read_journal(journal, asked.served_names) as stored:
        write_rows(output, RESPONSES, response_rows(((item.cell, item.key) for item in planned), stored))


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            model=snakemake.params.model,
            sweeps=snakemake.params.sweeps,
            prompt_files=snakemake.input.prompts,
            store=snakemake.params.store,
            output=snakemake.output[0],
        )
