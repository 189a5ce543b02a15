/**
 * Files in the form of CBS's Wijk- en Buurtkaart and Gebiedsindelingen, as their descriptions have it. The areas are
 * made by hand over the addresses of a registry: no file of CBS is among the test data.
 */
import type { Geometry, Ring } from "../../../src/geo/geometry.ts";
import { writeAreaLayers } from "./area-layers.ts";

/** Row of a layer of buurten: a buurt may have several. */
export interface MadeBuurt {
  readonly code: string;
  readonly naam: string;
  readonly water: "JA" | "NEE" | "B";
  readonly geometry: Geometry;
}

/** Writes a Wijk- en Buurtkaart of a year; returns its path. */
export function writeWijkBuurtkaart(path: string, year: number, buurten: readonly MadeBuurt[]): string {
  const wijken = [...Map.groupBy(buurten, ({ code }) => `WK${code.slice(2, 8)}`)];
  const gemeenten = [...Map.groupBy(buurten, ({ code }) => `GM${code.slice(2, 6)}`)];
  return writeAreaLayers(path, [
    {
      name: "gemeenten",
      rows: gemeenten.map(([code]) => ({ gemeentecode: code, gemeentenaam: code, water: "NEE", jaar: year })),
      geometries: gemeenten.map(([, parts]) => joined(parts)),
    },
    {
      name: "wijken",
      rows: wijken.map(([code]) => ({
        wijkcode: code,
        wijknaam: nameOfWijk(code),
        gemeentecode: `GM${code.slice(2, 6)}`,
        water: "NEE",
        jaar: year,
      })),
      geometries: wijken.map(([, parts]) => joined(parts)),
    },
    {
      name: "buurten",
      rows: buurten.map(({ code, naam, water }) => ({
        buurtcode: code,
        buurtnaam: naam,
        wijkcode: `WK${code.slice(2, 8)}`,
        gemeentecode: `GM${code.slice(2, 6)}`,
        water,
        aantal_inwoners: -99997,
        jaar: year,
      })),
      geometries: buurten.map(({ geometry }) => geometry),
    },
  ]);
}

export function nameOfWijk(code: string): string {
  return `Wijk ${code.slice(6)} van ${code.slice(2, 6)}`;
}

/** Veiligheidsregio of a gemeente in the register. */
export interface RegisterRow {
  readonly gemeente: string;
  readonly code: string;
  readonly naam: string;
}

/** Writes Gebiedsindelingen of a year: its register, and buurten, in water and on land alike; returns its path. */
export function writeGebiedsindelingen(
  path: string,
  year: number,
  { buurten, register }: { buurten: readonly MadeBuurt[]; register: readonly RegisterRow[] },
): string {
  const rows = buurten.map(({ code, naam }, i) => ({
    statcode: code,
    jrstatcode: `${year}${code}`,
    statnaam: naam,
    rubriek: "buurt",
    id: i + 1,
    gm_code: `GM${code.slice(2, 6)}`,
  }));
  const far: Geometry = { type: "Polygon", rings: [boxRing(10_000, 310_000, 10_100, 310_100)] };
  return writeAreaLayers(path, [
    { name: "buurt_gegeneraliseerd", rows, geometries: rows.map(() => far) },
    { name: "buurt_niet_gegeneraliseerd", rows, geometries: buurten.map(({ geometry }) => geometry) },
    {
      name: "gebiedsindelingen_register",
      rows: register.map(({ gemeente, code, naam }) => ({
        gm_code: `GM${gemeente}`,
        gm_naam: gemeente,
        vr_code: code,
        vr_naam: naam,
      })),
    },
  ]);
}

function joined(parts: readonly MadeBuurt[]): Geometry {
  return {
    type: "MultiPolygon",
    polygons: parts.flatMap(({ geometry }) => (geometry.type === "Polygon" ? [geometry.rings] : [])),
  };
}

export function boxRing(minX: number, minY: number, maxX: number, maxY: number): Ring {
  return Float64Array.of(minX, minY, maxX, minY, maxX, maxY, minX, maxY, minX, minY);
}

/** Sides of the map of a gemeente, in buurten. */
const SIDE = 5;

/**
 * Makes the buurten of a gemeente (four digits) around the points of its addresses: a grid whose lines go through
 * addresses, so that some are on a border or a corner. Of its 25 cells, a corner is water and its neighbour foreign,
 * one is missing, one has a hole, and one comes in two rows. A water covers three more.
 */
export function gridBuurten(gemeente: string, points: readonly { x: number; y: number }[]): MadeBuurt[] {
  const xs = gridLines(points.map(({ x }) => x));
  const ys = gridLines(points.map(({ y }) => y));
  const buurten: MadeBuurt[] = [];
  const add = (code: string, rings: Ring[], water: MadeBuurt["water"] = "NEE") => {
    buurten.push({ code, naam: `Buurt ${code.slice(6)}`, water, geometry: { type: "Polygon", rings } });
  };
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const [minX, maxX, minY, maxY] = [xs[column]!, xs[column + 1]!, ys[row]!, ys[row + 1]!];
      const code = `BU${gemeente}A${row}F${column}`;
      const cell = boxRing(minX, minY, maxX, maxY);
      const [middleX, middleY] = [(minX + maxX) / 2, (minY + maxY) / 2];
      switch (row * SIDE + column) {
        case 0:
          add(code, [cell], "JA");
          break;
        case 1:
          add(code, [cell], "B");
          break;
        case 12:
          break;
        case 18:
          add(code, [cell, boxRing((minX + middleX) / 2, (minY + middleY) / 2, middleX, middleY)]);
          break;
        case 23:
          add(code, [boxRing(minX, minY, middleX, maxY)]);
          add(code, [boxRing(middleX, minY, maxX, maxY)]);
          break;
        default:
          add(code, [cell]);
      }
    }
  }
  add(`BU${gemeente}00WA`, [boxRing(xs[0]!, ys[1]!, xs[3]!, ys[2]!)], "JA");
  return buurten;
}

/** Returns the lowest value, the highest, and values between them with equal numbers of addresses. */
function gridLines(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return Array.from({ length: SIDE + 1 }, (_, i) => sorted[Math.floor((i * (sorted.length - 1)) / SIDE)]!);
}
