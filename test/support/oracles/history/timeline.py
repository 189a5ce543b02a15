"""Stocks and flows of an extract by year, as docs/area-history.md defines them."""

from collections import defaultdict
from itertools import pairwise

from days import is_ended, stage_of

ENDS = {
    "VBO": {"Verblijfsobject ingetrokken": "residences_ended"},
    "PND": {"Pand gesloopt": "buildings_demolished"},
}
NAMES = {"VBO": "residences", "PND": "buildings"}


def timeline(days, years):
    """Yields each year with what exists on its first day and what happens in it."""
    flows = defaultdict(lambda: defaultdict(int))
    for object_type in ("NUM", *NAMES):
        for life in days.extract.counting[object_type].values():
            valid = [v for v in life if v.begin < v.end]
            events = number_events(valid) if object_type == "NUM" else object_events(object_type, valid)
            for day, event in events:
                flows[day[:4]][event] += 1
    for year in years:
        yield {"period": year, "stock": stock(days, f"{year}-01-01"), "flows": flows[year]}


def stock(days, day):
    streets = days.extract.counting["OPR"]
    numbers = (days.existing("NUM", number, day) for number in days.extract.counting["NUM"])
    return {
        "addresses": sum(v is not None and v.one("ligtAan") in streets for v in numbers),
        **{
            name: sum(days.existing(object_type, i, day) is not None for i in days.extract.counting[object_type])
            for object_type, name in NAMES.items()
        },
    }


def number_events(valid):
    for voorkomen in valid[:1]:
        yield voorkomen.begin, "numbers_issued"
    for before, after in pairwise(valid):
        if is_ended(after) and not is_ended(before):
            yield after.begin, "numbers_withdrawn"
        if any(before.one(n) != after.one(n) for n in ("ligtAan", "huisnummer", "huisletter", "huisnummertoevoeging")):
            yield after.begin, "numbers_renamed"
        if before.one("postcode") != after.one("postcode"):
            yield after.begin, "numbers_postcode_changed"


def object_events(object_type, valid):
    name, ended = NAMES[object_type], set()
    for before, after in pairwise([None, *valid]):
        stage, status = stage_of(after), after.one("status")
        if stage == "standing" and (before is None or stage_of(before) != "standing"):
            yield after.begin, f"{name}_found" if before is None else f"{name}_into_use"
        if stage == "planned" and before is None:
            yield after.begin, f"{name}_planned"
        end = ENDS[object_type].get(status) or (status.startswith("Niet gerealiseerd") and f"{name}_not_realised")
        if end and end not in ended:
            ended.add(end)
            yield after.begin, end
