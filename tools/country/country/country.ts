import { AppError } from "../../../src/base/errors.ts";
import { generatePlaceNames } from "../names/place-names.ts";
import { hashSeed, randomUnit } from "../random.ts";
import { apportion, zipf } from "./apportion.ts";
import { type MappedProvincie, PROVINCIE_MAP, provincieRegion } from "./provincie-map.ts";
import { type CountryRegion, divide, withWater } from "./region.ts";

export interface DemoGemeente {
  readonly index: number;
  readonly code: string;
  readonly naam: string;
  readonly provincie: MappedProvincie;
  /** Gemeente that merged into this one; objects made before that keep its code in their identificatie. */
  readonly former?: { readonly code: string; readonly naam: string } | undefined;
}

export interface Pc4Area {
  readonly pc4: number;
  readonly region: CountryRegion;
  /** Number of addresses in the area, including those without a postcode. */
  readonly addresses: number;
}

export interface DemoWoonplaats {
  readonly index: number;
  readonly identificatie: string;
  /** Identificatie before it was renumbered, as Weesp was: 1012 became 3631. That woonplaats is withdrawn. */
  readonly formerIdentificatie: string | undefined;
  readonly naam: string;
  readonly gemeente: DemoGemeente;
  /** First four digits of the identificaties of its objects: code of the gemeente that made them. */
  readonly idPrefix: string;
  /**
   * Rank in its gemeente, 0 for the largest; unique among the woonplaatsen with this prefix, and part of every
   * identificatie.
   */
  readonly ordinal: number;
  readonly addresses: number;
  readonly seed: number;
  readonly region: CountryRegion;
  readonly pc4Areas: readonly Pc4Area[];
}

/** The country down to its PC4 areas: at most 2,500 woonplaatsen. Streets are generated on demand. */
export interface Country {
  readonly seed: number;
  readonly addresses: number;
  /** Spacing of the square lattice on which all borders lie, in metres. */
  readonly lattice: number;
  readonly gemeenten: readonly DemoGemeente[];
  /** Ordered by the identificaties of their objects. */
  readonly woonplaatsen: readonly DemoWoonplaats[];
}

const MIN_ADDRESSES = 100;
const MAX_ADDRESSES = 10_000_000;
/**
 * Numbers of the real country, at 10 million addresses; smaller countries have relatively more gemeenten and
 * woonplaatsen.
 */
const FULL_SIZE = { addresses: 10_000_000, gemeenten: 342, woonplaatsen: 2_500, perPc4: 2_800 };

export function planCountry(addresses: number, seed: number): Country {
  if (!(Number.isInteger(addresses) && addresses >= MIN_ADDRESSES && addresses <= MAX_ADDRESSES)) {
    throw new AppError("usage", `addresses must be a whole number from ${MIN_ADDRESSES} to ${MAX_ADDRESSES}`);
  }
  const rootSeed = hashSeed(seed >>> 0, 0xbac5);
  const size = addresses / FULL_SIZE.addresses;
  const lattice = addresses >= 1_000_000 ? 100 : addresses >= 50_000 ? 250 : addresses >= 5_000 ? 500 : 1000;
  const sketches = sketchWoonplaatsen(rootSeed, { addresses, size });
  const names = generatePlaceNames(
    hashSeed(rootSeed, 1),
    sketches.map((s) => s.provincie.code),
  );
  const gemeenten = nameGemeenten(rootSeed, sketches, names);
  const addressesPerPc4 = Math.max(100, Math.min(FULL_SIZE.perPc4, addresses / 100));
  const woonplaatsen = layOutWoonplaatsen(rootSeed, sketches, { names, gemeenten, lattice, addressesPerPc4 });
  return { seed: rootSeed, addresses, lattice, gemeenten, woonplaatsen };
}

interface Sketch {
  readonly provincie: MappedProvincie;
  readonly gemeente: number;
  /** 0 is the largest of its gemeente. */
  readonly rank: number;
  readonly addresses: number;
}

/**
 * Distributes the addresses: by Zipf over the gemeenten of a provincie, and steeper over the woonplaatsen of a
 * gemeente.
 */
function sketchWoonplaatsen(
  seed: number,
  { addresses, size }: { addresses: number; size: number },
): Sketch[] {
  const shares = apportion(
    addresses,
    PROVINCIE_MAP.map((p) => p.share),
  );
  const gemeenten = apportion(
    Math.max(PROVINCIE_MAP.length, Math.round(FULL_SIZE.gemeenten * Math.min(1, size) ** 0.4)),
    PROVINCIE_MAP.map((p) => p.gemeenten),
    1,
  );
  const woonplaatsTotal = Math.max(
    PROVINCIE_MAP.length + 4,
    Math.round(FULL_SIZE.woonplaatsen * Math.min(1, size) ** 0.5),
  );
  const sketches: Sketch[] = [];
  let gemeente = 0;
  PROVINCIE_MAP.forEach((provincie, p) => {
    const perGemeente = apportion(shares[p]!, zipf(gemeenten[p]!, 1.05), 3);
    const wanted = Math.max(
      gemeenten[p]!,
      Math.round((woonplaatsTotal * provincie.gemeenten) / FULL_SIZE.gemeenten),
    );
    const weights = perGemeente.map((_, i) => 0.5 + randomUnit(seed, 5000 + gemeente + i));
    const counts = apportion(wanted, weights, 1);
    perGemeente.forEach((share, i) => {
      const sizes = zipf(Math.min(counts[i]!, share), 1.6).map(
        (w, rank) => w * (0.8 + 0.4 * randomUnit(seed, 7000 + 40 * gemeente + rank)),
      );
      apportion(share, sizes, 1).forEach((part, rank) => {
        sketches.push({ provincie, gemeente, rank, addresses: part });
      });
      gemeente += 1;
    });
  });
  return sketches;
}

