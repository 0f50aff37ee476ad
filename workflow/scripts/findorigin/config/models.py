"""The model registry's entries: what a model is called and how it is reached, one class a backend."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, Any, ClassVar, Literal, Self, get_args
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    GetJsonSchemaHandler,
    field_validator,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from findorigin.config.base import Count, Day, Names, Section, Text, allowing, refuse
from findorigin.config.messages import shown
from findorigin.config.parameters import (
    OUTPUT_LIMITS,
    check_parameters,
    output_limit,
    refused,
    sent_parameters,
)
from findorigin.config.prices import FREE, Prices
from findorigin.config.weights import GgufWeights, HubWeights

PublishedName = Literal[
    "GPT4o",
    "GPT4o-mini",
    "GPT4-turbo",
    "GPT4-1106",
    "GPT3.5",
    "Gemini-Pro",
    "Gemini-Flash",
    "Haiku-3",
    "Sonnet-3",
    "Opus-3",
    "Sonnet-3.5",
    "Llama3.1-8b",
    "Llama3.1-70b",
    "Llama3.1-405b",
]

VARIABLE_NAME = re.compile(r"[A-Z][A-Z0-9_]*")


def _check_label(value: object) -> object:
    if value is not None and not isinstance(value, str | int | float | bool):
        raise refuse(f"{shown(value)} is not allowed; allowed: text, a number, true or false or null")
    return value


Label = Annotated[str | int | float | bool | None, BeforeValidator(_check_label)]


Parameters = Annotated[dict[str, Any], AfterValidator(check_parameters)]


class RefusalRetries(Section):
    """Whether and how a refused question is asked again."""

    attempts: Count = 2
    """Most further attempts."""
    temperature: Annotated[float, Field(ge=0)] = 0.8
    """Temperature of the further attempts."""


class Model(Section):
    """What every entry has, whatever its backend."""

    # The backend's own: the variable that holds its vendor's key, whether the job itself runs it, the keys
    # beside label and id for which null stands for the default.
    key_variable: ClassVar[str | None] = None
    is_local: ClassVar[bool] = True
    nullable: ClassVar[tuple[str, ...]] = ("max_in_flight",)

    slug: Annotated[str, Field(exclude=True)]
    label: Text
    """Readable name in figures and tables; null is the slug."""
    published_as: PublishedName | None = None
    """Name of the paper's model whose published outcomes are this model's, or null."""
    id: Text
    """What the backend is asked for; null is the slug."""
    served_as: Names = []
    """Further names that the endpoint may report for this very model. Replies stored under such a name count
    as soon as it is listed."""
    system: str | None = "You are a helpful assistant."
    """System message; null sends none."""
    assistant_prefill: Text | None = None
    """Beginning of the assistant's turn, for models that continue it; it counts as part of the reply. Null
    sends none."""
    parameters: Parameters = {"temperature": 0, "max_tokens": 256}
    """Request parameters, by the backend's own names, sent as they stand and nothing else; a null one is not
    sent, and recorded as not sent."""
    prices: Prices | None = None
    """USD per million tokens; null is unknown, and a model with unknown prices is not asked. A server on this
    machine costs nothing, unless it wants a key (api_key_env): it may be a proxy of a vendor."""
    window: Count | None = None
    """Context window in tokens, input and output together; null is unknown and not checked."""
    max_in_flight: Count = 1
    """Most requests in flight."""
    timeout_s: Annotated[float, Field(gt=0)] = 120.0
    """Seconds to wait for a reply to a short prompt; longer prompts get more."""
    max_attempts: Count = 6
    """Most calls for one question, the first one included."""
    refusal_retries: RefusalRetries | None = None
    """Whether a refused question is asked again, as the paper did with Gemini; null counts the first
    refusal."""
    labels: dict[str, Label] = {}
    """Free-form names and values of your own, carried into the tables."""

    @model_validator(mode="before")
    @classmethod
    def _fill_names(cls, entry: Any) -> Any:  # noqa: ANN401
        """A null is the default of its key: the slug for label and id."""
        if not isinstance(entry, dict):
            return entry
        slug = entry["slug"]
        nullable = {name for name in ("label", "id", *cls.nullable) if entry.get(name, "") is None}
        given = {name: value for name, value in entry.items() if name not in nullable}
        return {"label": slug, "id": slug, **given}

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Describe an entry as it is written: without its slug, and with a null where that is the default."""
        schema = handler.resolve_ref_schema(handler(core))
        properties = schema["properties"]
        del properties["slug"]
        schema["required"] = [name for name in schema["required"] if name in properties]
        for name in ("label", "id", *cls.nullable):
            described = properties[name]
            about = {key: described.pop(key) for key in ("description", "default") if key in described}
            properties[name] = {"anyOf": [described, {"type": "null"}], "default": None, **about}
            schema["required"] = [key for key in schema["required"] if key != name]
        return schema

    @field_validator("labels")
    @classmethod
    def _sort_labels(cls, labels: dict[str, Label]) -> dict[str, Label]:
        # The order in which they are written means nothing, and must not look like a change.
        return dict(sorted(labels.items()))

    @property
    def api_key_variable(self) -> str | None:
        """The environment variable with the key; None where no key is sent."""
        return None

    @property
    def address(self) -> str | None:
        """The base URL of the endpoint; None for the vendor's own, or a server that the job starts."""
        return None

    @property
    def served_names(self) -> frozenset[str]:
        """The names under which the model may answer."""
        return frozenset((self.id, *self.served_as))

    @property
    def is_loopback(self) -> bool:
        """Whether the model runs on this machine: its own server, or a base URL on loopback."""
        return self.is_local or _names_loopback(self.address or "")

    @property
    def known_prices(self) -> Prices | None:
        """The model's prices: those registered, zero on this machine, otherwise None (unknown).

        A server on loopback that wants a key may be a proxy of a vendor: its price is unknown.
        """
        at_home = self.is_loopback and self.api_key_variable is None
        return self.prices or (FREE if at_home else None)

    @property
    def is_free(self) -> bool:
        """Whether no call can cost anything; unknown prices are not free."""
        return self.known_prices is not None and not self.known_prices.rates

    @property
    def output_limit(self) -> int | None:
        """The most tokens that a reply may have; None: no limit."""
        return output_limit(self.parameters)

    @property
    def sent_parameters(self) -> dict[str, Any]:
        """The parameters that are sent: those that aren't null."""
        return sent_parameters(self.parameters)

    @property
    def room(self) -> tuple[str, int] | None:
        """The narrowest bound on a prompt and its reply, in tokens, and its key; None where none is known."""
        return ("window", self.window) if self.window is not None else None

    def retired_on(self, today: date) -> str | None:
        """Return the day from which the vendor no longer answers, where it is past; weights do not."""
        return None

    def as_asked(self, parameters: Mapping[str, Any], *, begins_answer: bool) -> Self:
        """Return the entry as one task asks it: with the task's parameters in the place of its own.

        The limit of a reply (max_tokens) keeps the name that the entry has for it. What the entry doesn't
        send (left out, or null) stays unsent: some models refuse a temperature. The begun answer is sent only
        where it is a form of the task's answer (`begins_answer`).
        """
        own = dict(self.parameters)
        for name, value in parameters.items():
            for sent_as in OUTPUT_LIMITS if name == "max_tokens" else (name,):
                if own.get(sent_as) is not None:
                    own[sent_as] = value
        prefill = self.assistant_prefill if begins_answer else None
        return self.model_copy(update={"parameters": own, "assistant_prefill": prefill})

    def as_json(self, *, without: Sequence[str] = ()) -> dict[str, Any]:
        """Return the entry as plain JSON that `read_model` reads back, keys sorted at every level."""
        return {"slug": self.slug, **_sorted(self.model_dump(mode="json", exclude=set(without)))}

    def as_queried(self) -> dict[str, Any]:
        """Return the JSON of what a model's job depends on: how it is drawn is not among it."""
        return self.as_json(without=("label", "labels", "published_as"))


