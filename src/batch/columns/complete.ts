/** Adds to the columns of a core the columns that say more about the same addresses. */
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import { nameKey } from "../../registry/schema/name-key.ts";
import { compact } from "../../search/line/designation-key.ts";
import { filledText, isNetherlands, readNumberCell, readPostcodeCell } from "../cells/address-cells.ts";
import { compareNames } from "../compare-names.ts";
import type { SampledColumn } from "./column-profile.ts";
import { type Core, rankColumns } from "./cores.ts";
import {
  type AddressRole,
  type ColumnUse,
  isNamedAs,
  isOfSecondAddress,
  kindOfRole,
  type Role,
  rankOfName,
} from "./roles.ts";
import { areNearlyAll, isClearlyMore, RowsAtNumbers, type SiblingEvidence } from "./sibling-evidence.ts";
import { type Sample, spread, type Trial, tryColumns } from "./trial.ts";

/** Rows of a sample that columns are tried on. */
const TRIED_ROWS = 250;
/** Rank of a name from which it is trusted. */
const MIN_NAMED = 0.5;
/** Minimum rows with an address for the cells, and not the names, to decide. */
const ENOUGH = 10;
/** Columns of letters and additions that are tried, at most. */
const MAX_DESIGNATIONS = 4;

interface Table {
  readonly columns: readonly SampledColumn[];
  readonly sample: Sample;
}

/** Returns the columns of a core with every column that agrees with the addresses that it finds. */
export async function completeCore(core: readonly ColumnUse[], table: Table): Promise<Trial> {
  const { sample } = table;
  if (kindOfRole(core) === "position") {
    return await tryColumns(sample, core, TRIED_ROWS);
  }
  const whole = withWholeNumber(await withBestPlace(core, table), table);
  const confirmed = await tryColumns(sample, await withConfirming(whole, table), TRIED_ROWS);
  return await withDesignations(confirmed, table);
}

/** Replaces the column of the place by one that agrees better: a core may have the gemeente. */
async function withBestPlace(uses: readonly ColumnUse[], table: Table): Promise<readonly ColumnUse[]> {
  const place = uses.find(({ role }) => role === "place");
  if (place === undefined) {
    return uses;
  }
  const others = uses.filter((use) => use !== place);
  const best = await findAgreeing(uses, table, { role: "place", taken: others });
  return best === undefined ? uses : [...others, { role: "place", index: best.index }];
}

/** Share of the rows in which a column repeats the number. */
const REPEATED = 0.9;

/** Replaces the column of the number by one that has the same numbers and more: `5` by `5-a`. */
function withWholeNumber(uses: readonly ColumnUse[], { columns, sample }: Table): readonly ColumnUse[] {
  const rows = spread(sample.rows, TRIED_ROWS);
  const plain = uses.find(({ role }) => role === "number");
  if (plain === undefined) {
    return uses;
  }
  const numbers = rows.map((row) => readNumberCell(row[plain.index]));
  const others = columns.filter(({ index }) => index !== plain.index);
  const whole = others.find(({ index }) => {
    let [other, more] = [0, 0];
    for (const [i, a] of numbers.entries()) {
      const b = readNumberCell(rows[i]![index]);
      const isSame = a.kind === "number" && b.kind === "number" && a.number === b.number;
      more += isSame && a.rest === "" && b.rest !== "" ? 1 : 0;
      other += isSame ? 0 : 1;
      if (rows.length - other < REPEATED * rows.length) {
        return false;
      }
    }
    return more > 0;
  });
  return whole === undefined
    ? uses
    : uses.map((use) => (use === plain ? { role: "number", index: whole.index } : use));
}

/** Share of the addresses found that a column of names must agree with. */
const MIN_AGREEING = 0.6;
/** Roles that are compared with the addresses found, with the share from which they agree. */
const CONFIRMING: readonly (readonly [AddressRole, number])[] = [
  ["postcode", MIN_AGREEING],
  ["street", MIN_AGREEING],
  ["place", MIN_AGREEING],
  ["gemeente", MIN_AGREEING],
  ["country", 0.9],
  ["text", 0.8],
];

/** Minimum share that agrees for a column named as of another address (post, invoices) to be of this one. */
const OF_THIS_TOO = 0.9;

