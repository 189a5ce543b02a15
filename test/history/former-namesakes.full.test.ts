/** Former addresses that share their key with addresses of today, or nearly: in many places, or in other case. */
import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import type { BagObject } from "../../tools/country/official-format/objects.ts";
import { importInvented, OOSTERLAND } from "../support/countries/import-invented.ts";
import {
  nummeraanduiding,
  openbareRuimte,
  pand,
  rectangle,
  square,
  verblijfsobject,
  voorkomen,
  woonplaats,
} from "../support/extracts/bag-objects.ts";
import type { ExtractSpec } from "../support/extracts/extract-builder.ts";
import { openHarness } from "../support/servers/http-harness.ts";

/** Number of villages. The Kerkstraat of the last one has another name today. */
const PLACES = 52;
const RENAMED = PLACES - 1;
const ENDED = "2015-01-01";
const SIDE = 1_000;

/** Identificatie of an object of a place; it ends in the numbers of both. */
const idOf = (type: string, place: number, n: number) =>
  `0901${type}${String(place * 100 + n).padStart(10, "0")}`;

type Number = { readonly huisnummer: number; readonly huisletter?: string; readonly isEnded?: boolean };

/** Returns the objects of a village, `Dorp1` and so on: a Kerkstraat with these numbers. */
function villageOf(place: number, numbers: readonly Number[]): BagObject[] {
  const [x, y] = [120_000 + (place % 8) * SIDE, 480_000 + Math.floor(place / 8) * SIDE];
  const code = String(9_001 + place);
  const [street, building] = [idOf("30", place, 1), idOf("10", place, 1)];
  const lane = { identificatie: street, ligtIn: code };
  return [
    woonplaats({ identificatie: code, naam: `Dorp${place}`, geometrie: [square(x, y, SIDE)] }),
    ...(place === RENAMED
      ? [
          openbareRuimte({ ...lane, naam: "Kerkstraat", voorkomen: voorkomen(1, "2010-01-01", ENDED) }),
          openbareRuimte({ ...lane, naam: "Torenstraat", voorkomen: voorkomen(2, ENDED) }),
        ]
      : [openbareRuimte({ ...lane, naam: "Kerkstraat" })]),
    pand({
      identificatie: building,
      geometrie: { exterior: rectangle(x + 100, y + 100, 50) },
      bouwjaar: 1990,
    }),
    ...numbers.flatMap(({ isEnded = false, ...number }, i) => {
      const [id, object] = [idOf("20", place, i + 1), idOf("01", place, i + 1)];
      const life = (nr: number) => ({
        voorkomen: nr === 1 ? voorkomen(1, "2010-01-01", isEnded ? ENDED : undefined) : voorkomen(2, ENDED),
      });
      const named = { identificatie: id, ...number, ligtAan: street, postcode: `${1_100 + place}AA` };
      const lived = {
        identificatie: object,
        hoofdadres: id,
        panden: [building],
        geometrie: { x: x + 110, y: y + 110 },
      };
      return [
        nummeraanduiding({ ...named, ...life(1) }),
        verblijfsobject({ ...lived, ...life(1) }),
        ...(isEnded
          ? [
              nummeraanduiding({ ...named, status: "Naamgeving ingetrokken", ...life(2) }),
              verblijfsobject({ ...lived, status: "Verblijfsobject ingetrokken", ...life(2) }),
            ]
          : []),
      ];
    }),
  ];
}

const codes = Array.from({ length: PLACES }, (_, place) => String(9_001 + place));
const spec: ExtractSpec = {
  area: { kind: "national" },
  referenceDate: "2024-03-08",
  relaties: codes.map((woonplaats) => ({
    ...{ woonplaats, gemeente: "0901", begindatum: "1970-01-01", status: "definitief" },
  })),
  objects: codes.flatMap((_, place) =>
    villageOf(place, [
      { huisnummer: 1 },
      ...(place === 0
        ? [
            { huisnummer: 20, isEnded: true },
            { huisnummer: 30, huisletter: "a", isEnded: true },
            { huisnummer: 30, huisletter: "A" },
          ]
        : []),
      ...([1, 2, RENAMED].includes(place) ? [{ huisnummer: 20 }] : []),
    ]),
  ),
};
const { folder, dataDir } = await importInvented(spec, [OOSTERLAND]);
const harness = openHarness(dataDir);
afterAll(() => {
  harness.close();
  rmSync(folder, { recursive: true });
});

const ask = async (path: string) => await harness.askJson(path);
const forward = async (q: string) => await ask(`/geocode/forward?q=${encodeURIComponent(q)}&former=true`);

test("a line without a place that names addresses in many places has no former addresses", async () => {
  const { status, body } = await forward("Kerkstraat 20");
  expect({ status, reason: body.reason }).toEqual({ status: 404, reason: { why: "several streets" } });
  expect(body.former).toBeUndefined();
  const searched = (await ask("/addresses/search?q=Kerkstraat%2020")).body;
  expect(searched.meta.total).toBe(2);
  expect(JSON.stringify(searched)).not.toContain('"former"');
});

test.each([0, RENAMED])("with its place, number %i, it has the one of that place", async (place) => {
  const { data } = (await forward(`Kerkstraat 20, Dorp${place}`)).body;
  expect(data).toMatchObject({
    ...{
      match: "former",
      address: { postcode: `${1_100 + place}AA`, straatnaam: "Kerkstraat", huisnummer: 20 },
    },
    former: { valid_until: ENDED },
  });
});

test("a key by street and city is that of this city alone", async () => {
  const keyOf = async (city: string) =>
    (await ask(`/addresses/former?street=kerkstraat&city=${city}&number=20`)).body;
  const before = (await keyOf("dorp0")).data;
  expect(before).toMatchObject({ current: null, former: [{ nummeraanduiding_id: idOf("20", 0, 2) }] });
  const today = (await keyOf("Dorp1")).data;
  expect(today).toMatchObject({ current: { nummeraanduiding_id: idOf("20", 1, 2) }, former: [] });
});

test.each([
  ["postcode=1100AA&number=30&letter=a"],
  ["postcode=1100AA&number=30&letter=A"],
  ["postcode=1100AA&number=30&addition=a"],
  ["street=Kerkstraat&city=Dorp0&number=30&letter=a"],
])("%s has a holder of today beside the former one, in whatever case each wrote it", async (query) => {
  const { data } = (await ask(`/addresses/former?${query}`)).body;
  expect(data.current).toMatchObject({ nummeraanduiding_id: idOf("20", 0, 4), huisletter: "A" });
  expect(data.former).toMatchObject([{ nummeraanduiding_id: idOf("20", 0, 3), valid_until: ENDED }]);
});
