"""The functions that generated modules are made of: sound ones, and slow ones to plant among them.

`{n}` stands for a noun, `{p}` for its plural. The numbers of sound functions and of nouns share no divisor,
so that counting both up together gives every pair once before any comes again.
"""

from __future__ import annotations

from collections.abc import Iterable

from findorigin.tasks.assembly import shuffled, word_list
from findorigin.tasks.inefficient_code.naming import defined_functions

HEADER = """\
import bisect
import heapq
import itertools
import json
from collections import Counter, defaultdict
"""

# With their plurals, where these are not made by an s.
_NOUNS = word_list(
    """
    invoice parcel reading ticket booking member lesson route sample voucher seedling carriage
    painting harvest recipe shipment survey account beacon cabin donation engine festival garment
    hydrant journal kiosk library_card meter orchard pension airship ballot bicycle candle canal
    charter chapel coupon deposit dispatch/dispatches exhibit footbridge greenhouse hangar kennel
    lantern lease mooring nursery/nurseries oven permit pipeline postcard quarry/quarries reservoir
    sculpture sensor terrace tollgate windmill
    """
)
NOUNS = tuple((noun, plural or f"{noun}s") for noun, _, plural in (entry.partition("/") for entry in _NOUNS))


def _functions(text: str) -> tuple[str, ...]:
    """Return the functions of a text, which blank lines part; each begins with one."""
    return tuple(f"\n{code}\n" for code in text.strip("\n").split("\n\n"))


SOUND = _functions(
    '''
def {n}_from_row(row):
    """Return one {n} from a row of three fields."""
    identifier, name, amount = row
    return {{"id": int(identifier), "name": name.strip(), "amount": float(amount)}}

def index_{p}({p}):
    """Map each identifier to its {n}."""
    return {{{n}["id"]: {n} for {n} in {p}}}

def group_{p}_by_day({p}):
    """Return the {p} of each day."""
    days = defaultdict(list)
    for {n} in {p}:
        days[{n}["day"]].append({n})
    return dict(days)

def total_{n}_amount({p}):
    return sum({n}["amount"] for {n} in {p})

def latest_{n}({p}):
    """Return the {n} with the greatest time stamp, or None."""
    return max({p}, key=lambda {n}: {n}["time"], default=None)

def position_of_{n}(sorted_ids, wanted):
    """Return where an identifier stands in a sorted list, or None."""
    place = bisect.bisect_left(sorted_ids, wanted)
    found = place < len(sorted_ids) and sorted_ids[place] == wanted
    return place if found else None

def unique_{n}_names({p}):
    """Return the names in the order of their first appearance."""
    return list(dict.fromkeys({n}["name"] for {n} in {p}))

def merge_{n}_lists(first, second):
    """Merge two lists that are sorted by time."""
    return list(heapq.merge(first, second, key=lambda {n}: {n}["time"]))

def count_{p}_by_status({p}):
    return Counter({n}["status"] for {n} in {p})

def {n}_label({n}):
    """Return the line that a list shows for one {n}."""
    return f"{{{n}['id']:05d}} {{{n}['name']}}"

def split_{p}({p}, is_open):
    """Return the open {p} and the closed ones."""
    parts = [], []
    for {n} in {p}:
        parts[0 if is_open({n}) else 1].append({n})
    return parts

def average_{n}_weight({p}):
    """Return the mean weight, or None without any {p}."""
    if not {p}:
        return None
    return sum({n}["weight"] for {n} in {p}) / len({p})

def cheapest_{p}({p}, number):
    return heapq.nsmallest(number, {p}, key=lambda {n}: {n}["amount"])

def known_{p}({p}, known_ids):
    """Keep the {p} whose identifiers are in the set `known_ids`."""
    return [{n} for {n} in {p} if {n}["id"] in known_ids]

def running_{n}_totals(amounts):
    """Return the sum of the amounts so far, after each of them."""
    return list(itertools.accumulate(amounts))

def validate_{n}({n}):
    """Raise ValueError for a {n} without a name or with a negative amount."""
    if not {n}.get("name"):
        raise ValueError("the {n} has no name")
    if {n}["amount"] < 0:
        raise ValueError("the amount is negative")

def batches_of_{p}({p}, size):
    """Yield the {p} in lists of at most `size`."""
    for start in range(0, len({p}), size):
        yield {p}[start : start + size]

def {n}_as_text({n}):
    return json.dumps({n}, sort_keys=True)

def smoothed_{p}(values, width):
    """Return the mean of every window of `width` values."""
    window = sum(values[:width])
    means = [window / width]
    for old, new in zip(values, values[width:]):
        window += new - old
        means.append(window / width)
    return means

def joined_{n}_codes({p}):
    """Return all codes in one line, sorted."""
    return ", ".join(sorted({n}["code"] for {n} in {p}))

def returning_{p}(last_year, this_year):
    """Return the identifiers that stand in both years."""
    return set(last_year) & set(this_year)

def limited_{n}_amount(amount, lowest, highest):
    return max(lowest, min(amount, highest))

def median_{n}_amount({p}):
    """Return the middle amount (the upper one of two)."""
    amounts = sorted({n}["amount"] for {n} in {p})
    return amounts[len(amounts) // 2]
'''
)