/**
 * Names the gemeenten. Their fictitious codes have four digits and ascend with the index. Each leaves room for the code
 * of a merged gemeente right after it.
 */
function nameGemeenten(seed: number, sketches: readonly Sketch[], names: readonly string[]): DemoGemeente[] {
  const taken = new Set<string>();
  const makeUnique = (name: string, provincie: MappedProvincie): string => {
    const free = taken.has(name) ? `${name} (${provincie.letter.toUpperCase()})` : name;
    taken.add(free);
    return free;
  };
  const gemeenten: DemoGemeente[] = [];
  sketches.forEach((sketch, i) => {
    if (sketch.rank > 0) {
      return;
    }
    const index = gemeenten.length;
    const code = String(12 + 4 * index).padStart(4, "0");
    const members = sketches.filter((s) => s.gemeente === sketch.gemeente).length;
    const merged = members >= 3 && (randomUnit(seed, 9000 + index) < 0.3 || index === 1);
    const former = merged
      ? {
          code: String(12 + 4 * index + 2).padStart(4, "0"),
          naam: makeUnique(`Oud ${names[i + members - 1]}`, sketch.provincie),
        }
      : undefined;
    gemeenten.push({
      index,
      code,
      naam: makeUnique(names[i]!, sketch.provincie),
      provincie: sketch.provincie,
      former,
    });
  });
  return gemeenten;
}

interface LayoutOptions {
  readonly names: readonly string[];
  readonly gemeenten: readonly DemoGemeente[];
  readonly lattice: number;
  readonly addressesPerPc4: number;
}

function layOutWoonplaatsen(
  seed: number,
  sketches: readonly Sketch[],
  plan: LayoutOptions,
): DemoWoonplaats[] {
  const woonplaatsen: DemoWoonplaats[] = [];
  for (const provincie of PROVINCIE_MAP) {
    const localSketches = sketches.filter((s) => s.provincie === provincie);
    const regions = divideProvincie(provincie, localSketches, plan.lattice);
    const counts = localSketches.map((s) => Math.max(1, Math.round(s.addresses / plan.addressesPerPc4)));
    const numbers = postcodeNumbers(
      provincie,
      counts.reduce((a, b) => a + b, 0),
    );
    localSketches.forEach((sketch, i) => {
      const index = woonplaatsen.length;
      const gemeente = plan.gemeenten[sketch.gemeente]!;
      const members = localSketches.filter((s) => s.gemeente === sketch.gemeente).length;
      const isFormer = gemeente.former !== undefined && sketch.rank >= Math.ceil(members / 2);
      const parts = apportion(sketch.addresses, new Array<number>(counts[i]!).fill(1));
      // Some are on both sides of wide water: their border is a multivlak.
      const region = index % 60 === 4 ? withWater(regions[i]!, plan.lattice) : regions[i]!;
      const areas = divide(region, parts, plan.lattice);
      woonplaatsen.push({
        index,
        identificatie: String(1000 + index),
        formerIdentificatie: index % 25 === 5 ? String(3600 + (index - 5) / 25) : undefined,
        naam: plan.names[index]!,
        gemeente,
        idPrefix: isFormer ? gemeente.former.code : gemeente.code,
        ordinal: sketch.rank,
        addresses: sketch.addresses,
        seed: hashSeed(seed, 100_000 + index),
        region,
        pc4Areas: parts.map((part, k) => ({ pc4: numbers.shift()!, region: areas[k]!, addresses: part })),
      });
    });
  }
  return woonplaatsen;
}

/**
 * Divides the land of a provincie, half by number of addresses, half by its square root: cities get room, hamlets
 * keep some.
 */
function divideProvincie(
  provincie: MappedProvincie,
  sketches: readonly Sketch[],
  lattice: number,
): CountryRegion[] {
  const land = provincieRegion(provincie);
  const total = sketches.reduce((sum, s) => sum + s.addresses, 0);
  const roots = sketches.reduce((sum, s) => sum + Math.sqrt(s.addresses), 0);
  const weights = sketches.map((s) => s.addresses / total + Math.sqrt(s.addresses) / roots);
  const first = sketches[0]!.gemeente;
  const byGemeente: number[][] = [];
  sketches.forEach((s, i) => {
    byGemeente[s.gemeente - first] ??= [];
    byGemeente[s.gemeente - first]!.push(weights[i]!);
  });
  const sums = byGemeente.map((list) => list.reduce((a, b) => a + b, 0));
  return divide(land, sums, lattice).flatMap((region, i) => divide(region, byGemeente[i]!, lattice));
}

/** Returns `count` PC4 numbers of the provincie, ascending and spread over its ranges. */
function postcodeNumbers(provincie: MappedProvincie, count: number): number[] {
  const all = provincie.postcodes.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i),
  );
  if (count > all.length) {
    throw new Error(`demo country: ${provincie.naam} needs ${count} PC4 areas`);
  }
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)]!);
}
