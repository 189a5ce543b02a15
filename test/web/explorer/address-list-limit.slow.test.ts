/** Tests the largest list of addresses that the explorer's downloads make, on streets at and above the limit. */
import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createApp } from "../../../src/app.ts";
import { MAX_ADDRESSES } from "../../../src/pages/explorer/server/address-list.ts";
import { buildAssets } from "../../../src/pages/kit/server/assets.ts";
import { importInvented, OOSTERLAND } from "../../support/countries/import-invented.ts";
import {
  nummeraanduiding,
  openbareRuimte,
  pand,
  square,
  verblijfsobject,
  woonplaats,
} from "../../support/extracts/bag-objects.ts";
import { ORIGIN } from "../../support/servers/http-harness.ts";
import { openKeyStore } from "../../support/stores/open-key-store.ts";

const street = (n: number) => `090130000000000${n}`;
const PAND = "0901100000000001";
/** A street of residences, all in one building. */
const streetOf = (n: number, addresses: number) => [
  openbareRuimte({ identificatie: street(n), naam: `Kade ${n}`, ligtIn: "9001" }),
  ...Array.from({ length: addresses }, (_, i) => {
    const last = String(n * 100_000 + i).padStart(6, "0");
    const number = `0901200000${last}`;
    return [
      nummeraanduiding({
        ...{ identificatie: number, huisnummer: i + 1, ligtAan: street(n), postcode: "1111AA" },
      }),
      verblijfsobject({
        ...{ identificatie: `0901010000${last}`, hoofdadres: number, panden: [PAND] },
        geometrie: { x: 120_105, y: 480_105 },
      }),
    ];
  }).flat(),
];

const { folder, dataDir } = await importInvented(
  {
    area: { kind: "municipal", gemeentecode: "0901", gemeentenaam: "Oosterland" },
    referenceDate: "2024-03-08",
    relaties: [{ woonplaats: "9001", gemeente: "0901", begindatum: "2010-01-01", status: "definitief" }],
    objects: [
      woonplaats({ identificatie: "9001", naam: "Oostdorp", geometrie: [square(120_000, 480_000, 2000)] }),
      pand({ identificatie: PAND, geometrie: square(120_100, 480_100, 50), bouwjaar: 1990 }),
      ...streetOf(1, MAX_ADDRESSES),
      ...streetOf(2, MAX_ADDRESSES + 1),
    ],
  },
  [OOSTERLAND],
);
const app = createApp({ dataDir, assets: await buildAssets() });
const keys = openKeyStore(dataDir);
const { token } = keys.create({ name: "test", kind: "server" });

afterAll(() => {
  keys.close();
  app.close();
  rmSync(folder, { recursive: true });
});

const ask = async (list: string) =>
  app.fetch(
    new Request(`${ORIGIN}/list/${list}/download?format=csv`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  );

test("a street with as many addresses as the limit is a file with all of them", async () => {
  const response = await ask(`street/${street(1)}`);
  expect(response.status).toBe(200);
  expect((await response.text()).trimEnd().split("\r\n")).toHaveLength(1 + MAX_ADDRESSES);
});

test.each([`street/${street(2)}`, "postcode/1111AA", `building/${PAND}`])(
  "%s has more, and is refused",
  async (list) => {
    const response = await ask(list);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("The list has more than 10000 addresses; export them.");
  },
);
