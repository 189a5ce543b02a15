/** Geocodes rows of a table by its plan. */
import { BoundedMap, memoize } from "../base/memoize.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { type AdresOptions, readAdres, readAdressen } from "../registry/read/adres-record.ts";
import { findNearestAdres, listNearbyAdressen } from "../registry/read/nearby.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { isAsTyped } from "../search/former.ts";
import { compact } from "../search/line/designation-key.ts";
import { canonicalWords, tokenize } from "../search/line/normalize.ts";
import type { Cell, Row } from "../tables/table.ts";
import { cellText, filledText, isTooLong } from "./cells/address-cells.ts";
import { type PositionCells, readPosition, readPositionCell } from "./cells/position-cells.ts";
import { type ColumnsToRead, ROLE_NAMES } from "./columns/roles.ts";
import type { Correction } from "./corrections.ts";
import { geocodeWithWords } from "./empty-words.ts";
import { type Found, refused } from "./geocode-address.ts";
import { type FoundEver, judgeRow, readFormer } from "./geocode-past.ts";
import { NOTHING_ELSE, type RowMatch, type RowOutcome, type RowResult } from "./outcome.ts";
import type { GeocodePlan } from "./plan.ts";
import { createIdFinder } from "./recheck/recheck-row.ts";
import { neededIncludes, outcomeOf } from "./result-columns.ts";
import { createCellReader, createPartsReader } from "./row-parts.ts";
import { NumberSite } from "./siblings.ts";

/** Rows whose outcome is kept: files repeat addresses, mostly in rows that follow each other. */
const MAX_CACHED = 2_000;
/** Characters of the cells of a row that is kept: an address has fewer, and a cell may have a million. */
const MAX_KEY = 1_000;

/**
 * Returns a function that geocodes one row. The outcome depends only on the used or doubtful cells and the snapshot,
 * not on earlier rows.
 * @param known answers to some of the rows, used when they are of the same data version
 */
export function createRowGeocoder(
  snapshot: Snapshot,
  plan: GeocodePlan,
  known?: KnownAnswers,
): (row: Row) => RowOutcome {
  const included = neededIncludes(plan);
  const readWhole = ({ match, adres, former }: RowResult, includes: AdresOptions) =>
    match === "former"
      ? readFormer(snapshot, former!, includes)
      : readAdres(snapshot, Number(adres!.nummeraanduiding_id), includes)!;
  const find = createResultFinder(snapshot, plan, known);
  const keyed = [...plan.uses, ...plan.doubtful];
  const cache = new BoundedMap<string, RowOutcome>(MAX_CACHED);
  const geocode = (row: Row): RowOutcome => {
    const result = find(row);
    const isIncomplete = result.adres !== null && included !== undefined;
    return outcomeOf(plan, isIncomplete ? { ...result, adres: readWhole(result, included) } : result);
  };
  if (plan.kind === "recheck") {
    // Ids seldom repeat: keeping their outcomes takes longer than finding them.
    return geocode;
  }
  return (row) => {
    const key = keyed.map(({ index }) => keyOfCell(row[index] ?? "")).join("\u0000");
    return key.length > MAX_KEY ? geocode(row) : memoize(cache, key, () => geocode(row));
  };
}

/** Returns a function that finds all that is known of a row, from the columns of a plan. */
export function createResultFinder(
  snapshot: Snapshot,
  plan: GeocodePlan,
  known?: KnownAnswers,
): (row: Row) => RowResult {
  if (plan.kind === "recheck") {
    return createIdFinder(snapshot, plan);
  }
  const find = known?.snapshot === snapshot ? known.createFinder(plan) : createFinder(snapshot, plan);
  const judge = createJudge(snapshot, plan);
  return (row) => {
    const cells = plan.uses.map(({ index }) => row[index] ?? "");
    const found = cells.some(isTooLong) ? refused({ why: "too long" }) : find(row);
    return resultOf(judge(row, refuseDoubtful(snapshot, plan, row, found)), cells);
  };
}

/** Answers that a data version gave to cells in their roles, whatever columns these were in. */
export class KnownAnswers {
  readonly snapshot: Snapshot;
  readonly #found = new BoundedMap<string, Found>(MAX_CACHED);

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot;
  }

  /** Returns a function that finds the address of a row, from the columns of a plan. */
  createFinder({ kind, uses }: ColumnsToRead): (row: Row) => Found {
    const find = createFinder(this.snapshot, { kind, uses });
    const inOrder = uses.toSorted((a, b) => ROLE_NAMES.indexOf(a.role) - ROLE_NAMES.indexOf(b.role));
    return (row) => {
      let key = "";
      for (const { role, index } of inOrder) {
        const cell = row[index] ?? "";
        key += cell === "" ? "" : `${role}\u0001${keyOfCell(cell)}\u0000`;
      }
      return key.length > MAX_KEY ? find(row) : memoize(this.#found, key, () => find(row));
    };
  }
}

/** Returns a function that finds the address of a row, from the columns of a plan. */
function createFinder(snapshot: Snapshot, plan: ColumnsToRead): (row: Row) => Found {
  if (plan.kind === "address") {
    const read = createPartsReader(plan);
    return (row) => geocodeWithWords(snapshot, read(row));
  }
  if (plan.uses.some(({ role }) => role === "position")) {
    const pairOf = createCellReader(plan, "position");
    return (row) => geocodePosition(snapshot, { pair: pairOf(row) });
  }
  const [yOf, xOf] = [createCellReader(plan, "latitude"), createCellReader(plan, "longitude")];
  return (row) => geocodePosition(snapshot, { y: yOf(row), x: xOf(row) });
}

