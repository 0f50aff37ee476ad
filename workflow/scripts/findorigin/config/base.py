"""What all parts of a configuration share: strict models, types of values, whole numbers in three forms."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    create_model,
)
from pydantic_core import PydanticCustomError

# A list longer than this is a slip of the pen, not a plan.
MOST_VALUES = 100_000

Text = Annotated[str, Field(min_length=1)]
Count = Annotated[int, Field(ge=1)]
Usd = Annotated[float, Field(ge=0)]


def refuse(message: str) -> PydanticCustomError:
    """Return an error whose line is `message` behind the key that it concerns."""
    return PydanticCustomError("value", "{message}", {"message": message})


def allowing(what: str, **bounds: Any) -> Any:  # noqa: ANN401
    """Return a Field whose messages say in these words what is allowed."""
    return Field(json_schema_extra={"x-allowed": what}, **bounds)


Day = Annotated[
    str | None, allowing("YYYY, YYYY-MM or YYYY-MM-DD", pattern=r"^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$")
]


def each_once(values: list[str]) -> list[str]:
    """Return `values` as they are; raises PydanticCustomError where one is repeated."""
    if len(set(values)) < len(values):
        raise PydanticCustomError("unique", "each value once")
    return values


Names = Annotated[list[Text], AfterValidator(each_once), AfterValidator(sorted)]


class Section(BaseModel):
    """A mapping of the configuration: no key but its own, every value of the type it should have.

    The text below a key is its description, in the schemas and in the tables of keys.
    """

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, allow_inf_nan=False, use_attribute_docstrings=True
    )


# In which form values are written. Error messages leave this out of a key, and no key of a user looks so.
ONE, LIST, RANGE = "<one>", "<list>", "<range>"
FORMS = frozenset({ONE, LIST, RANGE})


def form(value: object) -> str:
    """Return in which form values are written: a range, a list, or one alone."""
    return RANGE if isinstance(value, dict) else LIST if isinstance(value, list | tuple) else ONE


class Range(Section):
    """A range of whole numbers."""

    start: int
    """First value of a range."""
    stop: int
    """Last value of a range, included if the steps reach it."""
    step: Count = 1
    """Distance between the values of a range."""


@cache
def numbers(minimum: int | None = None, maximum: int | None = None) -> Any:  # noqa: ANN401
    """Return the type of a whole number, a list of them, or {start, stop, step} with the stop included.

    Its value is the list of the distinct numbers, sorted; each is within the bounds.
    """
    start, stop = Range.model_fields["start"].description, Range.model_fields["stop"].description
    bounds = "".join(
        f"{word}{bound}" for word, bound in (("From", minimum), ("To", maximum)) if bound is not None
    )
    bounded: Any = create_model(
        f"Range{bounds}",
        __base__=Range,
        start=(Annotated[int, Field(ge=minimum, description=start)], ...),
        stop=(Annotated[int, Field(le=maximum, description=stop)], ...),
    )
    number = Annotated[int, Field(ge=minimum, le=maximum), BeforeValidator(_whole)]
    return Annotated[
        Annotated[number, Tag(ONE)]
        | Annotated[list[number], Field(min_length=1), Tag(LIST)]
        | Annotated[bounded, Tag(RANGE)],
        Discriminator(form),
        AfterValidator(_expand),
    ]


NUMBERS = "a whole number, a list of whole numbers or {start, stop, step}"


def _whole(value: object) -> object:
    """Return 4 for 4.0: a program that writes YAML may not tell them apart."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _expand(value: int | list[int] | Range) -> list[int]:
    if isinstance(value, int):
        return [value]
    if isinstance(value, list):
        return sorted(set(value))
    if value.start > value.stop:
        raise PydanticCustomError(
            "range", f"start {value.start} is greater than stop {value.stop}; allowed: a start up to stop"
        )
    count = (value.stop - value.start) // value.step + 1
    if count > MOST_VALUES:
        raise PydanticCustomError("range", f"stands for {count} values; allowed: at most {MOST_VALUES}")
    return list(range(value.start, value.stop + 1, value.step))
