"""Reads an official extract: all voorkomens, records of in onderzoek, and rows of GEM-WPL-RELATIE."""

import html
import io
import re
import zipfile
from collections import defaultdict

TYPES = ("WPL", "OPR", "NUM", "VBO", "LIG", "STA", "PND")
OPEN = "9999-99-99"
MARKS = ("tijdstipInactief", "tijdstipInactiefLV", "tijdstipNietBagLV")
TIMES = {
    *("voorkomenidentificatie", "beginGeldigheid", "eindGeldigheid", "tijdstipRegistratie", "eindRegistratie"),
    *("tijdstipRegistratieLV", "tijdstipEindRegistratieLV", *MARKS),
}
STAND = re.compile(r"<sl:stand>(.*?)</sl:stand>", re.DOTALL)
RELATION = re.compile(r"<gwr-product:(GemeenteWoonplaatsRelatie)>(.*?)</gwr-product:\1>", re.DOTALL)
# An element that holds text alone, with its local name.
LEAF = re.compile(r"<[\w-]+:(\w+)(?: [^>]*)?>([^<]*[^<\s][^<]*)</")
# Names of references by the type that they lead to; NummeraanduidingRef is in two elements.
REFERENCES = {"WoonplaatsRef": "ligtIn", "OpenbareRuimteRef": "ligtAan", "PandRef": "maaktDeelUitVan"}


class Voorkomen:
    """One voorkomen; `values` has lists of texts by element name, `times` those of its life."""

    __slots__ = ("type", "id", "values", "geometry", "times", "nr", "begin", "end")

    def __init__(self, object_type, xml):
        self.type = object_type
        self.values, self.times, geometry = {}, {}, []
        for name, text in LEAF.findall(xml):
            if "&" in text:
                text = html.unescape(text)
            if name in ("pos", "posList"):
                geometry.append(text)
            elif name in TIMES:
                self.times[name] = text
            elif name == "NummeraanduidingRef":
                # The one hoofdadres comes first.
                name = "heeftAlsNevenadres" if "heeftAlsHoofdadres" in self.values else "heeftAlsHoofdadres"
                self.values.setdefault(name, []).append(text)
            else:
                self.values.setdefault(REFERENCES.get(name, name), []).append(text)
        self.geometry = tuple(geometry)
        self.id = self.one("identificatie")
        self.nr = int(self.times["voorkomenidentificatie"])
        self.begin = self.times["beginGeldigheid"]
        self.end = self.times.get("eindGeldigheid", OPEN)

    def one(self, name):
        values = self.values.get(name)
        return values[0] if values else None

    def all(self, name):
        return self.values.get(name, [])

    @property
    def document(self):
        return self.one("documentnummer"), self.one("documentdatum")

    @property
    def is_marked(self):
        return any(mark in self.times for mark in MARKS)


class Investigation:
    """One record of an IO file."""

    __slots__ = ("type", "id", "kenmerk", "is_open", "begin", "end")

    def __init__(self, object_type, xml):
        values = dict(LEAF.findall(xml))
        self.type = object_type
        self.id = next(value for name, value in values.items() if name.startswith("identificatieVan"))
        self.kenmerk = values["kenmerk"]
        self.is_open = values["inOnderzoek"] == "J"
        self.begin = values["beginGeldigheid"]
        self.end = values.get("eindGeldigheid", OPEN)


def entries(archive):
    """Yields the XML files of nested zips."""
    for info in archive.infolist():
        content = archive.read(info)
        if info.filename.endswith(".zip"):
            yield from entries(zipfile.ZipFile(io.BytesIO(content)))
        elif info.filename.endswith(".xml"):
            yield info.filename, content.decode()


class Extract:
    """All records of an extract in memory, by type and identificatie, oldest voorkomen first."""

    def __init__(self, path):
        self.counting = {t: defaultdict(list) for t in TYPES}
        self.marked = {t: defaultdict(list) for t in TYPES}
        self.investigations = []
        self.relations = defaultdict(list)
        with zipfile.ZipFile(path) as archive:
            for name, content in entries(archive):
                self._read(name.rpartition("/")[2], content)
        for by_id in (*self.counting.values(), *self.marked.values()):
            for voorkomens in by_id.values():
                voorkomens.sort(key=lambda v: v.nr)
        for rows in self.relations.values():
            rows.sort()

    def _read(self, name, content):
        if name.startswith("Leveringsdocument"):
            self.day = re.search(r"StandTechnischeDatum>([\d-]+)<", content)[1]
        elif name.startswith("GEM-WPL-RELATIE"):
            self._read_relations(content)
        elif match := re.match(r"\d{4}(IO|IA|NB)?([A-Z]{3})\d", name):
            self._read_stands(match[1], match[2], content)

    def _read_stands(self, section, object_type, content):
        for stand in STAND.findall(content):
            if section == "IO":
                self.investigations.append(Investigation(object_type, stand))
                continue
            voorkomen = Voorkomen(object_type, stand)
            side = self.marked if section or voorkomen.is_marked else self.counting
            side[object_type][voorkomen.id].append(voorkomen)

    def _read_relations(self, content):
        for _, row in RELATION.findall(content):
            days = {name: text for name, text in LEAF.findall(row) if name.endswith("TijdvakGeldigheid")}
            city, municipality = (text for name, text in LEAF.findall(row) if name == "identificatie")
            begin, end = (days.get(f"{name}datumTijdvakGeldigheid", OPEN) for name in ("begin", "eind"))
            self.relations[city].append((begin, end, municipality))
