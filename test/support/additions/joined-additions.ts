/** Tests on one country that no interface joins the two parts of an addition. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createRowGeocoder } from "../../../src/batch/geocode-row.ts";
import { openRegistry, type Registry } from "../../../src/registry/file/open-registry.ts";
import { ADRES_COLUMNS, type AdresRow, toAdresRecord } from "../../../src/registry/read/adres-record.ts";
import { lookupAdres } from "../../../src/registry/read/adressen.ts";
import type { AdresRecord } from "../../../src/registry/read/records.ts";
import { matchNumberParts } from "../../../src/registry/schema/number-parts.ts";
import { geocodeLine } from "../../../src/search/geocode.ts";
import { geocodeKey } from "../../../src/search/geocode-key.ts";
import { planByNames } from "../plan-by-names.ts";
import { TEST_SEED } from "../seed.ts";
import { SEPARATORS, type SplitAddition, splitAdditions } from "./split-additions.ts";

interface Country {
  /** Makes its data folder. */
  readonly make: () => Promise<string>;
  /** Asks one in this many questions. */
  readonly every: number;
}

/** Declares the tests. They ask for additions of at least two characters, split everywhere, with all separators. */
export function testJoinedAdditions({ make, every }: Country): void {
  let folder: string;
  let registry: Registry;
  let splits: SplitAddition[];
  beforeAll(async () => {
    folder = await make();
    registry = openRegistry(folder);
    const s = registry.current()!;
    const adressen = s.db
      .query<AdresRow, []>(`SELECT ${ADRES_COLUMNS} FROM adres WHERE length(huisnummertoevoeging) > 1`)
      .all()
      .map((row) => toAdresRecord(s, row));
    splits = splitAdditions(adressen);
  }, 120_000);
  afterAll(() => {
    registry.close();
    rmSync(folder, { recursive: true });
  });

  /** Calls `ask` with each split and separator, and lists the joined additions that it returns as exact. */
  function listJoined(ask: (split: SplitAddition, sign: string) => AdresRecord | undefined): string[] {
    const joined: string[] = [];
    let asked = TEST_SEED;
    for (const split of splits) {
      for (const sign of SEPARATORS) {
        const { full_address } = split.adres;
        if (asked++ % every === 0 && ask(split, sign)?.full_address === full_address) {
          joined.push(`${full_address}: ${split.before}${sign}${split.behind}`);
        }
      }
    }
    expect(asked).toBeGreaterThan(2_000);
    return joined;
  }

  const exactOf = (found: object) =>
    "adres" in found && "match" in found && found.match === "exact"
      ? (found.adres as AdresRecord)
      : undefined;

  test("a line", () => {
    const s = registry.current()!;
    const ask = ({ adres, letter, before, behind }: SplitAddition, sign: string) => {
      const number = `${adres.huisnummer}${letter} ${before}${sign}${behind}`;
      const place = `${adres.postcode ?? ""} ${adres.woonplaats_naam}`;
      return exactOf(geocodeLine(s, `${adres.straatnaam} ${number}, ${place}`));
    };
    expect(listJoined(ask)).toEqual([]);
  }, 600_000);

  test("a key, and a lookup among the addresses of a static file", () => {
    const s = registry.current()!;
    const ask = ({ adres, letter, before, behind }: SplitAddition, sign: string) => {
      const addition = `${before}${sign}${behind}`;
      const key = { postcode: adres.postcode ?? "", huisnummer: adres.huisnummer };
      const found = [
        lookupAdres(s, { ...key, huisletter: letter, huisnummertoevoeging: addition }),
        lookupAdres(s, { ...key, huisnummertoevoeging: letter + addition }),
        geocodeKey(s, { ...key, huisletter: letter, huisnummertoevoeging: addition }),
      ].flatMap((each) => ("adres" in each ? each.adres : []));
      const parts = { huisletter: letter || null, huisnummertoevoeging: addition };
      return [...found, ...matchNumberParts([adres], parts)][0];
    };
    expect(listJoined(ask)).toEqual([]);
  });

  test("parts in two parameters, between digits", () => {
    const s = registry.current()!;
    const ask = ({ adres, letter, before, behind, isOfDigits }: SplitAddition) => {
      const key = { postcode: adres.postcode ?? "", huisnummer: adres.huisnummer };
      const found = lookupAdres(s, { ...key, huisletter: letter + before, huisnummertoevoeging: behind });
      const line = `${adres.straatnaam} ${adres.huisnummer}${letter} ${before}, ${adres.woonplaats_naam}`;
      const completed = geocodeLine(s, line, { parameters: { addition: behind } });
      return isOfDigits ? ("adres" in found ? found.adres : exactOf(completed)) : undefined;
    };
    expect(listJoined(ask)).toEqual([]);
  });

  test("columns of a file", () => {
    const s = registry.current()!;
    const rowOf = (cells: Readonly<Record<string, string>>) => ({
      geocode: createRowGeocoder(s, planByNames(Object.keys(cells), "nummeraanduiding_id")),
      row: Object.values(cells),
    });
    const geocoders = new Map<string, ReturnType<typeof rowOf>["geocode"]>();
    const ask = ({ adres, letter, before, behind, isOfDigits }: SplitAddition, sign: string) => {
      const { straatnaam: straat, woonplaats_naam: plaats } = adres;
      const postcode = adres.postcode ?? "";
      const number = String(adres.huisnummer);
      const split = `${before}${sign}${behind}`;
      const forms: Record<string, string>[] = [
        { postcode, huisnummer: number, huisletter: letter, toevoeging: split },
        { straat, huisnummer: number, huisletter: letter, toevoeging: split, plaats },
        { postcode, huisnummer: `${number}${letter} ${split}` },
        { adres: `${straat} ${number}${letter} ${split}, ${postcode} ${plaats}` },
        ...(isOfDigits
          ? [{ postcode, huisnummer: `${number}${letter}${before}`, huisnummertoevoeging: behind }]
          : []),
      ];
      for (const cells of forms) {
        const header = Object.keys(cells).join();
        const { geocode, row } = geocoders.has(header)
          ? { geocode: geocoders.get(header)!, row: Object.values(cells) }
          : rowOf(cells);
        geocoders.set(header, geocode);
        const found = exactOf(geocode(row));
        if (found !== undefined) {
          return found;
        }
      }
      return undefined;
    };
    expect(listJoined(ask)).toEqual([]);
  }, 600_000);

  test("what is written in one run, or apart between letter and digit, stays exact", () => {
    const s = registry.current()!;
    const texts = (addition: string) => [
      addition,
      ...["-", " ", "/", "."].map((sign) => addition.replace(/(?<=\d)(?=\D)|(?<=\D)(?=\d)/, sign)),
    ];
    const missed = new Set(splits.map(({ adres }) => adres)).values().flatMap((adres) =>
      texts(adres.huisnummertoevoeging!).filter((text) => {
        const number = `${adres.huisnummer}${adres.huisletter ?? ""} ${text}`;
        const line = `${adres.straatnaam} ${number}, ${adres.postcode ?? ""} ${adres.woonplaats_naam}`;
        return exactOf(geocodeLine(s, line))?.full_address !== adres.full_address;
      }),
    );
    expect([...missed]).toEqual([]);
  }, 600_000);
}
