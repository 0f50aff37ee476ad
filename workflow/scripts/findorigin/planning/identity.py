"""What tells a model's answers from another's, beyond what its registry entry says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Identity:
    """Part of the key of each request; None where the registry entry says it all, as for a hosted model.

    revision: a commit or digest of the weights, or a control's version. chat_template_sha256: the template
    with which a local server puts the question.
    """

    revision: str | None = None
    chat_template_sha256: str | None = None


NAMED_BY_ENTRY = Identity()
