"""Looks up an address in a folder of ./baken static, as docs/static.md describes it:
python3 static_reader.py https://cdn.example/baken 1382KT 5a"""

import json
import re
import sys
import urllib.request


def read(root, path):
    url = f"{root.rstrip('/')}/{path}"
    with urllib.request.urlopen(url) if "://" in url else open(url, "rb") as file:
        return json.load(file)


def rows(table, area):
    number = ident = lat = lon = row = 0
    for letters, count, streets in table["postcodes"]:
        for i in range(count):
            street = table["streets"][streets if isinstance(streets, int) else streets[i]]
            written = table["numbers"][row]
            if not isinstance(written, list):
                parts = re.match(r"(-?\d+)([^\d\s-][^\s-]*)?(?:[ -](.+))?$", str(written), re.S)
                written = [int(parts[1]), parts[2], parts[3]]
            number += written[0]
            ident = int(table["ids"][row]) + (ident if row else 0)
            lat += table["lat"][row] if "lat" in table else 0
            lon += table["lon"][row] if "lon" in table else 0
            yield {
                "nummeraanduiding_id": f"{ident:016}",
                "postcode": area + letters if letters else None,
                "huisnummer": number,
                "huisletter": written[1],
                "huisnummertoevoeging": written[2],
                "straatnaam": street[0],
                "woonplaats_naam": table["places"][street[2]][1],
                "latitude": lat / 100_000,
                "longitude": lon / 100_000,
                "second": row in table.get("second", []),
            }
            row += 1


def lookup(root, postcode, number):
    """Returns the address or None, and the candidates of its number."""
    postcode = re.sub(r"\s", "", postcode).upper()
    digits, suffix = re.match(r"(\d+)[\s-]*(.*)$", number).groups()
    folder = read(root, "latest.json")["folder"]
    table = read(root, f"{folder}/postcode/{postcode[:4]}.json")
    same = [a for a in rows(table, postcode[:4]) if (a["postcode"], a["huisnummer"]) == (postcode, int(digits))]
    joined = lambda a: re.sub(r"[\s-]", "", (a["huisletter"] or "") + (a["huisnummertoevoeging"] or ""))
    wanted = re.sub(r"[\s-]", "", suffix)
    found = [a for a in same if not a["second"] and joined(a).lower() == wanted.lower()]
    found.sort(key=lambda a: (joined(a) != wanted, a["huisletter"] is None))
    return (found[0], []) if found else (None, same)


if __name__ == "__main__":
    print(json.dumps(lookup(*sys.argv[1:4]), ensure_ascii=False, indent=1))
