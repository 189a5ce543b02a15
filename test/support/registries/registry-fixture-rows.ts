/** Lists the objects of the registry fixture: three gemeenten, with what an import would have derived of them. */
import type { Geometry, PointGeometry } from "../../../src/geo/geometry.ts";
import { rdToWgs84, roundDegrees } from "../../../src/geo/rd.ts";

export const KEURSTRAAT = "0457300000000108";
export const PAMPUSLAAN = "0457300000000200";
export const HOLSTHOF = "0457300000000300";
export const ACHTERGRACHT_WEESP = "0457300000000400";
export const ACHTERGRACHT_AMSTERDAM = "0363300000000400";
export const DIEP = "0080300000000001";
export const PAND = "0457100000000001";

/** gemeente: code, naam, provincie, [adressen, panden, woonplaatsen, openbare ruimten]. */
export const GEMEENTEN = [
  [457, "Weesp", 27, [15, 2, 1, 4]],
  [363, "Amsterdam", 27, [1, 0, 1, 1]],
  [80, "Leeuwarden", 21, [1, 0, 2, 1]],
] as const;

/** woonplaats: id, naam, gemeente, [adressen, panden, openbare ruimten]. */
export const WOONPLAATSEN = [
  [3631, "Weesp", 457, [15, 2, 4]],
  [3594, "Amsterdam", 363, [1, 0, 1]],
  [1005, "Weespérdyk", 80, [1, 0, 1]],
  [1004, "Weespérdyk", 80, [0, 0, 0]],
] as const;

/** openbare ruimte: id, naam, verkorte naam, type, woonplaats, adressen. */
export const OPENBARE_RUIMTEN = [
  [KEURSTRAAT, "Keurstraat", null, "Weg", 3631, 10],
  [PAMPUSLAAN, "Pampuslaan", null, "Weg", 3631, 4],
  [HOLSTHOF, "Henriëtte Roland Holsthof", "H Roland Holsthof", "Weg", 3631, 0],
  [ACHTERGRACHT_WEESP, "Achtergracht", null, "Weg", 3631, 1],
  [ACHTERGRACHT_AMSTERDAM, "Achtergracht", null, "Weg", 3594, 1],
  [DIEP, "'t Diep", null, "Water", 1005, 1],
] as const;

/** Verblijfsobject with hoofdadres 42 and the nevenadressen 5 and 5a. */
export const OBJECT = "0457010000005191";
export const OTHER_OBJECT = "0457010000000002";
export const GEVORMD_OBJECT = "0457010000000003";
export const LIGPLAATS = "0457020000000001";

/**
 * adres: last digits of the id, openbare ruimte, huisnummer, huisletter, toevoeging, postcode, object, 1 for a
 * nevenadres.
 */
export const ADRESSEN = [
  [1, KEURSTRAAT, 5, null, null, "1382KT", OBJECT, 1],
  [2, KEURSTRAAT, 5, "a", null, "1382KT", OBJECT, 1],
  [3, KEURSTRAAT, 12, "A", "10", "1382KT", OTHER_OBJECT, 0],
  [4, KEURSTRAAT, 12, "A", "2", "1382KT", OTHER_OBJECT, 0],
  [5, KEURSTRAAT, 12, null, "bov", "1382KT", OTHER_OBJECT, 0],
  [6, KEURSTRAAT, 12, null, "BOV", "1382KT", OTHER_OBJECT, 0],
  [7, KEURSTRAAT, 100, null, null, "1382KT", OTHER_OBJECT, 1],
  [8, KEURSTRAAT, 100, null, null, "1382KT", GEVORMD_OBJECT, 0],
  [9, KEURSTRAAT, 100, null, null, "1382KT", OTHER_OBJECT, 0],
  [10, KEURSTRAAT, 100, null, null, "1382KT", OTHER_OBJECT, 0],
  [11, PAMPUSLAAN, 42, null, null, "1382JR", OBJECT, 0],
  [12, PAMPUSLAAN, 2, null, null, "1382KT", OTHER_OBJECT, 0],
  [13, PAMPUSLAAN, 866, "s", null, "1383PN", LIGPLAATS, 0],
  [14, PAMPUSLAAN, 7, null, null, null, OTHER_OBJECT, 0],
  [15, ACHTERGRACHT_WEESP, 1, null, null, "1382KT", OTHER_OBJECT, 0],
  [16, ACHTERGRACHT_AMSTERDAM, 1, null, null, "1382KT", OTHER_OBJECT, 0],
  [17, DIEP, 1, null, null, "9001AA", OTHER_OBJECT, 0],
] as const;

/** RD of the addresses that are not at {@link POINT}: 100 m east of it, 250 m north of it, Amsterdam, Leeuwarden. */
export const OTHER_POINTS: Readonly<Record<number, readonly [x: number, y: number]>> = {
  14: [131334.567, 480123.4],
  15: [131234.567, 480373.4],
  16: [121000, 487000],
  17: [182000, 579000],
};

/** postcodegebied: code, adressen, woonplaats, centre in RD; each is a square on its corner, with diagonals of 2 km. */
export const POSTCODEGEBIEDEN = [
  [1382, 14, "Weesp", [131234.567, 480123.4]],
  [1383, 1, "Weesp", [131010, 480010]],
  [9001, 1, "Weespérdyk", [182000, 579000]],
] as const;

/** Returns the identificatie of the fixture's nth address. */
export function adresId(n: number): string {
  return (457200000000000 + n).toString().padStart(16, "0");
}

/** Point with three decimals, as delivered in the extract. */
export const POINT: PointGeometry = { type: "Point", x: 131234.567, y: 480123.4 };

/** An L of three squares of 10 m: its centroid lies at (8⅓, 8⅓) from the corner, inside. */
export const BERTH: Geometry = {
  type: "Polygon",
  rings: [
    Float64Array.of(
      ...[131000, 480000, 131020, 480000, 131020, 480010, 131010, 480010],
      ...[131010, 480020, 131000, 480020, 131000, 480000],
    ),
  ],
};

/** Its centroid to the millimetre. */
export const BERTH_POINT: PointGeometry = { type: "Point", x: 131008.333, y: 480008.333 };

/** Position of all objects: reads return it unchanged. */
export const POSITION = { latitude: 52.30781234, longitude: 5.04321234 };

export function pointAt([x, y]: readonly [number, number]): PointGeometry {
  return { type: "Point", x, y };
}

export function diamondAround(x: number, y: number): Geometry {
  const corners = [x, y - 1000, x + 1000, y, x, y + 1000, x - 1000, y, x, y - 1000];
  return { type: "Polygon", rings: [Float64Array.from(corners)] };
}

export function degreesAt([x, y]: readonly [number, number]): { latitude: number; longitude: number } {
  const { lat, lon } = rdToWgs84(x, y);
  return { latitude: roundDegrees(lat), longitude: roundDegrees(lon) };
}
