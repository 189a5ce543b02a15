/** Tests that an updated index is byte for byte a newly built one, whatever happened to the tables. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Database, openScratch } from "../../src/base/sqlite.ts";
import { nameKey } from "../../src/registry/schema/name-key.ts";
import { sortKeyOf } from "../../src/registry/schema/sort-key.ts";
import { buildIndex } from "../../src/search/index/assemble-index.ts";
import { loadIndexBuffer, openIndex, storeIndex } from "../../src/search/index/index-store.ts";
import { updateIndex } from "../../src/search/index/update-index.ts";
import { makeCountry } from "../relevance/country.ts";
import { randomOf } from "../relevance/random.ts";

const random = randomOf(20_261_121);
const below = (count: number) => Math.floor(random() * count);
const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;

/** Spellings that share words, letters, titles and verkorte namen; the last has nothing to be found by. */
const NAMES = [
  ...[
    "Kerkstraat",
    "Kerkstr",
    "Kerk straat",
    "Kerk-straat",
    "KERKSTRAAT",
    "Kérkstraat",
    "Dorpsstraat",
    "Laan",
  ],
  ...[
    "Mr.J.R.Thorbeckelaan",
    "Mr J R Thorbeckeln",
    "Thorbeckelaan",
    "Meester Thorbeckelaan",
    "1e Kerkstraat",
  ],
  ...[
    "Eerste Kerkstraat",
    "'t Plein",
    "Het Plein",
    "Plein 1940-1945",
    "Plein '40-'45",
    "IJsselkade",
    "Ysselkade",
  ],
  ...["Burgemeester van der Bergstraat", "Burg vd Bergstr", "Van den Bergstraat", "Laan van Laan", "- !"],
];
const SYLLABLES = ["ak", "ber", "coen", "dijk", "eik", "fon", "gaar", "heem", "lin", "mol", "noord", "zee"];
const PLACES = Array.from({ length: 9 }, (_, i) => 1000 + i);
const PARTS: readonly [letter: string | null, toevoeging: string | null][] = [
  [null, null],
  [null, null],
  ["a", null],
  ["A", null],
  ["b", "2hg"],
  [null, "2HG"],
  [null, "bis"],
  [null, "01"],
];

const newName = () =>
  random() < 0.4 ? pick(NAMES) : `${pick(SYLLABLES)}${pick(SYLLABLES)}${pick(["straat", "laan", " park"])}`;
const newNumber = () => 1 + (random() < 0.02 ? below(90_000) : below(60));

let folder: string;
let db: Database;
beforeAll(() => {
  folder = makeCountry(
    Array.from({ length: 4_000 }, () => {
      const [letter, toevoeging] = pick(PARTS);
      const place = `Plaats ${PLACES.indexOf(pick(PLACES))}`;
      const short = random() < 0.2 ? pick(NAMES) : "";
      return [newName(), newNumber(), letter ?? "", toevoeging ?? "", "", place, "NH", short].join("|");
    }),
  );
  db = openScratch(join(folder, readFileSync(join(folder, "current"), "utf8").trim()));
  storeIndex(db, buildIndex(db));
});
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

interface Street {
  fid: number;
  naam: string;
  woonplaats_id: number;
}
interface Adres {
  fid: number;
  openbare_ruimte_id: number;
  woonplaats_id: number;
}

const all = <T>(sql: string, ...values: (string | number)[]): T[] =>
  db.query<T, (string | number)[]>(sql).all(...values);
const randomStreet = () => pick(all<Street>("SELECT fid, naam, woonplaats_id FROM openbare_ruimte"));
const randomAdres = () => pick(all<Adres>("SELECT fid, openbare_ruimte_id, woonplaats_id FROM adres"));
let lastId = 2_000_000_000_000_000;