/** Returns a function that decides between the current answer of a row and the former address that it names. */
function createJudge(snapshot: Snapshot, plan: GeocodePlan): (row: Row, found: Found) => FoundEver {
  const { kind, takesFormer = false } = plan;
  if (kind === "position" || snapshot.history === undefined) {
    return (_row, found) => found;
  }
  const read = createPartsReader(plan);
  const mayHaveWords = plan.uses.some(({ role }) => role === "letter" || role === "addition");
  return (row, found) => {
    const isWhole = found.match === "exact" && isAsTyped(found);
    if (isWhole && !mayHaveWords) {
      return found;
    }
    const parts = read(row);
    return isWhole && parts.literal === undefined ? found : judgeRow(snapshot, parts, found, takesFormer);
  };
}

/** Returns a key of a cell. It includes the kind and format of a typed cell, because a date is refused. */
function keyOfCell(cell: Cell): string {
  return typeof cell === "string" ? cell : `${cell.text}\u0001${cell.kind}\u0001${cell.format ?? ""}`;
}

function resultOf(found: FoundEver, cells: readonly Cell[]): RowResult {
  const { match, former = null } = found;
  const adres = found.match === "none" ? null : found.adres;
  const known = { ...NOTHING_ELSE, match, adres, groupKey: groupKeyOf(match, adres, cells) };
  if (found.match === "none") {
    const { refusal, suggestions } = found;
    return { ...known, reason: refusal.why, refusal, suggestions, former };
  }
  if (found.match === "former") {
    return { ...known, former };
  }
  const { corrected, distanceM = null } = found;
  return { ...known, corrected, distanceM };
}

/** Longer cells are no letters and additions. */
const MAX_TEXT = 24;

/** Returns the found address, or a refusal when it is exact but a doubtful column names another address there. */
function refuseDoubtful(
  s: Snapshot,
  { doubtful }: Pick<GeocodePlan, "doubtful">,
  row: Row,
  found: Found,
): Found {
  const cells = found.match === "exact" ? doubtful.filter(({ index }) => isShort(row, index)) : [];
  if (cells.length === 0 || found.match !== "exact") {
    return found;
  }
  const { adres } = found;
  const own = Number(adres.nummeraanduiding_id);
  const run = compact((adres.huisletter ?? "") + (adres.huisnummertoevoeging ?? ""));
  const site = NumberSite.of(s, adres);
  for (const { index, name } of cells) {
    const text = filledText(row[index]);
    const other = site.named(text, { run, own });
    if (other !== undefined) {
      return refused({ why: "doubtful column", column: name, text }, [adres, ...readAdressen(s, [other])]);
    }
  }
  return found;
}

function isShort(row: Row, index: number): boolean {
  const { length } = filledText(row[index]);
  return length > 0 && length <= MAX_TEXT;
}

/** Metres around the position; the default of reverse geocoding over HTTP. */
const RADIUS_M = 100;
/** Coordinates with five decimals of a degree are up to 0.7 m off. */
const SAME_POSITION_M = 1;

/** Cells of latitude (RD y) and longitude (RD x), or the one that holds both. */
type CellsOfPosition = { readonly y: Cell; readonly x: Cell } | { readonly pair: Cell };

/**
 * Finds the address at a position. `exact`: the only address at the position, or of the building there;
 * `one_of_several`: the nearest of the addresses of the building, or at one point; `corrected`: the nearest address
 * elsewhere, with its distance.
 */
function geocodePosition(s: Snapshot, cells: CellsOfPosition): Found {
  if (Object.values(cells).every((cell) => cellText(cell) === "")) {
    return refused({ why: "empty" });
  }
  const position: PositionCells =
    "pair" in cells ? readPositionCell(cells.pair) : readPosition(cells.y, cells.x);
  if (position.kind !== "position") {
    return refused({ why: REFUSALS[position.kind] });
  }
  const found = findNearestAdres(s, position.rd, RADIUS_M);
  if (found === undefined) {
    return refused({ why: "no address near", radiusM: RADIUS_M });
  }
  const { adres, addressesInPanden } = found;
  const distanceM = Math.round(found.distanceM * 10) / 10;
  const isAtPoint = found.distanceM <= SAME_POSITION_M;
  if (addressesInPanden === 0 && !isAtPoint) {
    return { match: "corrected", adres, distanceM, corrected: [{ code: "distance", metres: distanceM }] };
  }
  const near = listNearbyAdressen(s, position.rd, { radiusM: found.distanceM + SAME_POSITION_M, limit: 2 });
  if (near.length > 1 || addressesInPanden > 1) {
    return { match: "one_of_several", adres, distanceM, corrected: [nearnessOf(addressesInPanden)] };
  }
  return { match: "exact", adres, distanceM, corrected: null };
}

const REFUSALS = {
  none: "not a position",
  swapped: "swapped coordinates",
  outside: "outside the Netherlands",
} as const;

function nearnessOf(addressesInPanden: number): Correction {
  return addressesInPanden > 1 ? { code: "nearest_of", count: addressesInPanden } : { code: "equally_near" };
}

const MAX_LENGTH = 200;

/**
 * Returns the nummeraanduiding_id of an address, followed by `+` for the first of several, because the row lacks the
 * letter. For a row without an address returns its words in normal form; null for an empty row. Equal for rows that are
 * the same address though written differently.
 */
function groupKeyOf(match: RowMatch, adres: AdresRecord | null, cells: readonly Cell[]): string | null {
  if (adres !== null) {
    return adres.nummeraanduiding_id + (match === "one_of_several" ? "+" : "");
  }
  const text = cells.map(cellText).join(" ");
  const words = canonicalWords(tokenize(text.slice(0, MAX_LENGTH))!.map((token) => token.text));
  return words.length === 0 ? null : words.join(" ");
}
