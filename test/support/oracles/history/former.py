"""Former addresses: the numbers that had a key, what each is today, and the candidates that took its place."""

from collections import defaultdict
from datetime import date

from addresses import Addresses
from days import is_ended, numbers_of, shifted

AFFIXED = ("huisnummer", "huisletter", "huisnummertoevoeging")
STREET_KEY = ("straatnaam", "woonplaats_naam", *AFFIXED)
STREET_ID_KEY = ("openbare_ruimte_id", *AFFIXED)
FORMED_WITHIN_DAYS = 60
ONE_DOCUMENT_WITHIN_DAYS = 31


def street_key(address):
    return tuple(address[name] for name in STREET_KEY)


class Past(Addresses):
    def __init__(self, extract, municipality_names=None):
        super().__init__(extract, municipality_names)
        self.in_pand = defaultdict(list)
        for object_id in extract.counting["VBO"]:
            today = self.existing("VBO", object_id, self.day)
            for pand in today.all("maaktDeelUitVan") if today else []:
                self.in_pand[pand].append(object_id)

    def is_today(self, period):
        return period["address"] is not None and period["valid_from"] <= self.day < period["valid_until"]

    def former(self, **key):
        """Returns the ids that have a key today, and all former holders, the latest first."""
        has_key = lambda a: a is not None and all(a[name] == wanted for name, wanted in key.items())
        current, former = [], []
        for number in sorted(self.holders_of_key[self.index_key(key)]):
            spans = join([p for p in self.keyed[number] if has_key(p["address"])])
            if any(begin <= self.day < end for begin, end in spans):
                current.append(number)
            elif past := [span for span in spans if span[1] <= self.day]:
                former.append(self.holder(number, *past[-1]))
        former.sort(key=lambda one: (one["valid_until"], one["nummeraanduiding_id"]), reverse=True)
        return {"current": current, "former": former}

    def index_key(self, key):
        if "postcode" in key:
            return ("postcode", key["postcode"], key["huisnummer"])
        return ("street", key["straatnaam"], key["huisnummer"], key["huisletter"], key["huisnummertoevoeging"])

    def holder(self, number, begin, end):
        return {
            "nummeraanduiding_id": number,
            "address": self.address(number, shifted(end, -1))[0],
            "valid_from": begin,
            "valid_until": end,
            "today": self.address(number, self.day)[0],
            "successors": self.successors(number),
        }

    def successors(self, number):
        """Returns the relations and ids of the addresses that took the place of a number that is no address today."""
        if self.parts(number, self.day)[0] is not None:
            return []
        same_key = self.with_same_key(number)
        same_document = {n for n in self.with_same_document(number) if n not in same_key}
        return [["same_key", n] for n in same_key] + [["same_document", n] for n in sorted(same_document)]

    def last_address(self, number):
        return next((p["address"] for p in reversed(self.keyed[number]) if p["address"]), None)

    def with_same_key(self, number):
        """Returns the other numbers that today have the last house number and street of this one, whatever its name."""
        last = self.last_address(number)
        key = last and tuple(last[name] for name in STREET_ID_KEY)
        return sorted(
            other
            for other in (self.holders_of_key[("street", *key)] if key else ())
            if other != number and self.holds_today(other, key)
        )

    def holds_today(self, number, key):
        today = self.address(number, self.day)[0]
        return today is not None and tuple(today[name] for name in STREET_ID_KEY) == key

    def with_same_document(self, number):
        """Returns the numbers of residences in the same panden that name the document of the end of its residence."""
        holder = self.holder_of(number)
        if holder is None or holder.type != "VBO":
            return []
        ended = next((v for v in self.valid("VBO", holder.id) if v.begin >= holder.end and is_ended(v)), None)
        return [
            numbers_of(self.existing("VBO", other, self.day))[0]
            for other in (self.residences_beside(holder) if ended else ())
            if any(is_one_document(v, ended) for v in self.valid("VBO", other))
        ]

    def valid(self, object_type, object_id):
        """Returns the counting voorkomens of an object without corrections."""
        return [v for v in self.lives(object_type, object_id) if v.begin < v.end]

    def holder_of(self, number):
        """Returns the last voorkomen that named a number, without ended ones."""
        lives = [
            v
            for one in self.holders[number]
            for v in self.lives(*one)
            if number in numbers_of(v) and not is_ended(v) and v.begin < v.end
        ]
        return max(lives, key=lambda v: (v.begin, v.type, v.id), default=None)

    def residences_beside(self, holder):
        """Returns the residences that exist today in the panden of an object."""
        return sorted({o for pand in holder.all("maaktDeelUitVan") for o in self.in_pand[pand]} - {holder.id})

    def all_keys(self):
        """Yields each key of street and number that any number ever had, with its present and earlier holders."""
        held = defaultdict(list)
        for number, periods in self.keyed.items():
            for period in periods:
                if period["address"]:
                    held[street_key(period["address"])].append((number, period))
        for key, spans in held.items():
            today = sorted({number for number, period in spans if self.is_today(period)})
            yield {
                **dict(zip(STREET_KEY, key)),
                "postcodes": sorted({p["address"]["postcode"] for _, p in spans if p["address"]["postcode"]}),
                "today": today,
                "before": sorted({number for number, _ in spans} - set(today)),
            }

    def withdrawn(self):
        """Returns the numbers that are withdrawn today."""
        return [
            number
            for number in self.extract.counting["NUM"]
            if (v := self.in_force("NUM", number, self.day)) is not None and is_ended(v)
        ]

    def fates(self):
        """Returns what became of each withdrawn number: in the words of the reference, and its successors."""
        for number in self.withdrawn():
            last = next((p for p in reversed(self.keyed[number]) if p["address"]), None)
            yield {
                "nummeraanduiding_id": number,
                "fate": self.fate(number),
                "last": last and {**last["address"], "valid_until": last["valid_until"]},
                "successors": self.successors(number),
            }

    def fate(self, number):
        """Returns what became of a withdrawn number, in the words of the reference."""
        if self.last_address(number) is None:
            return "never_valid"
        if self.with_same_key(number):
            return "same_key"
        neighbours = self.residences_beside(self.holder_of(number))
        if not neighbours:
            return "gone"
        ended = next(v.begin for v in self.lives("NUM", number) if is_ended(v))
        formed = [self.lives("VBO", other)[0].begin for other in neighbours]
        near = any(abs((date.fromisoformat(f) - date.fromisoformat(ended)).days) <= FORMED_WITHIN_DAYS for f in formed)
        return "formed_then" if near else "merged"


def is_one_document(one, other):
    """Returns whether two voorkomens name the same document: one number, and dates of at most a month apart."""
    (number, day), (other_number, other_day) = one.document, other.document
    if number is None or number != other_number:
        return False
    apart = (date.fromisoformat(day) - date.fromisoformat(other_day)).days
    return abs(apart) <= ONE_DOCUMENT_WITHIN_DAYS


def join(periods):
    """Joins periods that touch, as pairs of begin and end."""
    spans = []
    for period in periods:
        if spans and spans[-1][1] == period["valid_from"]:
            spans[-1] = (spans[-1][0], period["valid_until"])
        else:
            spans.append((period["valid_from"], period["valid_until"]))
    return spans