class Hosted(Model):
    """A model behind an endpoint that already runs."""

    is_local: ClassVar[bool] = False

    base_url: str | None = None
    """Address of the endpoint; null is the vendor's own."""
    api_key_env: str | None = None
    """Name of the environment variable that holds the key, never the key itself. Null is the vendor's usual
    one (OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY), or no key where base_url is set."""
    retired: Day = None
    """Day from which the vendor no longer answers, as text (YYYY, YYYY-MM or YYYY-MM-DD), past or announced;
    null where none is."""
    max_in_flight: Count = 8
    """Most requests in flight."""

    @field_validator("api_key_env")
    @classmethod
    def _check_variable(cls, name: str | None) -> str | None:
        # The value is never shown: whoever gets this wrong may have pasted the key itself.
        if name is not None and not VARIABLE_NAME.fullmatch(name):
            raise refuse(
                "the value given (not shown here) is not the name of a variable; allowed: capital letters, "
                "digits and '_', such as OPENAI_API_KEY, and never the key itself"
            )
        return name

    @field_validator("base_url")
    @classmethod
    def _check_address(cls, url: str | None) -> str | None:
        if url is None:
            return None
        try:
            parts = urlsplit(url)
            valid = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:
            valid = False
        if not valid or any(character.isspace() for character in url):
            raise refuse(f"{shown(url)} is not allowed; allowed: an address http://… or https://…")
        if parts.username or parts.password or parts.query or parts.fragment:
            raise refuse("a user, password, query or fragment is not allowed in an address (not shown here)")
        return url

    @property
    def api_key_variable(self) -> str | None:
        """The variable with the key: the entry's, or the vendor's for the vendor's own address."""
        return self.api_key_env or (self.key_variable if self.base_url is None else None)

    @property
    def address(self) -> str | None:
        """The base URL of the endpoint; None for the vendor's own."""
        return self.base_url

    def retired_on(self, today: date) -> str | None:
        """Return the day from which the vendor no longer answers, where it is past.

        One known to the year or month counts from its first day.
        """
        return self.retired if self.retired is not None and self.retired <= today.isoformat() else None


