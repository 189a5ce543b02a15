"""Draws questions about an extract: half of their days are at most a day from a begin or an end."""

import random

from days import shifted
from extract import OPEN, TYPES

KINDS = ("object", "address", "lookup", "history", "former", "in_onderzoek")
WEIGHTS = (20, 35, 20, 10, 10, 5)
FIRST_DAY = "2009-01-01"
SPAN_DAYS = 6600


class Questions:
    def __init__(self, days, seed):
        self.days, self.random = days, random.Random(seed)
        self.ids = {t: sorted(days.extract.counting[t]) for t in TYPES}
        self.objects = [(t, i) for t in TYPES for i in self.ids[t]]
        self.investigated = sorted(days.investigated)

    def draw(self, count):
        for _ in range(count):
            kind = self.random.choices(KINDS, WEIGHTS)[0]
            yield {"ask": kind, **getattr(self, kind)()}

    def day(self, borders):
        """Draws a day: half of the time at most a day from one of the borders."""
        borders = [b for b in borders if "1900" < b < "2100"]
        if borders and self.random.random() < 0.5:
            return shifted(self.random.choice(borders), self.random.choice((-1, 0, 1)))
        return shifted(FIRST_DAY, self.random.randrange(SPAN_DAYS))

    def object(self):
        object_type, object_id = self.random.choice(self.objects)
        borders = [b for v in self.days.lives(object_type, object_id) for b in (v.begin, v.end)]
        return {"type": object_type, "id": object_id, "day": self.day(borders)}

    def address(self):
        number = self.number()
        return {"id": number, "day": self.day(self.days.cuts(number))}

    def history(self):
        return {"id": self.number()}

    def lookup(self):
        """Asks for a key that a number once had, on any day."""
        address, borders = self.address_once(lambda a: a["postcode"] is not None)
        return {"key": self.key_of(address, "postcode"), "day": self.day(borders)}

    def former(self):
        address, _ = self.address_once(lambda a: True)
        first = "postcode" if address["postcode"] and self.random.random() < 0.5 else "straatnaam"
        return {"key": self.key_of(address, first)}

    def in_onderzoek(self):
        if not self.investigated:
            return self.object()
        object_id = self.random.choice(self.investigated)
        records = self.days.investigated[object_id]
        borders = [border for record in records for border in (record.begin, record.end)]
        return {"type": records[0].type, "id": object_id, "day": self.day(borders)}

    def number(self):
        """Draws a number: one time in three a number with several voorkomens."""
        if not hasattr(self, "eventful"):
            self.eventful = [n for n, life in sorted(self.days.extract.counting["NUM"].items()) if len(life) > 1]
        eventful = self.eventful and self.random.random() < 1 / 3
        return self.random.choice(self.eventful if eventful else self.ids["NUM"])

    def address_once(self, is_suitable):
        while True:
            periods = [p for p in self.days.keyed[self.number()] if p["address"] and is_suitable(p["address"])]
            if periods:
                period = self.random.choice(periods)
                return period["address"], [b for b in (period["valid_from"], period["valid_until"]) if b != OPEN]

    def key_of(self, address, first):
        names = (first, "huisnummer", "huisletter", "huisnummertoevoeging")
        key = {name: address[name] for name in names}
        return key if first == "postcode" else {**key, "woonplaats_naam": address["woonplaats_naam"]}
