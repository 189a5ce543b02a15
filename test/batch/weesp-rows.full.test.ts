/**
 * Geocodes all of Weesp as rows. Clean rows must all be exact; rows with errors at known rates must never be exact at
 * another address. Expected results come from the tables by plain SQL.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createRowGeocoder } from "../../src/batch/geocode-row.ts";
import type { RowOutcome } from "../../src/batch/outcome.ts";
import { planGeocoding } from "../../src/batch/plan-geocoding.ts";
import { findTextAtPostcode } from "../../src/batch/text-at-postcode.ts";
import { openRegistry, type Registry } from "../../src/registry/file/open-registry.ts";
import { geocodeLine } from "../../src/search/geocode.ts";
import type { Row } from "../../src/tables/table.ts";
import { foldText, type KnownAddress, readKnownAddresses } from "../relevance/addresses.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { dirtyText } from "../support/dirty-addresses.ts";
import { testRandom } from "../support/seed.ts";

const MINUTES = 60_000;
/** One address in so many becomes a row; with TEST_ROUNDS=6 all do. */
const INTERVAL = Math.max(1, Math.floor(6 / Number(process.env.TEST_ROUNDS ?? "1")));

describe("rows of all addresses of Weesp", () => {
  let dataDir: string;
  let registry: Registry;
  let known: KnownAddress[];
  let sample: KnownAddress[];
  beforeAll(async () => {
    dataDir = await makeWeespFolder();
    registry = openRegistry(dataDir);
    known = readKnownAddresses(dataDir);
    sample = known.filter((_, i) => i % INTERVAL === 0);
  }, 2 * MINUTES);
  afterAll(() => {
    registry.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function geocodeAll(columns: readonly string[], rows: readonly Row[]): Promise<RowOutcome[]> {
    const snapshot = registry.current()!;
    const table = { columns, hasHeader: true, rowCount: rows.length, sample: rows.slice(0, 100) };
    const plan = await planGeocoding(table, { snapshot }, { add: "match" });
    return rows.map(createRowGeocoder(snapshot, plan));
  }

  /** Returns true for the address itself, or a double of it with the same street, number and postcode. */
  function isSource(
    { adres }: RowOutcome,
    { street, number, letter, addition, postcode }: KnownAddress,
  ): boolean {
    return (
      adres?.straatnaam === street &&
      adres.huisnummer === number &&
      foldText((adres.huisletter ?? "") + (adres.huisnummertoevoeging ?? "")) ===
        foldText(letter + addition) &&
      (adres.postcode ?? "") === postcode
    );
  }

  const house = ({ number, letter, addition }: KnownAddress) =>
    `${number}${letter}${addition && `-${addition}`}`;
  const FORMS: Record<string, readonly [columns: readonly string[], rowOf: (a: KnownAddress) => Row]> = {
    "postcode, number, letter, addition": [
      ["pc", "nr", "letter", "toevoeging"],
      (a) => [a.postcode, `${a.number}`, a.letter, a.addition],
    ],
    "postcode and number in one cell": [
      ["postcode", "huisnummer"],
      (a) => [a.postcode.toLowerCase(), house(a)],
    ],
    "street, number, postcode, place": [
      ["straat", "nr", "pc", "plaats"],
      (a) => [a.street, house(a), a.postcode, a.city],
    ],
    text: [["adres"], (a) => [`${a.street} ${house(a)}, ${a.postcode} ${a.city}`]],
  };

  for (const [form, [columns, rowOf]] of Object.entries(FORMS)) {
    test(`clean rows are exact: ${form}`, async () => {
      const addresses = known.filter(({ postcode }) => postcode !== "");
      expect(addresses.length).toBe(12_034 - 107);
      const outcomes = await geocodeAll(columns, addresses.map(rowOf));
      const faults = outcomes.flatMap((outcome, i) =>
        outcome.match === "exact" && isSource(outcome, addresses[i]!)
          ? []
          : [`${rowOf(addresses[i]!)}: ${outcome.match} ${outcome.reason} ${outcome.adres?.full_address}`],
      );
      expect(faults).toEqual([]);
    });
  }

  test("street, number and place, also of addresses without a postcode: exact, or refused where several fit", async () => {
    const outcomes = await geocodeAll(
      ["straat", "nr", "plaats"],
      sample.map((a) => [a.street, house(a), a.city]),
    );
    const isOf = (outcome: RowOutcome, a: KnownAddress) =>
      isSource(outcome, { ...a, postcode: outcome.adres?.postcode ?? "" });
    const wrong = outcomes.filter((outcome, i) => outcome.match === "exact" && !isOf(outcome, sample[i]!));
    expect(wrong).toEqual([]);
    expect(outcomes.filter(({ match }) => match === "exact").length).toBeGreaterThan(0.99 * sample.length);
  });

  test("texts with errors: no wrong exact, and the rates", async () => {
    const random = testRandom();
    const texts = sample.map((a) => dirtyText(a, random, ["Weesp"]));
    const outcomes = await geocodeAll(
      ["adres"],
      texts.map(({ text }) => [text]),
    );
    const counts: Record<string, number> = {};
    const wrong: string[] = [];
    outcomes.forEach((outcome, i) => {
      const { text, source, errors } = texts[i]!;
      const isRight = isSource(outcome, { ...source, postcode: outcome.adres?.postcode ?? "" });
      const kind = `${errors.length > 0 ? "with errors" : "without"}: ${outcome.match}`;
      counts[kind] = (counts[kind] ?? 0) + 1;
      if (outcome.adres !== null && !isRight) {
        wrong.push(`${errors}: ${text}: ${outcome.match} ${outcome.adres?.full_address}`);
      }
      if (outcome.match === "corrected") {
        expect(outcome.values[1], text).toContain(": ");
      }
    });
    expect(wrong).toEqual([]);
    expect(
      counts["without: exact"]! / texts.filter(({ errors }) => errors.length === 0).length,
    ).toBeGreaterThan(0.98);
    expect(counts["with errors: corrected"]! / texts.length).toBeGreaterThan(0.15);
  });

  test("a text compared at its postcode has the answer of a search, where that is certain", () => {
    const random = testRandom();
    const snapshot = registry.current()!;
    let compared = 0;
    for (const address of sample) {
      const { text, source } = dirtyText(address, random, ["Weesp"]);
      const found = findTextAtPostcode(snapshot, text);
      if (found === undefined) {
        continue;
      }
      const searched = geocodeLine(snapshot, text);
      if ("missing" in found) {
        expect("adres" in searched, text).toBe(false);
        continue;
      }
      compared++;
      const match = Object.keys(found.differences).length === 0 ? "exact" : "corrected";
      if ("adres" in searched) {
        expect(`${searched.match} ${searched.adres.full_address}`, text).toBe(
          `${match} ${found.adres.full_address}`,
        );
      } else {
        expect([match, found.adres.straatnaam, found.adres.huisnummer], text).toEqual([
          "corrected",
          source.street,
          source.number,
        ]);
      }
    }
    expect(compared).toBeGreaterThan(sample.length / 2);
  });
});
