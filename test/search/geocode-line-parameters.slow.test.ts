/**
 * Tests geocode/forward with a line and parameters together: the answer must agree with both. Tries every combination
 * of a line and parameters for some houses of Weesp; the registry's rows determine the expected answer.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ServedWeesp, serveWeesp } from "../support/countries/serve-weesp.ts";
import type { Adres } from "../support/countries/weesp-in-memory.ts";
import { inNaturalOrder } from "../support/oracles/natural-order.ts";

const MINUTES = 60_000;
/** Existing postcode whose digits and letters both differ from those of the houses. */
const OTHER_POSTCODE = "1383DP";
const ABSENT_DESIGNATION = "zq";

const letterOf = (a: Adres) => a.huisletter ?? "";
const additionOf = (a: Adres) => a.huisnummertoevoeging ?? "";
const joinLowerCase = (...parts: string[]) => parts.join("").toLowerCase();

/** Content of a line and of the parameters with it; empty strings for missing parts. */
interface GivenParts {
  readonly street: string;
  readonly lineNumber: string;
  readonly lineDesignation: string;
  readonly linePostcode: string;
  readonly postcode: string;
  readonly number: string;
  readonly letter: string;
  readonly addition: string;
}

/** Returns the interpretations of the text after the number that fit an address: letter, addition or both. */
function interpretationsOf(text: string, a: Adres): { letter?: string; addition?: string }[] {
  const [letter, addition] = [joinLowerCase(letterOf(a)), joinLowerCase(additionOf(a))];
  if (text === "") {
    return [{}];
  }
  return [
    ...(text === letter ? [{ letter }] : []),
    ...(text === addition ? [{ addition }] : []),
    ...(text === letter + addition ? [{ letter, addition }] : []),
  ];
}

/** Returns true when every letter and addition given is the address's, and all of the address's are given. */
function matchesDesignation(a: Adres, given: GivenParts): boolean {
  const [letter, addition] = [joinLowerCase(letterOf(a)), joinLowerCase(additionOf(a))];
  const asked = joinLowerCase(given.letter, given.addition);
  const matchesJoined = asked !== "" && asked === letter + addition;
  if (
    matchesJoined &&
    (given.lineDesignation === "" || interpretationsOf(given.lineDesignation, a).length > 0)
  ) {
    return true;
  }
  return interpretationsOf(given.lineDesignation, a).some((line) => {
    const letters = [line.letter, joinLowerCase(given.letter)].filter(Boolean);
    const additions = [line.addition, joinLowerCase(given.addition)].filter(Boolean);
    const isAll = (list: unknown[], own: string) =>
      own === "" ? list.length === 0 : list.length > 0 && list.every((each) => each === own);
    return isAll(letters, letter) && isAll(additions, addition);
  });
}

interface Expected {
  readonly id: string;
  readonly match: string;
}

function expectedOf(given: GivenParts, adressen: readonly Adres[]): Expected | undefined {
  const numbers = [given.lineNumber, given.number].filter((text) => text !== "");
  if (numbers.length === 0) {
    return undefined;
  }
  const postcodes = [given.linePostcode, given.postcode].filter((text) => text !== "");
  const house = adressen.filter(
    (a) =>
      a.straatnaam === given.street &&
      numbers.every((text) => Number(text) === a.huisnummer) &&
      postcodes.every((text) => text === a.postcode),
  );
  const isBare = given.lineDesignation + given.letter + given.addition === "";
  const matching = house.filter((a) =>
    isBare ? letterOf(a) + additionOf(a) === "" : matchesDesignation(a, given),
  );
  if (matching.length === 1) {
    return { id: matching[0]!.nummeraanduiding_id, match: "exact" };
  }
  if (matching.length > 1 || !isBare || house.length === 0) {
    return undefined;
  }
  const [first, ...rest] = house.toSorted(inNaturalOrder);
  const { nummeraanduiding_id: id } = first!;
  if (rest.length === 0) {
    return { id, match: "corrected" };
  }
  return isOnePlace(house) ? { id, match: "one_of_several" } : undefined;
}

function isOnePlace(house: readonly Adres[]): boolean {
  const panden = new Set(house.map(({ pand_id }) => pand_id));
  if (panden.size === 1 && !panden.has(null)) {
    return true;
  }
  const far = house.some((a) => house.some((b) => (a.rd_x - b.rd_x) ** 2 + (a.rd_y - b.rd_y) ** 2 > 25 ** 2));
  return !far;
}

