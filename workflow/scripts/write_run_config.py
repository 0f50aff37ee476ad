"""Write down the configuration that this run used, defaults filled in.

Reads  nothing
Writes results/run_config.yaml
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from findorigin.common.log import log_to

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def main(run_config: dict[str, Any], output: str) -> None:
    """Write `run_config` as YAML with sorted keys, so that equal configurations give equal files."""
    text = yaml.safe_dump(run_config, sort_keys=True, allow_unicode=True)
    Path(output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(run_config=snakemake.params.run_config, output=snakemake.output[0])
