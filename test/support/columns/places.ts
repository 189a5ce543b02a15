/** Addresses for files of header sets, read from a registry without src. */
import { Database } from "bun:sqlite";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type KnownAddress, readKnownAddresses } from "../../relevance/addresses.ts";
import { pick, type Random } from "../../relevance/random.ts";

/** Address with its position and building. */
export interface Place extends KnownAddress {
  readonly lat: number;
  readonly lon: number;
  readonly x: number;
  readonly y: number;
  readonly pand: string;
}

const POSITIONS = `SELECT latitude AS lat, longitude AS lon, rd_x AS x, rd_y AS y, coalesce(pand_id, '') AS pand
  FROM adres ORDER BY fid`;

/** Reads the addresses of the registry that a data folder points at. */
export function readPlaces(dataDir: string): Place[] {
  const name = readFileSync(join(dataDir, "current"), "utf8").trim();
  using db = new Database(join(dataDir, name), { readonly: true });
  const positions = db.query<Pick<Place, "lat" | "lon" | "x" | "y" | "pand">, []>(POSITIONS).all();
  return readKnownAddresses(dataDir).map((address, i) => ({ ...address, ...positions[i]! }));
}

/**
 * Draws addresses with a postcode. One in `splitEvery` has a letter, an addition or siblings (the same postcode and
 * number with another letter or addition).
 */
export function drawPlaces(
  all: readonly Place[],
  { count, splitEvery }: { readonly count: number; readonly splitEvery: number },
  random: Random,
): Place[] {
  const known = all.filter(({ postcode }) => postcode !== "");
  const keyOf = ({ postcode, number }: Place) => `${postcode} ${number}`;
  const atNumber = Map.groupBy(known, keyOf);
  const isSplit = (place: Place) =>
    place.letter + place.addition !== "" || atNumber.get(keyOf(place))!.length > 1;
  const [split, whole] = [known.filter(isSplit), known.filter((place) => !isSplit(place))];
  return Array.from({ length: count }, (_, row) => pick(random, row % splitEvery === 0 ? split : whole));
}
