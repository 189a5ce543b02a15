/** Verblijfsobjecten and panden of the small country (small-country.ts). */
import type { GmlPoint } from "../../../tools/country/official-format/gml.ts";
import type { BagObject } from "../../../tools/country/official-format/objects.ts";
import { pand, rectangle, square, verblijfsobject, voorkomen } from "../extracts/bag-objects.ts";

const num = (n: number) => `09012000000000${String(n).padStart(2, "0")}`;
const pnd = (n: number) => `09011000000000${String(n).padStart(2, "0")}`;

type Rest = Partial<ReturnType<typeof verblijfsobject>>;

/** Makes verblijfsobject n, with hoofdadres `adres`, in pand p at its lower left corner plus five metres. */
function vbo(n: number, adres: number, p: number, rest: Rest = {}) {
  return verblijfsobject({
    identificatie: `09010100000000${String(n).padStart(2, "0")}`,
    hoofdadres: num(adres),
    panden: [pnd(p)],
    geometrie: at(120_000 + p * 100 + 5, 480_105),
    ...rest,
  });
}

const at = (x: number, y: number): GmlPoint => ({ x, y });

export const SMALL_VERBLIJFSOBJECTEN: readonly BagObject[] = [
  // A nevenadres that exists and one that is withdrawn.
  vbo(1, 1, 1, { nevenadressen: [num(5), num(9)], gebruiksdoelen: ["woonfunctie", "winkelfunctie"] }),
  vbo(2, 2, 1, { oppervlakte: 999_999 }),
  vbo(3, 3, 1, { oppervlakte: 1 }),
  vbo(4, 4, 2),
  vbo(5, 6, 3, { geometrie: at(120_305.125, 480_105.5) }),
  vbo(6, 7, 4),
  vbo(7, 10, 5),
  // History: moved, enlarged, and once more after the reference date.
  vbo(8, 11, 1, {
    oppervlakte: 80,
    geometrie: at(1, 1),
    voorkomen: voorkomen(1, "2010-01-01", "2018-01-01"),
  }),
  vbo(8, 11, 1, { oppervlakte: 90, voorkomen: voorkomen(2, "2018-01-01", "2024-06-01") }),
  vbo(8, 11, 1, { oppervlakte: 95, voorkomen: voorkomen(3, "2024-06-01") }),
  vbo(9, 12, 1),
  vbo(10, 13, 2, { gebruiksdoelen: ["overige gebruiksfunctie"] }),
  // Named hoofdadres is withdrawn.
  vbo(14, 9, 1),
  vbo(15, 21, 1),
  vbo(16, 22, 1, { status: "Verblijfsobject ten onrechte opgevoerd" }),
  vbo(17, 23, 1, { status: "Verblijfsobject gevormd" }),
  // Its only pand is demolished.
  vbo(18, 24, 6),
  vbo(19, 25, 1, { status: "Verblijfsobject buiten gebruik" }),
  // On a street that is withdrawn.
  vbo(20, 26, 1),
  vbo(21, 27, 1),
  // The voorkomen in force is ended, whatever earlier ones say.
  vbo(22, 8, 1, { voorkomen: voorkomen(1, "2010-01-01", "2020-01-01") }),
  vbo(22, 8, 1, { status: "Verblijfsobject ingetrokken", voorkomen: voorkomen(2, "2020-01-01") }),
  // In two panden: the second of them contains the point.
  verblijfsobject({
    identificatie: "0902010000000001",
    hoofdadres: "0902200000000004",
    panden: ["0902100000000001", "0902100000000002"],
    geometrie: at(122_210, 480_110),
  }),
  // In two panden that do not contain the point: the lowest identificatie counts, though it is named last.
  verblijfsobject({
    identificatie: "0902010000000002",
    hoofdadres: "0902200000000005",
    panden: ["0902100000000002", "0902100000000001"],
    geometrie: at(122_300, 480_300),
  }),
  verblijfsobject({
    identificatie: "0902010000000003",
    hoofdadres: "0902200000000006",
    panden: ["0902100000000003"],
    geometrie: square(122_700, 480_500, 10),
  }),
];

/** Bow tie: the two diagonals cross at 120305, 480105. */
export const BOW_TIE = [
  120_300, 480_100, 120_310, 480_110, 120_310, 480_100, 120_300, 480_110, 120_300, 480_100,
];

export const SMALL_PANDEN: readonly BagObject[] = [
  pand({
    identificatie: pnd(1),
    geometrie: square(1, 1, 1),
    bouwjaar: 1950,
    status: "Bouw gestart",
    voorkomen: voorkomen(1, "2010-01-01", "2011-02-03"),
  }),
  pand({
    identificatie: pnd(1),
    geometrie: square(120_100, 480_100, 20),
    bouwjaar: 1950,
    voorkomen: voorkomen(2, "2011-02-03"),
  }),
  pand({
    identificatie: pnd(2),
    geometrie: { exterior: rectangle(120_200, 480_100, 30), interiors: [rectangle(120_210, 480_110, 10)] },
    bouwjaar: 1005,
  }),
  pand({ identificatie: pnd(3), geometrie: { exterior: BOW_TIE }, bouwjaar: 9999 }),
  pand({ identificatie: pnd(4), geometrie: square(120_400, 480_100, 20), bouwjaar: 2029 }),
  pand({ identificatie: pnd(5), geometrie: square(120_500, 480_100, 20), bouwjaar: 2030 }),
  pand({
    identificatie: pnd(6),
    geometrie: square(120_600, 480_100, 20),
    bouwjaar: 1900,
    status: "Pand gesloopt",
  }),
  // West of every woonplaats.
  pand({
    identificatie: pnd(7),
    geometrie: square(119_000, 480_100, 10),
    bouwjaar: 2024,
    status: "Bouwvergunning verleend",
  }),
  // In the far part of the second woonplaats.
  pand({
    identificatie: pnd(8),
    geometrie: square(130_100, 480_100, 10),
    bouwjaar: 1999,
    geconstateerd: true,
  }),
  pand({ identificatie: "0902100000000001", geometrie: square(122_100, 480_100, 20), bouwjaar: 1961 }),
  pand({ identificatie: "0902100000000002", geometrie: square(122_200, 480_100, 20), bouwjaar: 1962 }),
  pand({ identificatie: "0902100000000003", geometrie: square(122_700, 480_500, 10), bouwjaar: 1963 }),
];