function copyRow(
  table: "adres" | "openbare_ruimte",
  from: number,
  changes: Record<string, string | number | null>,
): void {
  const row = db
    .query<Record<string, string | number | null>, [number]>(`SELECT * FROM ${table} WHERE fid = ?`)
    .get(from)!;
  delete row.identificatie;
  const changed = { ...row, ...changes };
  const columns = Object.keys(changed);
  db.query(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => "?")})`).run(
    ...Object.values(changed),
  );
}

function randomNumber(): Record<string, string | number | null> {
  const [huisnummer, [huisletter, huisnummertoevoeging]] = [newNumber(), pick(PARTS)];
  const sort_key = sortKeyOf(huisnummer, huisletter, huisnummertoevoeging);
  return { huisnummer, huisletter, huisnummertoevoeging, sort_key };
}

/** Events between two deliveries; each returns the openbare ruimten it touched. */
const EVENTS: Readonly<Record<string, () => number[]>> = {
  "an address vanishes": () => {
    const { fid, openbare_ruimte_id } = randomAdres();
    db.query("DELETE FROM adres WHERE fid = ?").run(fid);
    return [openbare_ruimte_id];
  },
  "addresses appear in a street": () => {
    const { fid, openbare_ruimte_id } = randomAdres();
    for (let i = below(4); i >= 0; i--) {
      copyRow("adres", fid, { fid: ++lastId, ...randomNumber() });
    }
    return [openbare_ruimte_id];
  },
  "an address changes its number": () => {
    const { fid, openbare_ruimte_id } = randomAdres();
    copyRow("adres", fid, { fid: ++lastId, ...randomNumber() });
    db.query("DELETE FROM adres WHERE fid = ?").run(fid);
    return [openbare_ruimte_id];
  },
  "an address moves to another woonplaats than its street's": () => {
    const { fid, openbare_ruimte_id } = randomAdres();
    db.query("UPDATE adres SET woonplaats_id = ? WHERE fid = ?").run(pick(PLACES), fid);
    return [openbare_ruimte_id];
  },
  "a street vanishes": () => {
    const { fid } = randomStreet();
    db.query("DELETE FROM adres WHERE openbare_ruimte_id = ?").run(fid);
    db.query("DELETE FROM openbare_ruimte WHERE fid = ?").run(fid);
    return [fid];
  },
  "a street appears": () => {
    const naam = newName();
    const verkorte_naam = random() < 0.2 ? pick(NAMES) : null;
    const street = {
      fid: ++lastId,
      naam,
      name_key: nameKey(naam),
      verkorte_naam,
      woonplaats_id: pick(PLACES),
    };
    copyRow("openbare_ruimte", randomStreet().fid, street);
    const from = randomAdres().fid;
    for (let i = below(9); i > 0; i--) {
      const place = { openbare_ruimte_id: street.fid, woonplaats_id: street.woonplaats_id };
      copyRow("adres", from, { fid: ++lastId, ...randomNumber(), ...place });
    }
    return [street.fid];
  },
  "a street is renamed": () => {
    const { fid } = randomStreet();
    const naam = newName();
    db.query("UPDATE openbare_ruimte SET naam = ?, name_key = ? WHERE fid = ?").run(naam, nameKey(naam), fid);
    return [fid];
  },
  "a street gets or loses a verkorte naam": () => {
    const { fid } = randomStreet();
    db.query("UPDATE openbare_ruimte SET verkorte_naam = ? WHERE fid = ?").run(
      random() < 0.5 ? null : pick(NAMES),
      fid,
    );
    return [fid];
  },
  "a street moves to another woonplaats": () => {
    const { fid } = randomStreet();
    const place = pick(PLACES);
    db.query("UPDATE openbare_ruimte SET woonplaats_id = ? WHERE fid = ?").run(place, fid);
    db.query("UPDATE adres SET woonplaats_id = ? WHERE openbare_ruimte_id = ?").run(place, fid);
    return [fid];
  },
  "the order of the places flips": () => {
    const { woonplaats_id } = randomStreet();
    const streets = all<Adres>("SELECT * FROM adres WHERE woonplaats_id = ? AND fid % 3 = 0", woonplaats_id);
    db.query("DELETE FROM adres WHERE woonplaats_id = ? AND fid % 3 = 0").run(woonplaats_id);
    return streets.map(({ openbare_ruimte_id }) => openbare_ruimte_id);
  },
  "a delivery names what did not change, or is not known": () => [randomStreet().fid, 3],
};

function readStoredIndex(): Record<string, string> {
  const rows = all<{ name: string; data: Uint8Array }>("SELECT name, data FROM search_index ORDER BY name");
  return Object.fromEntries(rows.map(({ name, data }) => [name, Buffer.from(data).toString("base64")]));
}

/** Updates the index, expects it to equal a new one, and returns true when it changed at all. */
function expectEqualToRebuild(touched: readonly number[]): boolean {
  const before = readStoredIndex();
  updateIndex(db, new Set(touched));
  const updated = readStoredIndex();
  storeIndex(db, buildIndex(db));
  expect(updated).toEqual(readStoredIndex());
  return !Bun.deepEquals(before, updated);
}

test.each(Object.keys(EVENTS))("%s", (name) => {
  const changes = Array.from({ length: 8 }, () => expectEqualToRebuild(EVENTS[name]!()));
  expect(changes).toContain(!name.startsWith("a delivery names"));
});

test("many events at once, round after round", () => {
  for (let round = 0; round < 60; round++) {
    const touched = Array.from({ length: 1 + below(25) }, () => EVENTS[pick(Object.keys(EVENTS))]!());
    expectEqualToRebuild(touched.flat());
  }
}, 60_000);

test("the index holds what the tables say of every street in every woonplaats", () => {
  const index = openIndex(loadIndexBuffer(db));
  const rows = all<{ id: number; place: number; number: number; plain: number; others: number }>(
    `SELECT openbare_ruimte_id AS id, woonplaats_id AS place, huisnummer AS number,
       sum(huisletter IS NULL AND huisnummertoevoeging IS NULL) AS plain,
       sum(huisletter IS NOT NULL OR huisnummertoevoeging IS NOT NULL) AS others
     FROM adres GROUP BY 1, 2, 3`,
  );
  const streets = new Set(rows.map(({ id, place }) => `${id} ${place}`));
  expect(index.streetCount).toBe(streets.size);
  expect(streets.size).toBeGreaterThan(new Set(rows.map(({ id }) => id)).size);
  for (const { id, place, number, plain, others } of rows) {
    const street = index.findStreet({ openbareRuimteId: id, woonplaatsId: place })!;
    expect(index.findNumber(street, number)).toMatchObject({ plain, others });
  }
});

test("nothing touched changes nothing", () => {
  expect(expectEqualToRebuild([])).toBe(false);
});

test("what is not said to be touched is not read", () => {
  const { fid, openbare_ruimte_id } = randomAdres();
  db.query("DELETE FROM adres WHERE fid = ?").run(fid);
  const before = readStoredIndex();
  const other = all<Street>("SELECT fid FROM openbare_ruimte WHERE fid <> ?", openbare_ruimte_id)[0]!;
  updateIndex(db, new Set([other.fid]));
  expect(readStoredIndex()).toEqual(before);
  expect(expectEqualToRebuild([openbare_ruimte_id])).toBe(true);
});

test("when every address is gone the index is empty, and fills again", () => {
  const streets = all<{ id: number }>("SELECT DISTINCT openbare_ruimte_id AS id FROM adres").map(
    ({ id }) => id,
  );
  db.run("CREATE TEMP TABLE gone AS SELECT * FROM adres");
  db.run("DELETE FROM adres");
  expect(expectEqualToRebuild(streets)).toBe(true);
  expect(readStoredIndex().streetIds).toBe("");
  const columns = all<{ name: string }>("SELECT name FROM pragma_table_info('adres')").map(
    ({ name }) => name,
  );
  db.run(`INSERT INTO adres (${columns}) SELECT ${columns} FROM gone`);
  expect(expectEqualToRebuild(streets)).toBe(true);
});
