/**
 * Tests that no corpus is forgotten: every Dutch line of those under test/data/corpora is a case in test/relevance,
 * every address of Kadaster's tables is found by its parts however they are joined, every Frisian place by its other
 * name.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CaseFile, readCases } from "../relevance/cases.ts";
import { makeCountry } from "../relevance/country.ts";
import { CORPORA } from "../support/extracts/reference-files.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const LINES = [
  "address-splitters/ilib-nl",
  "address-splitters/myparcel-split-street",
  "address-splitters/pickware-issue-strings",
  "pelias-parser/nld-address-cases",
  "pdok-gokoala/search-query-cases",
  "pdok-gokoala/query-expansion-cases",
];

/** Lines whose meaning the corpus does not give: words to be expanded, a postcode that cannot exist. */
const NO_ADDRESS = [
  "eerste 2de",
  "goev straat 1 in den haag niet in friesland",
  "oude fryslân",
  "oude fryslân abc",
  "oude den haag",
  "oudwesterlijke-goeverneur",
  "oud gouv 2de 's-gravenhage fryslân nederland",
  "1234sa amsterdam",
];

// biome-ignore lint/suspicious/noExplicitAny: each corpus has its own fields
function casesOf(corpus: string): any[] {
  return JSON.parse(readFileSync(join(CORPORA, `${corpus}.derived.json`), "utf8")).cases;
}

const normal = (line: string) =>
  line
    .toLowerCase()
    .replace(/[\s,]+/g, " ")
    .trim();

describe("the corpora", () => {
  test.each(LINES)("every Dutch line of %s is a case", (corpus) => {
    const ours = ["corpora.yaml", "corpora-more.yaml"]
      .flatMap((file) => readCases<CaseFile>(file).groups)
      .flatMap(({ lines }) => lines);
    const known = new Set([...ours.map((line) => normal(String(line))), ...NO_ADDRESS]);
    const lines = casesOf(corpus)
      .filter(({ country = "NL" }) => ["NL", "NZ"].includes(country))
      .map(
        ({ input, q, address1, address2 }) => input ?? q ?? [address1, address2].filter(Boolean).join(" "),
      );
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !known.has(normal(line)))).toEqual([]);
  });
});

interface Row {
  postcode: string;
  huisnummer: number;
  huisletter: string | null;
  huisnummertoevoeging: string | null;
}

describe("Kadaster's exact-match table", () => {
  const rows: Row[] = casesOf("kadaster-bag-api/exacte-match-addresses");
  const harness = openHarness(
    makeCountry(
      rows.map(
        ({ postcode, huisnummer, huisletter, huisnummertoevoeging }) =>
          `Laan ${postcode}|${huisnummer}|${huisletter ?? ""}|${huisnummertoevoeging ?? ""}|${postcode}|Utrecht|UT`,
      ),
    ),
  );
  afterAll(() => harness.close());
  const ask = async (line: string) =>
    (await harness.askJson(`/addresses/search?per_page=1&q=${encodeURIComponent(line)}`)).body;

  test("each address comes first, however its parts are joined", async () => {
    const faults: string[] = [];
    for (const { postcode, huisnummer, huisletter, huisnummertoevoeging } of rows) {
      const parts = [huisletter, huisnummertoevoeging].filter((part) => part !== null);
      const joins = parts.length === 0 ? [""] : ["", " ", "-"];
      for (const first of joins.filter((join) => join !== "" || !/^\d/.test(parts[0] ?? ""))) {
        for (const second of joins) {
          const line = `${postcode.slice(0, 4)} ${postcode.slice(4)} ${huisnummer}${first}${parts.join(second)}`;
          const got = (await ask(line)).data[0];
          const isRight =
            got?.postcode === postcode &&
            got.huisnummer === huisnummer &&
            `${got.huisletter ?? ""}${got.huisnummertoevoeging ?? ""}` === parts.join("");
          if (!isRight) {
            faults.push(`${line} -> ${got?.full_address ?? "nothing"}`);
          }
        }
      }
    }
    expect(faults).toEqual([]);
  });

  test("a number alone finds all that stands at it", async () => {
    const numbers = Map.groupBy(rows, ({ postcode, huisnummer }) => `${postcode} ${huisnummer}`);
    for (const [line, at] of numbers) {
      expect([line, (await ask(line)).meta.total]).toEqual([line, at.length]);
    }
  });
});

describe("Frisian places", () => {
  const aliases: { official_bag_name: string; alias: string }[] = casesOf(
    "tweedegolf/fryslan-locality-aliases",
  );
  const names = [...new Set(aliases.map(({ official_bag_name }) => official_bag_name))];
  // One street and number everywhere: only the name of the place distinguishes them.
  const harness = openHarness(
    makeCountry(names.map((name, i) => `Tsjerkestrjitte|1|||${8400 + i}AA|${name}|FR`)),
  );
  afterAll(() => harness.close());

  test("each is found by its other name", async () => {
    const faults: string[] = [];
    for (const { official_bag_name, alias } of aliases) {
      const meant = [official_bag_name, alias];
      const line = `Tsjerkestrjitte 1 ${alias}`;
      const { body } = await harness.askJson(`/addresses/search?per_page=1&q=${encodeURIComponent(line)}`);
      const city = body.data[0]?.woonplaats_naam;
      if (!meant.includes(city)) {
        faults.push(`${alias} -> ${city ?? "nothing"}, wanted ${official_bag_name}`);
      }
    }
    expect(faults).toEqual([]);
  });
});