SLOW = _functions(
    '''
def repeated_{p}(codes):
    """Return whether any code appears twice."""
    repeats = 0
    for i in range(len(codes)):
        for j in range(len(codes)):
            if i != j and codes[i] == codes[j]:
                repeats += 1
    return repeats > 0

def {n}_count_after(months):
    """Return how many {p} there are when each month adds the two months before."""
    if months < 2:
        return months
    return {n}_count_after(months - 1) + {n}_count_after(months - 2)

def {n}_overview({p}):
    """Return the names, one a line."""
    text = ""
    for last in range(len({p})):
        text = ""
        for {n} in {p}[: last + 1]:
            text = text + {n}["name"] + "\\n"
    return text

def is_prime_{n}(number):
    """Return whether the number of a {n} is prime."""
    divisors = 0
    for candidate in range(1, number + 1):
        if number % candidate == 0:
            divisors += 1
    return divisors == 2

def ordered_{p}(amounts):
    """Return the amounts in ascending order."""
    amounts = list(amounts)
    place = 0
    while place < len(amounts) - 1:
        if amounts[place] > amounts[place + 1]:
            amounts[place], amounts[place + 1] = amounts[place + 1], amounts[place]
            place = 0
        else:
            place += 1
    return amounts

def {n}_balances(amounts):
    """Return the balance after each amount."""
    balances = []
    for last in range(len(amounts)):
        balances.append(sum(amounts[: last + 1]))
    return balances

def {p}_in_both(first, second):
    """Return the identifiers that both lists hold."""
    both = []
    for one in first:
        for other in second:
            if one == other and one not in both:
                both.append(one)
    return both

def {n}_volume(length, width, height):
    """Return length times width times height."""
    volume = 0
    for _ in range(length):
        for _ in range(width):
            for _ in range(height):
                volume += 1
    return volume

def widest_{n}_gap(times):
    """Return the greatest difference between any two times."""
    widest = 0
    for one in times:
        for other in times:
            if abs(one - other) > widest:
                widest = abs(one - other)
    return widest

def {n}_word_counts(text):
    """Return how often each word of a text appears."""
    counts = {{}}
    for word in text.split():
        counts[word] = len([other for other in text.split() if other == word])
    return counts
'''
)


def planted_functions(puzzle: int) -> dict[str, str]:
    """Return the code of the two slow functions of a puzzle (1 or more) by name: two kinds, two nouns."""
    first = (puzzle - 1) % len(SLOW)
    second = (first + 1 + (puzzle - 1) // len(SLOW) % (len(SLOW) - 1)) % len(SLOW)
    nouns = shuffled(NOUNS, "planted nouns", puzzle)
    return by_name(SLOW[kind].format(n=n, p=p) for kind, (n, p) in zip((first, second), nouns, strict=False))


def by_name(codes: Iterable[str]) -> dict[str, str]:
    """Return the code of functions by their names."""
    return {defined_functions(code)[0]: code for code in codes}
