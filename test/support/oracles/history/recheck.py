"""Rechecks ids of a list: what became of the address that each was on a day, by the table of docs/recheck.md."""

from datetime import date

from days import numbers_of, shifted
from extract import OPEN
from former import Past

FIELDS = ("straatnaam", "huisnummer", "huisletter", "huisnummertoevoeging", "postcode", "woonplaats", "gemeente")
TYPES = {"20": "NUM", "01": "VBO", "02": "LIG", "03": "STA"}
MAX_CANDIDATES = 100
NOTHING = {
    **{"reason": None, "changes": [], "since": None, "document": None, "relation": None},
    **{"was": None, "compared_on": None, "candidates": [], "present": None},
}


class Recheck(Past):
    def __init__(self, extract, municipality_names=None):
        super().__init__(extract, municipality_names)
        self.spans = {}

    def number_of(self, list_id, day):
        """Returns the number of an id on the day: the id itself, or the hoofdadres of an object that exists."""
        if TYPES[list_id[4:6]] == "NUM":
            return list_id
        holder = self.existing(TYPES[list_id[4:6]], list_id, day)
        return holder and numbers_of(holder)[0]

    def parts_of(self, list_id, day):
        number = self.number_of(list_id, day)
        return self.parts(number, day)[0] if number else None

    def text(self, parts, day):
        one = parts.number.one
        return (
            *(parts.street.one("naam"), int(one("huisnummer")), one("huisletter"), one("huisnummertoevoeging")),
            *(one("postcode"), parts.city.one("naam"), self.municipality(parts.city.id, day)),
        )

    def text_on(self, list_id, day):
        parts = self.parts_of(list_id, day)
        return parts and self.text(parts, day)

    def texts(self, list_id):
        """Returns the periods with an address that begin by the reference date, one for each text: begin, end, text."""
        if list_id not in self.spans:
            self.spans[list_id] = [s for s in self.all_texts(list_id) if s[2] and s[0] <= self.day]
        return self.spans[list_id]

    def all_texts(self, list_id):
        object_type, spans = TYPES[list_id[4:6]], []
        own = self.lives(object_type, list_id)
        numbers = {list_id} if object_type == "NUM" else {v.one("heeftAlsHoofdadres") for v in own}
        days = {day for v in own for day in (v.begin, v.end)} | {day for n in numbers for day in self.cuts(n)}
        days = sorted(days - {OPEN})
        for begin, end in zip(days, days[1:] + [OPEN]):
            text = self.text_on(list_id, begin)
            if spans and spans[-1][2] == text:
                spans[-1] = (spans[-1][0], end, text)
            else:
                spans.append((begin, end, text))
        return spans

    def recheck(self, list_id, day):
        asked = min(day, self.day)
        spans = self.texts(list_id)
        if not spans:
            known = self.lives(TYPES[list_id[4:6]], list_id)
            return {**NOTHING, "status": "unknown", "reason": "never an address" if known else "unknown id"}
        nearest = min(spans, key=lambda span: (distance(self.nearest_day(span, asked), asked), span[0]))
        compared_on, was = self.nearest_day(nearest, asked), nearest[2]
        known = {**NOTHING, "was": line(was), "compared_on": compared_on}
        begin, end, text = spans[-1]
        if end > self.day:
            known["present"] = self.number_of(list_id, self.day)
            if text == was:
                return {**known, "status": "unchanged"}
            before = self.text_on(list_id, shifted(begin, -1))
            by_municipality = before is not None and before[:-1] == text[:-1]
            document = None if by_municipality else self.document(self.parts_of(list_id, begin), begin)
            return {**known, "status": "changed", "changes": changes(was, text), "since": begin, "document": document}
        last = self.parts_of(list_id, shifted(end, -1))
        known |= {"since": end, "document": self.document(last, end)}
        successors = self.all_successors(list_id, last)
        if not successors:
            return {**known, "status": "ended"}
        if len(successors) > 1 or successors[0][0] == "same_document":
            return {**known, "status": "undecided", "candidates": successors[:MAX_CANDIDATES]}
        ((relation, present),) = successors
        found = {"relation": relation, "present": present, "changes": changes(was, self.text_on(present, self.day))}
        return {**known, "status": "replaced", **found}

    def nearest_day(self, span, asked):
        """Returns the day of a span that is nearest to `asked`, at most the reference date."""
        last = min(shifted(span[1], -1), self.day) if span[1] != OPEN else self.day
        return max(span[0], min(asked, last))

    def all_successors(self, list_id, last):
        """Returns only the certain successor if there is one, else the successors of former addresses."""
        if list_id == last.number.id:
            holder = self.existing(last.holder.type, last.holder.id, self.day)
            main = holder and numbers_of(holder)[0]
            if main and self.parts(main, self.day)[0]:
                return [["same_object", main]]
        elif self.parts(last.number.id, self.day)[0]:
            return [["same_number", last.number.id]]
        return self.successors(last.number.id)

    def document(self, parts, day):
        street = parts.street
        for kind, one in (
            *(("NUM", parts.number.id), ("OPR", street.id), ("WPL", street.one("ligtIn"))),
            (parts.holder.type, parts.holder.id),
        ):
            begun = [v for v in self.lives(kind, one) if v.begin == day and v.begin < v.end]
            if begun:
                return begun[-1].one("documentnummer")
        return None

    def list_ids(self):
        return [i for object_type in TYPES.values() for i in sorted(self.extract.counting[object_type])]

    def rechecked(self, days):
        """Rechecks all ids on each day. `first` means the first day as an address, for withdrawn numbers only."""
        for day in days:
            for list_id in self.withdrawn() if day == "first" else self.list_ids():
                spans = self.texts(list_id)
                asked = (spans[0][0] if spans else self.day) if day == "first" else day
                yield {"id": list_id, "day": asked, **self.recheck(list_id, asked)}

    def rechecked_rows(self, rows):
        for list_id, day in rows:
            yield {"id": list_id, "day": day, **self.recheck(list_id, day)}


def distance(day, other):
    return abs((date.fromisoformat(day) - date.fromisoformat(other)).days)


def changes(before, after):
    return [name for name, one, other in zip(FIELDS, before, after) if one != other]


def line(text):
    street, number, letter, addition, postcode, city, _ = text
    joint = "" if not addition else "-" if addition[0].isdigit() else " "
    return f"{street} {number}{letter or ''}{joint}{addition or ''}, {postcode + ' ' if postcode else ''}{city}"
