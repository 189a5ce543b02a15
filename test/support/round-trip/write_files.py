"""Writes the addresses of `<base>.csv` as pandas and programs of the web do, one file a form."""
import csv
import html
import sys

import pandas as pd

base = sys.argv[1]
source = pd.read_csv(f"{base}.csv", dtype=str, keep_default_na=False)


def write(form, table, **options):
    table.to_csv(f"{base}-{form}.csv", index=False, **options)


def every(function, table):
    return table.apply(lambda column: column if column.name == "klant" else column.map(function))


def number(text):
    return float(text) if text.isdigit() else (text or None)


floats = pd.DataFrame(
    {
        "klant": source.klant,
        "postcode": source.postcode,
        "huisnummer": source.huisnummer.astype(float),
        "huisletter": source.huisletter.map(lambda text: text or None),
        "toevoeging": source.toevoeging.map(number),
    }
)
write("floats", floats)
for word in ["NA", "nan", "NULL", "None", "<NA>"]:
    write(f"floats-{word.strip('<>')}-{len(word)}", floats, na_rep=word)
write("floats-quoted", floats, quoting=csv.QUOTE_ALL)
write("floats-text", floats.astype(str))
for form, spell in {"comma": lambda v: str(v).replace(".", ","), "two": lambda v: f"{v:.2f}"}.items():
    write(f"floats-{form}", every(lambda v: spell(v) if isinstance(v, float) and v == v else v, floats), sep=";")
pc4 = floats.rename(columns={"postcode": "pc2"})
pc4.insert(1, "pc4", source.postcode.str[:4].astype(float))
pc4["pc2"] = source.postcode.str[4:]
write("floats-pc4", pc4)

spaced = floats.huisnummer.astype(str)
for name in ["huisletter", "toevoeging"]:
    spaced += floats[name].map(lambda v: "" if v is None or v != v else f" {v}")
write(
    "floats-street",
    pd.DataFrame({"klant": source.klant, "straat": source.straat, "nr": spaced, "plaats": source.plaats, "pc": source.postcode}),
)
line = source.straat + " " + spaced + ", " + source.postcode + " " + source.plaats
write("floats-line", pd.DataFrame({"klant": source.klant, "adres": line}))

house = source.huisnummer + source.huisletter + source.toevoeging.map(lambda text: f"-{text}" if text else "")
parts = pd.DataFrame(
    {"klant": source.klant, "straat": source.straat, "nr": house, "postcode": source.postcode, "plaats": source.plaats}
)
whole = pd.DataFrame({"klant": source.klant, "adres": source.straat + " " + house + ", " + source.postcode + " " + source.plaats})
for form, table in {"parts": parts, "line": whole}.items():
    write(f"escaped-{form}", every(html.escape, table))
    write(f"escaped-twice-{form}", every(lambda text: html.escape(html.escape(text)), table))
    write(f"decimal-{form}", every(lambda text: "".join(c if c.isalnum() else f"&#{ord(c)};" for c in text), table))
    write(f"hex-{form}", every(lambda text: "".join(f"&#x{ord(c):02X};" for c in text), table))
curly = every(lambda text: text.replace("'", "\u2019"), parts)
write("misread", every(lambda text: text.encode().decode("cp1252", "replace"), curly))

plain = source[["klant", "postcode", "huisnummer", "huisletter", "toevoeging"]]
write("plain", plain)
MARKS = {
    "apostrophe": lambda text: f"'{text}",
    "formula": lambda text: f'="{text}"',
    "quotes": lambda text: f'"{text}"',
    "zero-width": lambda text: f"\u200b{text}",
    "left-to-right": lambda text: f"\u200e{text}\u200e",
    "no-break": lambda text: f"\u00a0{text}\u00a0",
    "undefined": lambda text: text or "undefined",
}
for form, mark in MARKS.items():
    write(f"mark-{form}", every(mark, plain))