class OpenAIModel(Hosted):
    """A model of OpenAI, or behind anything that speaks its chat completions."""

    key_variable: ClassVar[str | None] = "OPENAI_API_KEY"
    backend: Literal["openai"]


class AnthropicModel(Hosted):
    """A model of Anthropic."""

    key_variable: ClassVar[str | None] = "ANTHROPIC_API_KEY"
    backend: Literal["anthropic"]

    @field_validator("parameters")
    @classmethod
    def _need_a_limit(cls, parameters: dict[str, Any]) -> dict[str, Any]:
        if parameters.get("max_tokens") is None:
            raise refused("max_tokens", "is missing; backend anthropic needs it")
        return parameters


class GeminiModel(Hosted):
    """A model of Google."""

    key_variable: ClassVar[str | None] = "GEMINI_API_KEY"
    backend: Literal["gemini"]


class LlamaCppModel(Model):
    """A model that llama.cpp serves on this machine's CPUs."""

    nullable: ClassVar[tuple[str, ...]] = ("max_in_flight", "threads", "context")
    backend: Literal["llama_cpp"]
    weights: Annotated[GgufWeights, allowing(f"a mapping with {GgufWeights.allowed}")]
    """Where the weights are: `package` and `file`, or `path`."""
    threads: Count = 1
    """CPU threads; 1 repeats exactly."""
    context: Count = 8192
    """Tokens that llama.cpp makes room for, input and output together."""

    @property
    def room(self) -> tuple[str, int] | None:
        """The window where one is given, else what the server makes room for."""
        return ("window", self.window or self.context)


