"""Small prompts for the tests of the graders, with the words that make reading hard among the vertices."""

from __future__ import annotations

from findorigin.tasks.find_the_origin.prompts import connection, render

# d = 3: the chains' first lines in a block of three, then their second lines; function words as in puzzle 0.
WORDS = render(
    [
        connection("for", "can"),
        connection("workbench", "dad"),
        connection("his", "null"),
        connection("can", "x"),
        connection("dad", "admire"),
        connection("null", "spread"),
        connection("final", "answer"),
        connection("it", "the"),
        connection("is", "and"),
        connection("yes", "origin"),
    ],
    hops=2,
    destination="admire",
)

COMPOUNDS = render(
    [
        connection("river-stone", "lamp-wool"),
        connection("hill-corn", "sand-door"),
        connection("lamp-wool", "moon-gate"),
        connection("sand-door", "leaf-boat"),
    ],
    hops=2,
    destination="moon-gate",
)

THREE_HOPS = render(
    [connection("one", "two"), connection("two", "three"), connection("three", "four")],
    hops=3,
    destination="four",
)
