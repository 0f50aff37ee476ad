"""Sweeps: what a configuration asks for, as plain products of lists.

A normalised sweep is a pure product: every combination of its lists is one planned question. Axes that a task
doesn't have are left out; an axis without a value of its own (a published prompt has no puzzle) holds None.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from findorigin.common.cells import AxisValue

Axes = Mapping[str, tuple[AxisValue | None, ...]]


@dataclass(frozen=True)
class Sweep:
    """One product: a task's axes with their values, whom it asks, how often, with which settings.

    `target_tokens` are lengths of prompts in cl100k_base tokens, (None,) where the axes give them.
    `parameters` take the place of a model's own (temperature, max_tokens).
    """

    task: str
    axes: Axes
    target_tokens: tuple[int | None, ...] = (None,)
    repeats: int = 1
    parameters: Mapping[str, float] = field(default_factory=dict)
    models: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the sweep as plain JSON, for a rule's parameter: equal sweeps give equal JSON."""
        content = asdict(self) | {"axes": {name: list(self.axes[name]) for name in sorted(self.axes)}}
        return content | {name: list(content[name]) for name in ("target_tokens", "models")}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Sweep:
        """Return the sweep that `as_json` wrote."""
        axes = {name: tuple(values) for name, values in content["axes"].items()}
        lists = {name: tuple(content[name]) for name in ("target_tokens", "models")}
        return cls(**{**content, "axes": axes, **lists})


def distinct(sweeps: Iterable[Sweep]) -> list[Sweep]:
    """Return the sweeps sorted, each once."""
    by_text = {json.dumps(sweep.as_json(), sort_keys=True): sweep for sweep in sweeps}
    return [by_text[text] for text in sorted(by_text)]


def of_model(sweeps: Iterable[Sweep], model: str) -> list[Sweep]:
    """Return the sweeps that ask `model`, without the other models: they change only when its cells do."""
    return distinct(replace(sweep, models=(model,)) for sweep in sweeps if model in sweep.models)


def models_of(sweeps: Iterable[Sweep], task: str | None = None) -> list[str]:
    """Return the slugs of every model that some sweep (of one task, where it is given) asks, sorted."""
    asked = (sweep for sweep in sweeps if task is None or sweep.task == task)
    return sorted({model for sweep in asked for model in sweep.models})
