"""Addresses on a day, through time, by key, and former ones."""

from collections import defaultdict

from days import OBJECTS, Days, numbers_of, stage_of
from extract import OPEN

UNKNOWN_AREA = 999_999
KEY_FIELDS = (
    *("openbare_ruimte_id", "straatnaam", "huisnummer", "huisletter", "huisnummertoevoeging"),
    *("postcode", "woonplaats_naam"),
)


class Parts:
    """The voorkomens that make an address on a day."""

    def __init__(self, number, holder, street, city, is_main):
        self.number, self.holder, self.street, self.city, self.is_main = number, holder, street, city, is_main


class Addresses(Days):
    def __init__(self, extract, municipality_names=None):
        super().__init__(extract)
        self.municipality_names = municipality_names or {}

    def parts(self, number_id, day):
        """Returns the parts of the address of a number on the day, and the reason when there is none."""
        number = self.existing("NUM", number_id, day)
        if number is None:
            return None, self.why_not("NUM", number_id, day)
        holder, is_main = self.holder_on(number_id, day)
        if holder is None:
            return None, "no_object"
        street = self.existing("OPR", number.one("ligtAan"), day)
        if street is None:
            return None, "no_street"
        # The street exists only with its woonplaats, also where the number lies in another one.
        own = number.one("ligtIn") or street.one("ligtIn")
        cities = [self.existing("WPL", city, day) for city in (own, street.one("ligtIn"))]
        if None in cities:
            return None, "no_woonplaats"
        return Parts(number, holder, street, cities[0], is_main), None

    def holder_on(self, number_id, day):
        """Returns the object of a number: a hoofdadres first, then VBO, LIG, STA, then the lowest identificatie."""
        found = []
        for object_type, object_id in self.holders[number_id]:
            holder = self.existing(object_type, object_id, day)
            if holder is not None and number_id in numbers_of(holder):
                is_main = numbers_of(holder)[0] == number_id
                found.append((not is_main, OBJECTS.index(object_type), object_id, holder))
        if not found:
            return None, False
        best = min(found, key=lambda one: one[:3])
        return best[3], not best[0]

    def address(self, number_id, day):
        """Returns the record of the address on the day, or None, and why there is none."""
        parts, why = self.parts(number_id, day)
        return (self.record(parts, day) if parts else None), why

    def record(self, parts, day):
        number, holder, street, city = parts.number, parts.holder, parts.street, parts.city
        municipality = self.municipality(city.id, day)
        pand = self.pand_of(holder, day)
        names = self.names_on(municipality, day)
        record = {
            "nummeraanduiding_id": number.id,
            "type": {"VBO": "verblijfsobject", "LIG": "ligplaats", "STA": "standplaats"}[holder.type],
            "huisnummer": int(number.one("huisnummer")),
            "huisletter": number.one("huisletter"),
            "huisnummertoevoeging": number.one("huisnummertoevoeging"),
            "postcode": number.one("postcode"),
            "openbare_ruimte_id": street.id,
            "straatnaam": street.one("naam"),
            "verkorte_straatnaam": street.one("verkorteNaam"),
            "woonplaats_naam": city.one("naam"),
            "woonplaats_id": city.id,
            "gemeente_code": municipality,
            "gemeente_naam": names[0],
            "provincie_naam": names[1],
            "gebruiksdoel": holder.all("gebruiksdoel"),
            "oppervlakte": area_of(holder),
            "status": number.one("status"),
            "pand_id": pand and pand.id,
            "adresseerbaar_object_id": holder.id,
            "bouwjaar": plausible_year(pand, day),
            "object_status": holder.one("status"),
            "stage": stage_of(holder),
        }
        position = point_of(holder)
        if position:
            record["rd_x"], record["rd_y"] = position
        record["full_address"] = full_address(record)
        return record

    def names_on(self, municipality, day):
        """Returns the names of a gemeente and its provincie on the day, else those in the last row."""
        rows = self.municipality_names.get(municipality) or [("", "", None, None)]
        return next((row for row in rows if row[0] <= day < row[1]), rows[-1])[2:]

    def pand_of(self, holder, day):
        """Returns the pand of an object: the one around its point, else the one with the lowest identificatie."""
        panden = [p for p in (self.existing("PND", i, day) for i in sorted(set(holder.all("maaktDeelUitVan")))) if p]
        point = point_of(holder)
        inside = [p for p in panden if len(panden) > 1 and point and holds(p, point)]
        return (inside or panden or [None])[0]

    def cuts(self, number_id):
        """Returns the days on which the record of a number can change, in order."""
        voorkomens = list(self.lives("NUM", number_id))
        for object_type, object_id in self.holders[number_id]:
            voorkomens += self.lives(object_type, object_id)
        for kind, field in (("PND", "maaktDeelUitVan"), ("OPR", "ligtAan"), ("WPL", "ligtIn")):
            for reference in {r for v in voorkomens for r in v.all(field)}:
                voorkomens += self.lives(kind, reference)
        days = {day for v in voorkomens for day in (v.begin, v.end)}
        cities = {v.id for v in voorkomens if v.type == "WPL"}
        days |= {day for city in cities for row in self.extract.relations.get(city, []) for day in row[:2]}
        return sorted(days - {OPEN})

    def periods(self, number_id, fields=None):
        """Returns the periods of a number: begin, end, record (only `fields`) or None, and why there is no address."""
        periods = []
        days = self.cuts(number_id)
        for begin, end in zip(days, days[1:] + [OPEN]):
            record, why = self.address(number_id, begin)
            if record and fields:
                record = {name: record[name] for name in fields}
            if periods and periods[-1]["address"] == record and periods[-1]["reason"] == why:
                periods[-1]["valid_until"] = end
            else:
                periods.append({"valid_from": begin, "valid_until": end, "address": record, "reason": why})
        return [p for p in periods if p["reason"] != "not_yet"]

    def address_on(self, number_id, day):
        """Returns the address on the day with the days around it on which the record is equal, or why there is none."""
        record, why = self.address(number_id, day)
        period = next((p for p in self.periods(number_id) if p["valid_from"] <= day < p["valid_until"]), None)
        around = {name: period and period[name] for name in ("valid_from", "valid_until")}
        return {"address": record, "why": why, **around}

    def key_periods(self, number_id):
        return self.keyed[number_id]

    @property
    def keyed(self):
        """Periods of all numbers with their keys; made once."""
        if not hasattr(self, "_keyed"):
            self._keyed = {number: self.periods(number, KEY_FIELDS) for number in self.extract.counting["NUM"]}
        return self._keyed

    @property
    def holders_of_key(self):
        """Numbers by each key that they ever had: street and number, postcode and number."""
        if not hasattr(self, "_holders_of_key"):
            self._holders_of_key = defaultdict(set)
            for number, periods in self.keyed.items():
                for period in periods:
                    for key in keys_of(period["address"]):
                        self._holders_of_key[key].add(number)
        return self._holders_of_key

    def lookup(self, day, postcode, huisnummer, huisletter=None, huisnummertoevoeging=None):
        """Returns the address of a postcode and number on the day, by docs/records.md, "Finding one address"."""
        candidates = []
        for number in self.holders_of_key[("postcode", postcode, huisnummer)]:
            parts, _ = self.parts(number, day)
            if parts and parts.number.one("postcode") == postcode and int(parts.number.one("huisnummer")) == huisnummer:
                candidates.append(parts)
        wanted = (huisletter or "", huisnummertoevoeging or "")
        for form in (lambda pair: pair, lambda pair: (pair[0].lower(), pair[1].lower()), joined):
            found = [p for p in candidates if form(affixes(p.number)) == form(wanted)]
            if found:
                best = min(found, key=lambda p: precedence(p, wanted))
                return self.record(best, day)
        return None