/** Returns true for a column named as of a second address, when the columns in use are not named so. */
export function isOfOtherAddress(
  { name }: Pick<SampledColumn, "name">,
  uses: readonly ColumnUse[],
  columns: readonly SampledColumn[],
): boolean {
  return isOfSecondAddress(name) && !isNamedAs(isOfSecondAddress, uses, columns);
}

/** Adds columns of further parts to a core; of several columns for one part, the column that agrees best. */
async function withConfirming(core: readonly ColumnUse[], table: Table): Promise<ColumnUse[]> {
  const uses = [...core];
  for (const [role, minShare] of CONFIRMING) {
    const best = isNeeded(role, uses)
      ? await findAgreeing(core, table, { role, minShare, taken: uses })
      : undefined;
    if (best !== undefined) {
      uses.push({ role, index: best.index });
    }
  }
  const beside = table.columns.find(
    ({ index, profile }) => !uses.some((use) => use.index === index) && profile.reaches("beside", REPEATED),
  );
  return beside === undefined ? uses : [...uses, { role: "beside", index: beside.index }];
}

function isNeeded(role: Role, uses: readonly ColumnUse[]): boolean {
  return !uses.some((use) => use.role === role) && !(role === "street" && hasText(uses));
}

/** Lists the columns that may confirm the addresses as a part of them, the likeliest first. */
function listConfirming(columns: readonly SampledColumn[], role: AddressRole) {
  return rankColumns(columns, role).filter(
    ({ column }) => role !== "gemeente" || rankOfName(column.name, role) > 0,
  );
}

/** Returns true for a column that is used in a role because of its name, however often its cells agree. */
function isUsedByName({ name }: SampledColumn, role: Role): boolean {
  return role !== "text" && rankOfName(name, role) === 1;
}

/**
 * Returns the likeliest core when all cores would be completed to the same columns, because each further part has one
 * column, with the part's own name; otherwise `undefined`.
 */
export function settledByNames(cores: readonly Core[], columns: readonly SampledColumn[]): Core | undefined {
  const isInAll = (index: number) => cores.every(({ uses }) => uses.some((use) => use.index === index));
  const free = new Set(columns.filter(({ index }) => !isInAll(index)));
  const further = CONFIRMING.flatMap(([role]) => {
    const listed = listConfirming([...free], role).map(({ column }) => ({
      role,
      column,
      index: column.index,
    }));
    listed.map(({ column }) => free.delete(column));
    return listed;
  });
  const isClear = further.every(({ role, column }) => isUsedByName(column, role));
  const wholes = cores.map(({ uses }) => [...uses, ...further.filter(({ role }) => isNeeded(role, uses))]);
  const keys = wholes.map((whole) =>
    whole
      .map(({ role, index }) => `${role}${index}`)
      .sort()
      .join(),
  );
  return isClear && [further, ...wholes].every(areOnce) && new Set(keys).size === 1
    ? cores.reduce((a, b) => (b.rank > a.rank ? b : a))
    : undefined;
}

/** Returns true when no two uses have the same role or column. */
function areOnce(uses: readonly ColumnUse[]): boolean {
  return [uses.map(({ role }) => role), uses.map(({ index }) => index)].every(
    (list: readonly unknown[]) => new Set(list).size === list.length,
  );
}

interface Wanted {
  readonly role: AddressRole;
  readonly minShare?: number;
  /** Columns that have other roles. */
  readonly taken: readonly ColumnUse[];
}

/** Returns the column whose cells agree most often with the addresses found by the columns in use. */
async function findAgreeing(
  uses: readonly ColumnUse[],
  { columns, sample }: Table,
  { role, minShare = MIN_AGREEING, taken }: Wanted,
): Promise<SampledColumn | undefined> {
  const isFree = ({ index }: SampledColumn) => !taken.some((use) => use.index === index);
  const listed = listConfirming(columns.filter(isFree), role);
  const [first] = listed;
  if (first === undefined || (listed.length === 1 && isUsedByName(first.column, role))) {
    return first?.column;
  }
  const trial = await tryColumns(sample, uses, TRIED_ROWS);
  const weighed = listed.flatMap(({ column, rank }) => {
    const { rows, share } = agreementOf(trial, column.index, role, sample.snapshot);
    const least = isOfOtherAddress(column, uses, columns) ? OF_THIS_TOO : minShare;
    const isAccepted = rows < ENOUGH ? isTrusted(column, role) : share >= least || isUsedByName(column, role);
    const weight = (rows < ENOUGH ? 0 : share) + rank / 10 - distanceTo(trial, column) / 1_000;
    return isAccepted ? [{ column, weight }] : [];
  });
  return weighed.sort((a, b) => b.weight - a.weight)[0]?.column;
}