# Arguments of vLLM's server that the workflow sets itself; the value says by what.
RESERVED_ARGUMENTS = {
    "model": "weights",
    "tokenizer": "weights",
    "revision": "weights.revision",
    "tokenizer-revision": "weights.revision",
    "served-model-name": "id",
    "host": "the job, which takes 127.0.0.1",
    "port": "the job, which takes a free one",
    "uds": "the job, which takes a port",
    "api-key": "the job, which makes one up",
    **{
        name.replace("_", "-"): name
        for name in (
            *("tensor_parallel_size", "pipeline_parallel_size", "max_model_len", "quantization"),
            *("kv_cache_dtype", "gpu_memory_utilization", "seed", "chat_template"),
        )
    },
}
ARGUMENT_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class VllmModel(Model):
    """A model that vLLM serves on GPUs."""

    nullable: ClassVar[tuple[str, ...]] = (
        *("max_in_flight", "tensor_parallel_size", "pipeline_parallel_size", "seed", "start_timeout_s"),
    )
    backend: Literal["vllm"]
    weights: Annotated[HubWeights, allowing(f"a mapping with {HubWeights.allowed}")]
    """Where the weights are: `hub` and `revision`, or `path`."""
    max_in_flight: Count = 64
    """Most requests in flight."""
    quantization: Text | None = None
    """vLLM's quantization, such as `fp8`; null leaves it to vLLM, which reads it from the weights."""
    kv_cache_dtype: Text | None = None
    """vLLM's type of the key-value cache; null leaves it to vLLM."""
    tensor_parallel_size: Count = 1
    """GPUs that share every layer of one model."""
    pipeline_parallel_size: Count = 1
    """Groups of such GPUs that each hold some of the layers."""
    max_model_len: Count | None = None
    """Tokens that vLLM makes room for, input and output together; null is just above the longest prompt and
    its reply."""
    gpu_memory_utilization: Annotated[float | None, Field(gt=0, le=1)] = None
    """Share of a GPU's memory that vLLM takes; null leaves it to vLLM."""
    seed: Annotated[int, Field(ge=0)] = 0
    """vLLM's seed."""
    chat_template: Text | None = None
    """File of a chat template (Jinja); null is the one that the model comes with."""
    server_arguments: Annotated[
        dict[str, Any], Field(json_schema_extra={"propertyNames": {"pattern": f"^{ARGUMENT_NAME.pattern}$"}})
    ] = {}
    """Further arguments of vLLM's server by their names without `--`, such as `dtype`; true and false are
    switches. Any of them counts as another model, whose cells are asked anew."""
    start_timeout_s: Annotated[float, Field(gt=0)] = 3600.0
    """Seconds in which vLLM must have loaded the model, download included."""
    gpu_model: Annotated[
        str | None, allowing("letters, digits, '_', '.' and '-'", pattern="^[a-zA-Z0-9_.-]+$")
    ] = None
    """Kind of GPU to ask a cluster for, in the cluster's own word; null is any."""
    mem_mb: Count | None = None
    """Memory of the machine to ask a cluster for; null is 24,000 for each GPU."""
    runtime_min: Count | None = None
    """Minutes to ask a cluster for; null is 60 and one more for every 20 planned cells."""

    @field_validator("server_arguments")
    @classmethod
    def _check_arguments(cls, arguments: dict[str, Any]) -> dict[str, Any]:
        for name in arguments:
            if not ARGUMENT_NAME.fullmatch(name):
                allowed = "names such as enforce-eager, without '--' and with '-' for '_'"
                raise refuse(f"{shown(name)} is not allowed; allowed: {allowed}")
            if name in RESERVED_ARGUMENTS:
                raise refused(name, f"not allowed here; it is set by {RESERVED_ARGUMENTS[name]}")
        return dict(sorted(arguments.items()))

    @property
    def n_gpus(self) -> int:
        """GPUs that one copy of the model takes."""
        return self.tensor_parallel_size * self.pipeline_parallel_size

    @property
    def room(self) -> tuple[str, int] | None:
        """The narrower of the model's window and what vLLM is told to make room for."""
        bounds = {"window": self.window, "max_model_len": self.max_model_len}
        known = [(name, bound) for name, bound in bounds.items() if bound is not None]
        return min(known, key=lambda item: item[1], default=None)


class ControlModel(Model):
    """A program of this project that answers like a model."""

    backend: Literal["control"]
    id: Literal["oracle", "guess", "refuser", "simulated"]
    """Which program; null is the slug."""


AnyModel = OpenAIModel | AnthropicModel | GeminiModel | LlamaCppModel | VllmModel | ControlModel
BACKENDS: dict[str, type[AnyModel]] = {
    get_args(kind.model_fields["backend"].annotation)[0]: kind for kind in get_args(AnyModel)
}


def read_model(entry: Mapping[str, Any]) -> AnyModel:
    """Return the model that `as_json` wrote; raises ValidationError (pydantic) for anything else."""
    return BACKENDS[entry["backend"]].model_validate(dict(entry))


def _sorted(value: Any) -> Any:  # noqa: ANN401
    """Return plain JSON with its keys sorted at every level."""
    if isinstance(value, dict):
        return {name: _sorted(value[name]) for name in sorted(value)}
    return [_sorted(item) for item in value] if isinstance(value, list) else value


def _names_loopback(url: str) -> bool:
    host = urlsplit(url).hostname
    if host is None or host == "localhost":
        return host == "localhost"
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
