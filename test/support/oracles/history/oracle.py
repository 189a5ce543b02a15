"""Answers questions about the past from the XML of an extract alone, a JSON line each.

    oracle.py EXTRACT draw COUNT SEED     questions with their answers
    oracle.py EXTRACT answer              answers to the questions of standard input
    oracle.py EXTRACT counts [DAY …]      the counts of the extract, and totals of days
    oracle.py EXTRACT addresses DAY …     all addresses of each of these days
    oracle.py EXTRACT periods             the periods of every address, in all fields
    oracle.py EXTRACT voorkomens TYPE     the voorkomens of every object of a type that were valid on some day
    oracle.py EXTRACT keys                all keys of street and number of any day, with their holders
    oracle.py EXTRACT fates               what became of each withdrawn number
    oracle.py EXTRACT recheck DAY …       what became of all ids on each of these days; without a day of the pairs
                                          of id and day of standard input
    oracle.py EXTRACT timeline YEAR …     stocks and flows of each of these years
    oracle.py EXTRACT changes PERIOD …    changes of objects in each period, of two days: the first and the end

A file of names of gemeenten (`--names gemeenten.csv`, before EXTRACT) fills `gemeente_naam` and `provincie_naam`.
"""

import csv
import json
import sys
from collections import defaultdict

import counts
from addresses import area_of, plausible_year
from changes import changes
from days import Days, is_ended, shifted, stage_of
from extract import OPEN, Extract
from former import Past
from questions import Questions
from recheck import Recheck
from timeline import timeline

# Commands that need no addresses of days.
OF_OBJECTS = {"timeline": timeline, "changes": changes}


def answer(past, question):
    kind, day = question["ask"], question.get("day")
    if kind == "object":
        return object_on(past, question["type"], question["id"], day)
    if kind == "address":
        return past.address_on(question["id"], day)
    if kind == "lookup":
        return {"address": past.lookup(day, **question["key"])}
    if kind == "history":
        return {"periods": past.key_periods(question["id"])}
    if kind == "former":
        return past.former(**question["key"])
    if kind == "in_onderzoek":
        return {"kenmerken": past.in_onderzoek(question["id"], day)}
    raise ValueError(f"unknown question: {kind}")


def object_on(past, object_type, object_id, day):
    voorkomen = past.in_force(object_type, object_id, day)
    if voorkomen is None:
        return {"voorkomen": None, "why": past.why_not(object_type, object_id, day)}
    return {
        "voorkomen": voorkomen.nr,
        "begin": voorkomen.begin,
        "stage": stage_of(voorkomen) if object_type in ("VBO", "PND") else None,
        "values": voorkomen.values,
        "geometry": voorkomen.geometry,
        "why": past.why_not(object_type, object_id, day),
    }


def names_of(path):
    """Reads names of gemeenten and provincies from a file in the layout of NLExtract: rows of days by code."""
    names = defaultdict(list)
    with open(path, encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter=";"):
            province = "Friesland" if row["provinciecode"] == "21" else row["provincienaam"]
            days = (row["begindatum"] or "0000", row["einddatum"] or OPEN)
            names[row["gemeentecode"].zfill(4)].append((*days, row["gemeentenaam"], province))
    return names


def addresses_on(past, day):
    for number in sorted(past.extract.counting["NUM"]):
        address, _ = past.address(number, day)
        if address:
            yield {"day": day, **address}


def all_periods(past):
    """Yields the periods in which each address existed; joins two that differ only in the street identificatie."""
    for number in sorted(past.extract.counting["NUM"]):
        joined = []
        for period in past.periods(number):
            if period["address"]:
                del period["address"]["openbare_ruimte_id"]
            if joined and joined[-1]["address"] == period["address"]:
                joined[-1]["valid_until"] = period["valid_until"]
            else:
                joined.append(period)
        yield from (period for period in joined if period["address"])


def valid_voorkomens(past, object_type):
    """Yields the voorkomens of a type that were valid on some day, with the fields of the type."""
    for object_id in sorted(past.extract.counting[object_type]):
        last = None
        for v in past.lives(object_type, object_id):
            if v.begin == v.end:
                continue
            # References are read on the last day of a voorkomen; for an ended one, on the day before it ended.
            told = max(v.begin, past.day) if v.end > past.day else shifted(v.end, -1)
            last, told = (last, last or told) if is_ended(v) else (told, told)
            yield {
                **{"identificatie": object_id, "voorkomen_identificatie": v.nr, **fields_of(past, v, told)},
                **{"begin_geldigheid": v.begin, "eind_geldigheid": v.end},
                **{"stage": stage_of(v), "status": v.one("status")},
                **{"documentnummer": v.one("documentnummer"), "documentdatum": v.one("documentdatum")},
                "geconstateerd": v.one("geconstateerd") == "J",
                "tijdstip_registratie": v.times.get("tijdstipRegistratie"),
                "eind_registratie": v.times.get("eindRegistratie"),
                "tijdstip_registratie_lv": v.times.get("tijdstipRegistratieLV"),
                "eind_registratie_lv": v.times.get("tijdstipEindRegistratieLV"),
            }


def fields_of(past, voorkomen, day):
    if voorkomen.type == "PND":
        return {"bouwjaar": plausible_year(voorkomen, day)}
    pand = past.pand_of(voorkomen, day)
    return {"oppervlakte": area_of(voorkomen), "pand_id": pand and pand.id}


def all_counts(past, days):
    return {
        "totals": {day: counts.totals(past, day) for day in days},
        "voorkomens": counts.voorkomens(past),
        "marked": counts.marked(past),
        "changes": {object_type: counts.changes(past, object_type) for object_type in counts.FIELDS},
        "planned": counts.planned(past),
        "keys": counts.keys(past),
        "fates": counts.fates(past),
        "investigations": counts.investigations(past),
    }


def main(arguments):
    names = {}
    if arguments[0] == "--names":
        names, arguments = names_of(arguments[1]), arguments[2:]
    path, command, *rest = arguments
    extract = Extract(path)
    if command in OF_OBJECTS:
        results = OF_OBJECTS[command](Days(extract), rest)
        print(*map(json.dumps, results), sep="\n")
        return
    past = (Recheck if command == "recheck" else Past)(extract, names)
    if command == "draw":
        results = ({**q, "answer": answer(past, q)} for q in Questions(past, int(rest[1])).draw(int(rest[0])))
    elif command == "answer":
        results = (answer(past, json.loads(line)) for line in sys.stdin)
    elif command == "counts":
        results = [all_counts(past, rest)]
    elif command == "periods":
        results = all_periods(past)
    elif command == "voorkomens":
        results = valid_voorkomens(past, rest[0])
    elif command == "keys":
        results = past.all_keys()
    elif command == "fates":
        results = past.fates()
    elif command == "recheck":
        results = past.rechecked(rest) if rest else past.rechecked_rows(map(json.loads, sys.stdin))
    else:
        results = (address for day in rest for address in addresses_on(past, day))
    for result in results:
        print(json.dumps(result))


if __name__ == "__main__":
    main(sys.argv[1:])