/** Distance in columns beyond which it does not matter. */
const FAR = 20;

/** Returns the distance in columns to the nearest column in use. Of equal columns the nearest is of one address. */
function distanceTo({ uses }: Trial, column: SampledColumn): number {
  return Math.min(FAR, ...uses.map(({ index }) => Math.abs(index - column.index)));
}

const hasText = (uses: readonly ColumnUse[]) => uses.some(({ role }) => role === "text");

/** Returns true when a column has a role though too few rows have an address to compare it with. */
function isTrusted({ name, profile }: SampledColumn, role: Role): boolean {
  const named = rankOfName(name, role);
  const isCountry = role === "country" && profile.reaches("country", 1) && profile.shareOf("netherlands") > 0;
  return role === "text" || role === "country" ? named >= MIN_NAMED || isCountry : true;
}

/** Returns the trial with columns of letters and additions, one after the other as long as one explains more rows. */
export async function withDesignations(trial: Trial, table: Table): Promise<Trial> {
  const { length: rowCount } = trial.rows;
  let best = trial;
  const refused = new Set<SampledColumn>();
  for (let tried = 0; tried < MAX_DESIGNATIONS; tried++) {
    const columns = table.columns.filter((column) => !refused.has(column));
    const column = await findDesignation(best, { ...table, columns });
    if (column === undefined) {
      break;
    }
    const isLetter =
      column.profile.reaches("letter", REPEATED) || rankOfName(column.name, "letter") >= REPEATED;
    const role = isLetter && !best.uses.some((use) => use.role === "letter") ? "letter" : "addition";
    const next = await tryColumns(table.sample, [...best.uses, { role, index: column.index }], rowCount);
    const isOfThis =
      isOfSameAddress(column, best.uses, table.columns) &&
      !isOfOtherAddress(column, best.uses, table.columns);
    if (next.score >= best.score || isOfThis) {
      best = next;
    } else {
      refused.add(column);
    }
  }
  return best;
}

/**
 * Returns true for a first column of letters or additions. A second column must be named as letters when the first is
 * named as additions, or the other way round; otherwise it may belong to another address.
 */
function isOfSameAddress(
  column: SampledColumn,
  uses: readonly ColumnUse[],
  columns: readonly SampledColumn[],
): boolean {
  const used = columns.filter(({ index }) =>
    uses.some((use) => use.index === index && isDesignationRole(use)),
  );
  const ofLetters = ({ name }: SampledColumn) =>
    Math.sign(rankOfName(name, "letter") - rankOfName(name, "addition"));
  return used.every((other) => ofLetters(other) * ofLetters(column) < 0);
}

const isDesignationRole = ({ role }: ColumnUse) => role === "letter" || role === "addition";

async function findDesignation(trial: Trial, { columns, sample }: Table): Promise<SampledColumn | undefined> {
  const further = listFurther(trial, columns);
  if (further.length === 0) {
    return undefined;
  }
  const rows = await RowsAtNumbers.of(trial, sample);
  const anchors = trial.uses.filter(({ role }) => ANCHORS.includes(role)).map(({ index }) => index);
  const isFurther = trial.uses.some(isDesignationRole);
  let best: { readonly column: SampledColumn; readonly weight: number } | undefined;
  for (const column of further) {
    await sample.pause();
    const evidence = rows.weigh(column.index);
    const named = rankOfDesignation(column);
    const isBehind = anchors.some((index) => column.index === index + 1);
    const weight = evidence.named + named - distanceTo(trial, column) / 100;
    if (isDesignation(evidence, { named, isBehind, isFurther }) && weight > (best?.weight ?? -1)) {
      best = { column, weight };
    }
  }
  return best?.column;
}