def affixes(number):
    return number.one("huisletter") or "", number.one("huisnummertoevoeging") or ""


def joined(pair):
    return "".join(pair).replace(" ", "").replace("-", "").lower()


def precedence(parts, wanted):
    letter, addition = affixes(parts.number)
    same_case = letter + addition == "".join(wanted).replace(" ", "").replace("-", "")
    in_use = "in gebruik" in parts.holder.one("status")
    return (not same_case, not (letter and addition), letter, addition, not parts.is_main, not in_use, parts.number.id)


def keys_of(address):
    """Returns the keys of an address: of street and number, and of postcode and number."""
    if address is None:
        return []
    affixed = (address["huisnummer"], address["huisletter"], address["huisnummertoevoeging"])
    keys = [("street", address[name], *affixed) for name in ("openbare_ruimte_id", "straatnaam")]
    if address["postcode"]:
        keys.append(("postcode", address["postcode"], address["huisnummer"]))
    return keys


def full_address(record):
    letter, addition = record["huisletter"] or "", record["huisnummertoevoeging"] or ""
    joint = "" if not addition else "-" if addition[0].isdigit() else " "
    postcode = f"{record['postcode']} " if record["postcode"] else ""
    number = f"{record['huisnummer']}{letter}{joint}{addition}"
    return f"{record['straatnaam']} {number}, {postcode}{record['woonplaats_naam']}"


def area_of(holder):
    area = int(holder.one("oppervlakte") or UNKNOWN_AREA)
    return None if area == UNKNOWN_AREA else area


def plausible_year(pand, day):
    year = int(pand.one("oorspronkelijkBouwjaar")) if pand else 1005
    return None if year == 1005 or year >= 9999 or year > int(day[:4]) + 5 else year


def point_of(holder):
    """Returns the point of a verblijfsobject; None for an outline."""
    numbers = holder.geometry[0].split() if holder.geometry else []
    return (float(numbers[0]), float(numbers[1])) if len(numbers) in (2, 3) else None


def holds(pand, point):
    """Returns whether the footprint of a pand contains the point: it is inside an odd number of rings."""
    inside = False
    for ring in pand.geometry:
        numbers = [float(n) for n in ring.split()]
        corners = list(zip(numbers[0::3], numbers[1::3]))
        for (x1, y1), (x2, y2) in zip(corners, corners[1:]):
            if (y1 > point[1]) != (y2 > point[1]) and point[0] < (x2 - x1) * (point[1] - y1) / (y2 - y1) + x1:
                inside = not inside
    return inside
