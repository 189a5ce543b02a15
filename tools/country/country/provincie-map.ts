import type { CountryRegion, Strip } from "./region.ts";

export interface MappedProvincie {
  readonly code: string;
  readonly naam: string;
  /** Share of the country's addresses, 2025. */
  readonly share: number;
  /** Number of gemeenten at full size: 342 together. */
  readonly gemeenten: number;
  /** Ranges of PC4 numbers, first and last; disjoint over the provincies. */
  readonly postcodes: readonly (readonly [number, number])[];
  readonly letter: string;
}

export const PROVINCIE_MAP: readonly MappedProvincie[] = [
  { code: "20", naam: "Groningen", share: 0.035, gemeenten: 10, postcodes: [[9500, 9999]], letter: "g" },
  { code: "21", naam: "Friesland", share: 0.039, gemeenten: 18, postcodes: [[8400, 9299]], letter: "f" },
  {
    code: "22",
    naam: "Drenthe",
    share: 0.029,
    gemeenten: 12,
    postcodes: [
      [7700, 7999],
      [9300, 9499],
    ],
    letter: "d",
  },
  {
    code: "23",
    naam: "Overijssel",
    share: 0.065,
    gemeenten: 25,
    postcodes: [
      [7400, 7699],
      [8000, 8199],
    ],
    letter: "o",
  },
  {
    code: "24",
    naam: "Flevoland",
    share: 0.024,
    gemeenten: 6,
    postcodes: [
      [1300, 1399],
      [8200, 8399],
    ],
    letter: "l",
  },
  { code: "25", naam: "Gelderland", share: 0.118, gemeenten: 51, postcodes: [[6500, 7399]], letter: "e" },
  { code: "26", naam: "Utrecht", share: 0.074, gemeenten: 26, postcodes: [[3400, 3999]], letter: "u" },
  {
    code: "27",
    naam: "Noord-Holland",
    share: 0.17,
    gemeenten: 44,
    postcodes: [
      [1000, 1299],
      [1400, 2199],
    ],
    letter: "n",
  },
  { code: "28", naam: "Zuid-Holland", share: 0.208, gemeenten: 50, postcodes: [[2200, 3399]], letter: "z" },
  { code: "29", naam: "Zeeland", share: 0.023, gemeenten: 13, postcodes: [[4300, 4599]], letter: "s" },
  {
    code: "30",
    naam: "Noord-Brabant",
    share: 0.146,
    gemeenten: 56,
    postcodes: [
      [4000, 4299],
      [4600, 5699],
    ],
    letter: "b",
  },
  { code: "31", naam: "Limburg", share: 0.069, gemeenten: 31, postcodes: [[5700, 6499]], letter: "m" },
];

/** Side of a map cell in metres. */
const CELL = 10_000;
const WEST = 7_500;
const NORTH = 620_000;

/**
 * Provincies on the RD grid, 10 km a letter, north up; the north-west corner is RD (7500, 620000). In every row a
 * provincie is one unbroken run: `CountryRegion` requires it.
 */
const MAP = `
...........................
.....................ggg...
.................fffggggg..
...............fffffggggggg
...............fffffgggggg.
..........n...fffffffdddggg
..........n...fffffffddddgg
..........nnn.ffffffdddddd.
..........nnn...lloodddddd.
.........nnnnn..lloodddddd.
.........nnn....lloooooo...
.........nnn...llllooooo...
.........nnn..llleeooooooo.
........nnnnnllleeeooooooo.
........znnnuulleeeeeooooo.
.......zzzzuuuueeeeeeeeoo..
......zzzzzuuuueeeeeeeee...
.....zzzzzzuuuuueeeeeeee...
.....zzzzzzzueeeeeeeeee....
....zzzzzzzbbeeeeee........
...sszzzzbbbbbbbbbm........
..ssssbbbbbbbbbbbbmm.......
.sssssbbbbbbbbbbbbmm.......
..sssssbbbbbbbbbbbmm.......
.ssssss.....bbbbbbmm.......
...sss........bbmmmm.......
................mmmm.......
.................mm........
.................m.........
.................mm........
................mmm........
...........................`
  .trim()
  .split("\n");

/** Returns the land of a provincie as strips from south to north. */
export function provincieRegion(provincie: MappedProvincie): CountryRegion {
  const strips: Strip[] = [];
  for (let row = MAP.length - 1; row >= 0; row -= 1) {
    const line = MAP[row]!;
    const first = line.indexOf(provincie.letter);
    if (first < 0) {
      continue;
    }
    const last = line.lastIndexOf(provincie.letter);
    const run = line.slice(first, last + 1);
    if (run !== provincie.letter.repeat(run.length)) {
      throw new Error(`provincie map, row ${row}: broken run`);
    }
    const y1 = NORTH - row * CELL;
    strips.push({ x0: WEST + first * CELL, x1: WEST + (last + 1) * CELL, y0: y1 - CELL, y1 });
  }
  return strips;
}