/** Addresses with and without letter and addition, in one building, near each other and far apart. */
const HOUSES: readonly [street: string, number: number, letter: string, addition: string][] = [
  ["Keurstraat", 5, "", ""],
  ["Keurstraat", 5, "a", ""],
  ["Bloemendalerweg", 51, "A", "1"],
  ["Bloemendalerweg", 51, "B", "10"],
  ["Nieuwstraat", 37, "b", ""],
  ["Prinses Beatrixlaan", 3, "c", ""],
  ["Singel", 2, "a", ""],
  ["Hugo de Grootlaan", 16, "", "ben"],
];

/** Returns another number of the street under the same postcode, or 9999, which no street has. */
function otherNumber({ straatnaam, postcode, huisnummer }: Adres, adressen: readonly Adres[]): string {
  const isOther = (a: Adres) =>
    a.straatnaam === straatnaam && a.postcode === postcode && a.huisnummer !== huisnummer;
  return String(adressen.find(isOther)?.huisnummer ?? 9_999);
}

function* combinations(adres: Adres, adressen: readonly Adres[]): Generator<GivenParts> {
  const street = adres.straatnaam;
  const [letter, addition] = [letterOf(adres), additionOf(adres)];
  const own = { number: String(adres.huisnummer), postcode: adres.postcode! };
  const designations = new Set([
    "",
    joinLowerCase(letter),
    joinLowerCase(addition),
    joinLowerCase(letter, addition),
    ABSENT_DESIGNATION,
  ]);
  for (const lineNumber of ["", own.number]) {
    for (const lineDesignation of lineNumber === "" ? [""] : designations) {
      for (const linePostcode of ["", own.postcode, OTHER_POSTCODE]) {
        for (const postcode of ["", own.postcode, OTHER_POSTCODE]) {
          for (const number of ["", own.number, otherNumber(adres, adressen)]) {
            for (const l of new Set(["", letter, letter.toUpperCase(), ABSENT_DESIGNATION])) {
              for (const d of new Set(["", addition, ABSENT_DESIGNATION])) {
                yield {
                  street,
                  lineNumber,
                  lineDesignation,
                  linePostcode,
                  postcode,
                  number,
                  letter: l,
                  addition: d,
                };
              }
            }
          }
        }
      }
    }
  }
}

function pathOf({ street, lineNumber, lineDesignation, linePostcode, ...parameters }: GivenParts): string {
  const q = `${street} ${lineNumber}${lineDesignation === "" ? "" : ` ${lineDesignation}`}, ${linePostcode} Weesp`;
  const given = Object.entries(parameters).filter(([, value]) => value !== "");
  return `/geocode/forward?${new URLSearchParams([["q", q], ...given])}`;
}

describe("parameters beside a line", () => {
  let weesp: ServedWeesp;
  beforeAll(async () => {
    weesp = await serveWeesp();
  }, 2 * MINUTES);
  afterAll(() => weesp.close());

  test("the other postcode exists", () => {
    expect(weesp.adressen.some(({ postcode }) => postcode === OTHER_POSTCODE)).toBe(true);
  });

  test.each(HOUSES)(
    "%s %d %s %s: only what agrees with all of them is answered",
    async (street, number, letter, addition) => {
      const adres = weesp.adressen.find(
        (a) =>
          a.straatnaam === street &&
          a.huisnummer === number &&
          letterOf(a) === letter &&
          additionOf(a) === addition,
      )!;
      const wrong: string[] = [];
      const answers: Record<string, number> = {};
      for (const given of combinations(adres, weesp.adressen)) {
        const path = pathOf(given);
        const { status, body } = await weesp.askJson(path);
        const expected = expectedOf(given, weesp.adressen);
        const got =
          status === 200 ? `${body.data.address.nummeraanduiding_id} ${body.data.match}` : `${status}`;
        const wanted = expected === undefined ? "404" : `${expected.id} ${expected.match}`;
        if (got !== wanted) {
          wrong.push(
            `${decodeURIComponent(path)}: ${got} ${body.detail ?? body.data.address.full_address}, wanted ${wanted}`,
          );
        }
        const kind = expected?.match ?? "404";
        answers[kind] = (answers[kind] ?? 0) + 1;
      }
      expect(wrong).toEqual([]);
      expect(answers.exact).toBeGreaterThan(10);
      expect(answers["404"]).toBeGreaterThan(100);
    },
    2 * MINUTES,
  );
});
