"""What exists on a day, by the rules of docs/bag-format.md §1.8, §4.1 and docs/records.md with any day for D."""

import re
from collections import defaultdict
from datetime import date, timedelta

ENDED = re.compile("ingetrokken|iet gerealiseerd|ten onrechte opgevoerd|gesloopt")
PLANNED = ("Verblijfsobject gevormd", "Bouwvergunning verleend", "Bouw gestart")
OBJECTS = ("VBO", "LIG", "STA")


def shifted(day, days):
    """Returns the ISO date that many days later."""
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def is_ended(voorkomen):
    return ENDED.search(voorkomen.one("status")) is not None


class Days:
    """Answers questions about an extract for any day."""

    def __init__(self, extract):
        self.extract = extract
        self.day = extract.day
        self.holders = defaultdict(set)
        for object_type in OBJECTS:
            for object_id, voorkomens in extract.counting[object_type].items():
                for number in {n for v in voorkomens for n in numbers_of(v)}:
                    self.holders[number].add((object_type, object_id))
        self.investigated = defaultdict(list)
        for record in extract.investigations:
            self.investigated[record.id].append(record)

    def lives(self, object_type, object_id):
        """Returns the counting voorkomens of an object, oldest first."""
        return self.extract.counting[object_type].get(object_id, [])

    def in_force(self, object_type, object_id, day):
        found = None
        for voorkomen in self.lives(object_type, object_id):
            if voorkomen.begin <= day < voorkomen.end:
                found = voorkomen
        return found

    def existing(self, object_type, object_id, day):
        """Returns the voorkomen of an object that exists on the day."""
        voorkomen = self.in_force(object_type, object_id, day)
        return None if voorkomen is None or is_ended(voorkomen) else voorkomen

    def why_not(self, object_type, object_id, day):
        """Returns why an object does not exist on the day; None when it does. A street needs its woonplaats."""
        voorkomen = self.in_force(object_type, object_id, day)
        if voorkomen is not None and is_ended(voorkomen):
            return "ended"
        if voorkomen is not None:
            has_city = object_type != "OPR" or self.existing("WPL", voorkomen.one("ligtIn"), day) is not None
            return None if has_city else "no_woonplaats"
        lives = self.lives(object_type, object_id)
        if not lives:
            return "unknown"
        if all(v.begin == v.end for v in lives):
            return "corrected"
        return "not_yet" if day < min(v.begin for v in lives if v.begin < v.end) else "ended"

    def municipality(self, city, day):
        """Returns the code of the gemeente of a woonplaats; before its first row, the code of that row."""
        rows = self.extract.relations.get(city, [])
        for begin, end, code in rows:
            if begin <= day < end:
                return code
        return rows[0][2] if rows and day < rows[0][0] else None

    def in_onderzoek(self, object_id, day):
        return sorted({r.kenmerk for r in self.investigated[object_id] if r.is_open and r.begin <= day < r.end})


def numbers_of(voorkomen):
    """Returns the nummeraanduidingen of an object: the hoofdadres first."""
    return voorkomen.all("heeftAlsHoofdadres") + voorkomen.all("heeftAlsNevenadres")


def stage_of(voorkomen):
    status = voorkomen.one("status")
    return "ended" if ENDED.search(status) else "planned" if status in PLANNED else "standing"
