"""Counts of an extract through time: the tables of voorkomens, of changes, of keys and of what became of them."""

from collections import Counter, defaultdict
from itertools import combinations, pairwise

from days import is_ended
from extract import TYPES
from former import street_key

FIELDS = {
    "OPR": ("naam", "type", "ligtIn", "status"),
    "NUM": ("postcode", "status", "ligtAan", "huisnummer", "huisletter", "ligtIn", "huisnummertoevoeging"),
    "VBO": (
        *("oppervlakte", "status", "maaktDeelUitVan", "geometry", "gebruiksdoel"),
        *("heeftAlsNevenadres", "heeftAlsHoofdadres"),
    ),
    "PND": ("status", "geometry", "oorspronkelijkBouwjaar", "geconstateerd"),
}


def totals(days, day):
    """Counts what exists on a day."""
    parts = [p for p in (days.parts(number, day)[0] for number in days.extract.counting["NUM"]) if p]
    existing = lambda t: sum(days.existing(t, i, day) is not None for i in days.extract.counting[t])
    return {
        "addresses": len(parts),
        "with_postcode": sum(p.number.one("postcode") is not None for p in parts),
        "panden": existing("PND"),
        "verblijfsobjecten": existing("VBO"),
    }


def voorkomens(days):
    """Counts objects and voorkomens by type, as they are on the day of the extract."""
    counts = {}
    for object_type in TYPES:
        lives = list(days.extract.counting[object_type].values())
        last = [days.in_force(object_type, life[0].id, days.day) for life in lives]
        counts[object_type] = {
            "objects": len(lives),
            "voorkomens": sum(map(len, lives)),
            "most": max(map(len, lives), default=0),
            "with_one": sum(len(life) == 1 for life in lives),
            "corrections": sum(v.begin == v.end for life in lives for v in life),
            "ended": sum(v is not None and is_ended(v) for v in last),
            "geconstateerd": sum(v.one("geconstateerd") == "J" for life in lives for v in life),
        }
    return counts


def marked(days):
    """Counts marked voorkomens: by type, with the number of a counting one, and numbers of several marked ones."""
    by_type, shared, numbers = Counter(), 0, Counter()
    for object_type in TYPES:
        for object_id, life in days.extract.marked[object_type].items():
            by_type[object_type] += len(life)
            counting = {v.nr for v in days.lives(object_type, object_id)}
            shared += sum(v.nr in counting for v in life)
            numbers.update((object_id, v.nr) for v in life)
    return {**by_type, "shared": shared, "twice": sum(n > 1 for n in numbers.values())}


def changes(days, object_type):
    """Counts the transitions between valid voorkomens of a type, and the transitions that change each field."""
    counts = Counter()
    for life in days.extract.counting[object_type].values():
        for before, after in pairwise([v for v in life if v.begin < v.end]):
            changed = [name for name in FIELDS[object_type] if value(before, name) != value(after, name)]
            counts.update(["transitions", *(changed or ["nothing"])])
            if "postcode" in changed:
                old, new = before.one("postcode"), after.one("postcode")
                counts["postcode_new" if old is None else "postcode_gone" if new is None else "postcode_other"] += 1
    return dict(counts)


def value(voorkomen, name):
    return voorkomen.geometry if name == "geometry" else voorkomen.all(name)


def planned(days):
    """Counts the planned residences and panden of the day."""
    count = lambda t, *statuses: sum(
        (v := days.existing(t, i, days.day)) is not None and v.one("status") in statuses
        for i in days.extract.counting[t]
    )
    return {
        "VBO": count("VBO", "Verblijfsobject gevormd"),
        "PND": count("PND", "Bouwvergunning verleend", "Bouw gestart"),
    }


def keys(days):
    """Counts keys of street and number, and of postcodes, over all time."""
    held = defaultdict(list)
    several_keys = several_postcodes = 0
    for number, periods in days.keyed.items():
        spans = [(street_key(p["address"]), p) for p in periods if p["address"]]
        several_keys += len({key for key, _ in spans}) > 1
        several_postcodes += len({p["address"]["postcode"] for _, p in spans} - {None}) > 1
        for key, period in spans:
            held[key].append((number, period))
    today = {key for key, spans in held.items() if any(days.is_today(p) for _, p in spans)}
    twice = [spans for spans in held.values() if any(overlap(a, b) for a, b in combinations(spans, 2))]
    return {
        "periods": sum(p["address"] is not None for ps in days.keyed.values() for p in ps),
        "several_keys": several_keys,
        "several_postcodes": several_postcodes,
        "ever": len(held),
        "former": len(held) - len(today),
        "held_by_another_before": sum(
            bool({number for number, _ in held[key]} - {number for number, p in held[key] if days.is_today(p)})
            for key in today
        ),
        "two_at_once": len(twice),
        "two_today": sum(sum(days.is_today(p) for _, p in spans) > 1 for spans in twice),
    }


def overlap(a, b):
    (one, first), (other, second) = a, b
    return one != other and first["valid_from"] < second["valid_until"] and second["valid_from"] < first["valid_until"]


def fates(days):
    """Counts what became of the withdrawn numbers."""
    withdrawn = days.withdrawn()
    return {"withdrawn": len(withdrawn), **Counter(map(days.fate, withdrawn))}


def investigations(days):
    """Counts records of in onderzoek, their merged rows, and what is in onderzoek on the day."""
    records = days.extract.investigations
    return {
        "records": len(records),
        **Counter(r.type for r in records),
        "merged": len({(r.id, r.begin, r.end) for r in records if r.is_open}),
        "open": len({r.id for r in records if r.is_open and r.begin <= days.day < r.end}),
    }