/** Roles of columns that letters and additions usually follow. */
const ANCHORS: readonly Role[] = ["number", "street", "text", "letter", "addition"];
const MIN_SHORT = 0.6;

/** Returns how well the name of a column suits letters or additions, 0–1. */
export function rankOfDesignation({ name }: Pick<SampledColumn, "name">): number {
  return Math.max(rankOfName(name, "letter"), rankOfName(name, "addition"));
}

/** Lists the columns that are not used and may hold letters or additions. */
export function listFurther({ uses }: Trial, columns: readonly SampledColumn[]): SampledColumn[] {
  return columns.filter(
    (column) => !uses.some(({ index }) => index === column.index) && mayBeDesignation(column),
  );
}

/** Returns true for a column of short cells, or one that is empty in the sample but named so. */
function mayBeDesignation({ profile, name }: SampledColumn): boolean {
  return profile.filled === 0 ? rankOfDesignation({ name }) > 0 : profile.reaches("designation", MIN_SHORT);
}

/** Rows from which cells that name no address contradict the name of their column. */
const CONTRADICTING = 12;

interface NameAndPlace {
  /** Rank of its name, 0–1. */
  readonly named: number;
  /** True directly after a column with a role of {@link ANCHORS}. */
  readonly isBehind: boolean;
  /** True when another column of letters or additions is in use. */
  readonly isFurther: boolean;
}

/**
 * Returns true for a column of letters or additions. The name alone is enough unless the cells contradict it. Without
 * such a name, at least half of the cells must name an address at the number of their row, clearly more often than by
 * chance, or nearly all cells must name one. With few rows the latter counts only directly after an anchor column.
 */
function isDesignation(evidence: SiblingEvidence, { named, isBehind, isFurther }: NameAndPlace): boolean {
  const { rows, repeated, several, named: hits } = evidence;
  if (repeated > rows) {
    return false;
  }
  if (named > 0) {
    const least = isFurther ? rows / 2 : rows / 10;
    return rows < CONTRADICTING || hits >= least || isClearlyMore(evidence);
  }
  const isFew = several < CONTRADICTING && hits > 0 && hits >= REPEATED * rows && isBehind;
  return (hits >= rows / 2 && isClearlyMore(evidence)) || areNearlyAll(evidence) || isFew;
}

type Agrees = (text: string, adres: AdresRecord, s: Snapshot) => number;

/** A gemeente is named in the column of places: less good than the place. */
const GEMEENTE_AS_PLACE = 0.5;
const MAX_NAME = 80;

const AGREES: Partial<Readonly<Record<Role, Agrees>>> = {
  postcode: (text, { postcode }) => Number(readPostcodeCell(text)?.postcode === postcode),
  street: (text, adres, s) => Number(compareNames(s, adres, { street: text, place: "" }) !== undefined),
  place: (text, adres, s) =>
    compareNames(s, adres, { street: "", place: text }) !== undefined
      ? 1
      : nameKey(text) === nameKey(adres.gemeente_naam)
        ? GEMEENTE_AS_PLACE
        : 0,
  gemeente: (text, { gemeente_naam }) => Number(nameKey(text) === nameKey(gemeente_naam)),
  country: (text) => Number(isNetherlands(text) === true),
  text: (text, { straatnaam, huisnummer }) =>
    Number(
      compact(nameKey(text)).includes(compact(nameKey(straatnaam))) &&
        (text.match(/\d+/g) ?? []).some((digits) => Number(digits) === huisnummer),
    ),
};

interface Agreement {
  /** Rows with an address and a cell. */
  readonly rows: number;
  /** Share of these rows in which the cell agrees with the address, 0–1. */
  readonly share: number;
}

/** Compares a column with the addresses found, as if it had a role. */
function agreementOf(trial: Trial, index: number, role: Role, s: Snapshot): Agreement {
  const agrees = AGREES[role];
  let [rows, sum] = [0, 0];
  for (const [i, found] of trial.found.entries()) {
    const text = filledText(trial.rows[i]![index]);
    if (agrees !== undefined && found.match !== "none" && text !== "") {
      rows++;
      sum += text.length > MAX_NAME && role !== "text" ? 0 : agrees(text, found.adres, s);
    }
  }
  return { rows, share: rows === 0 ? 0 : sum / rows };
}
