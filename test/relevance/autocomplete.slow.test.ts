/** Simulates typing: real addresses typed letter by letter, judged by the suggestions that a user sees on the way. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { suggestAdressen } from "../../src/search/suggest.ts";
import { LARGE_COUNTRY, makeDemoFolder, makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { foldText, type KnownAddress, readKnownAddresses } from "./addresses.ts";
import { prefixesOf } from "./noisy-query.ts";
import { pick, randomOf } from "./random.ts";

const TYPED = 400;
const SEED = 20_261_123;
const SHOWN = 10;
const MINUTES = 60_000;

interface Suggested {
  readonly straatnaam: string;
  readonly verkorte_straatnaam: string | null;
  readonly huisnummer: number;
  readonly woonplaats_naam: string;
}

interface Stage {
  /** Returns the lines typed on the way to an address. */
  readonly lines: (address: KnownAddress) => readonly string[];
  /** Returns true when the suggestions are what a user who types that address expects. */
  readonly isRight: (address: KnownAddress, line: string, shown: readonly Suggested[]) => boolean;
  /** Minimum share of lines with right suggestions. */
  readonly target: number;
}

const prefixesFrom = (text: string, from: number) =>
  Array.from({ length: Math.max(0, text.length - from) }, (_, i) => text.slice(0, from + i));

const hasStreet = ({ street }: KnownAddress, { straatnaam }: Suggested) =>
  foldText(straatnaam) === foldText(street);
const hasNumber = (address: KnownAddress, shown: Suggested) =>
  hasStreet(address, shown) && shown.huisnummer === address.number;
const isSameAddress = (address: KnownAddress, shown: Suggested) =>
  hasNumber(address, shown) && foldText(shown.woonplaats_naam) === foldText(address.city);

/** Returns true when a street name has the typed prefix: "kerks" is Kerkstraat, and "Haven 1" may be Haven 12. */
const hasPrefix = (line: string, { straatnaam, verkorte_straatnaam }: Suggested) =>
  [straatnaam, verkorte_straatnaam ?? ""].some((name) => foldText(name).startsWith(foldText(line)));

/** Returns the shortest prefix, the longest and one between them. */
const somePrefixes = (street: string) => {
  const all = prefixesOf(street);
  return [...new Set([all[0], all[all.length >> 1], all.at(-1)])].filter((prefix) => prefix !== undefined);
};

/** Returns true when the first suggestion has the number, and a street with the prefix typed before it. */
const isNumberOfPrefix = ({ number }: KnownAddress, line: string, [first]: readonly Suggested[]) => {
  const prefix = line.slice(0, line.lastIndexOf(` ${number}`));
  return first !== undefined && first.huisnummer === number && hasPrefix(prefix, first);
};

const STAGES: Readonly<Record<string, Stage>> = {
  "a street with the typed prefix is among those shown": {
    lines: ({ street }) => prefixesFrom(street, 4),
    isRight: (_, line, shown) => shown.some((each) => hasPrefix(line, each)),
    target: 0.99,
  },
  "a street in full comes first": {
    lines: ({ street }) => [street, street.toLowerCase()],
    isRight: (address, _, [first]) => first !== undefined && hasStreet(address, first),
    target: 0.98,
  },
  "its number comes first": {
    lines: ({ street, number }) => [`${street} ${number}`, `${street.toUpperCase()} ${number} `],
    isRight: (address, _, [first]) => first !== undefined && hasNumber(address, first),
    target: 0.99,
  },
  "the number after a street prefix comes first": {
    lines: ({ street, number }) => somePrefixes(street).map((prefix) => `${prefix} ${number}`),
    isRight: isNumberOfPrefix,
    target: 0.97,
  },
  "the number after a street prefix, with its city, comes first": {
    lines: ({ street, number, city }) =>
      somePrefixes(street).flatMap((prefix) => [
        `${prefix} ${number} ${city}`,
        `${prefix} ${number}, ${city.slice(0, 3)}`,
      ]),
    isRight: isNumberOfPrefix,
    target: 0.97,
  },
  "while the city is typed, the number stays": {
    lines: ({ street, number, city }) =>
      prefixesFrom(city, 1).map((prefix) => `${street} ${number}, ${prefix}`),
    isRight: (address, _, shown) => shown.some((each) => hasNumber(address, each)),
    target: 0.99,
  },
  "from three letters of the city on, it is shown": {
    lines: ({ street, number, city }) =>
      prefixesFrom(city, 3).map((prefix) => `${street} ${number} ${prefix}`),
    isRight: (address, _, shown) => shown.some((each) => isSameAddress(address, each)),
    target: 0.98,
  },
  "the whole line comes first": {
    lines: ({ street, number, city }) => [`${street} ${number} ${city}`, `${city} ${street} ${number}`],
    isRight: (address, _, [first]) => first !== undefined && isSameAddress(address, first),
    target: 0.99,
  },
};

function expectStages(name: string, dataDir: string): void {
  const registry = openRegistry(dataDir);
  const snapshot = registry.current()!;
  const all = readKnownAddresses(dataDir);
  const random = randomOf(SEED);
  const addresses = Array.from({ length: TYPED }, () => pick(random, all));
  const below: string[] = [];
  for (const [stage, { lines, isRight, target }] of Object.entries(STAGES)) {
    const asked = addresses.flatMap((address) => lines(address).map((line) => ({ address, line })));
    const wrong = asked.filter(
      ({ address, line }) => !isRight(address, line, suggestAdressen(snapshot, line, { limit: SHOWN })),
    );
    const share = 1 - wrong.length / asked.length;
    const summary = `${name}, ${stage}: ${(100 * share).toFixed(1)} % of ${asked.length}, target ${100 * target} %`;
    const examples = wrong.slice(0, 10).map(({ line }) => `\n    ${JSON.stringify(line)}`);
    process.stderr.write(`${summary}${examples.join("")}\n`);
    if (asked.length === 0 || share < target) {
      below.push(summary);
    }
  }
  registry.close();
  expect(below).toEqual([]);
}

describe.each([
  { name: "Weesp", build: makeWeespFolder },
  { name: "the demo country", build: () => makeDemoFolder(LARGE_COUNTRY) },
])("typing letter by letter: $name", ({ name, build }) => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await build();
  }, 5 * MINUTES);
  afterAll(() => rmSync(dataDir, { recursive: true }));

  test("shows what is meant at every stage", () => expectStages(name, dataDir), MINUTES);
});
