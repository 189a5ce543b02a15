"""Changes of all objects of an extract by their first day of validity, as docs/area-history.md defines them."""

from itertools import pairwise

from days import is_ended, stage_of
from extract import TYPES

REFERENCES = {
    "heeftAlsHoofdadres": "hoofdadres_nummeraanduiding_id",
    "heeftAlsNevenadres": "nevenadres_nummeraanduiding_ids",
}
COMMON = ("status", "geconstateerd")
FIELDS = {
    "WPL": {"naam": "naam"},
    "OPR": {"naam": "naam", "verkorteNaam": "verkorte_naam", "type": "type", "ligtIn": "woonplaats_id"},
    "NUM": {
        **{name: name for name in ("huisnummer", "huisletter", "huisnummertoevoeging", "postcode")},
        **{"ligtIn": "woonplaats_id", "ligtAan": "openbare_ruimte_id"},
    },
    "VBO": {
        **REFERENCES,
        **{"gebruiksdoel": "gebruiksdoel", "oppervlakte": "oppervlakte", "maaktDeelUitVan": "pand_ids"},
    },
    "LIG": REFERENCES,
    "STA": REFERENCES,
    "PND": {"oorspronkelijkBouwjaar": "bouwjaar"},
}
UNKNOWN = {"oppervlakte": {"999999"}, "oorspronkelijkBouwjaar": {"1005", "9999"}}


def changes(days, periods):
    """Yields what changes in each period, written as two days: day, id, number, kind, sorted names of fields."""
    for period in periods:
        first, end = period.split()
        for object_type in TYPES:
            for life in days.extract.counting[object_type].values():
                valid = [v for v in life if v.begin < v.end]
                for before, after in pairwise([None, *valid]):
                    kind = kind_of(before, after)
                    if first <= after.begin < end and kind:
                        key = [after.begin, after.id, after.nr, kind]
                        yield {"period": period, "change": [*key, fields_of(object_type, before, after)]}


def kind_of(before, after):
    existed = before is not None and not is_ended(before)
    if is_ended(after):
        return "ended" if existed else None
    return "changed" if existed else "added"


def fields_of(object_type, before, after):
    if before is None:
        return []
    names = {**FIELDS[object_type], **{name: name for name in COMMON}}
    changed = [name for xml, name in names.items() if value(before, xml) != value(after, xml)]
    if stage_of(before) != stage_of(after):
        changed.append("stage")
    if before.geometry != after.geometry:
        changed.append("geometry")
    return sorted(changed)


def value(voorkomen, name):
    """Returns the texts of an element, except those that mean that the value is unknown."""
    unknown = UNKNOWN.get(name, set())
    return [text for text in voorkomen.all(name) if text not in unknown]
