/** Decides which columns of a table hold an address, by what the registry has for a sample of its rows. */
import { profileColumns, type SampledColumn } from "./column-profile.ts";
import {
  completeCore,
  isOfOtherAddress,
  listFurther,
  rankOfDesignation,
  settledByNames,
  withDesignations,
} from "./complete.ts";
import { type Core, listCores, listNamed } from "./cores.ts";
import {
  type ColumnUse,
  isNamedAs,
  isOfMeantAddress,
  isOfSecondAddress,
  kindOfRole,
  rankOfName,
  SHARED_ROLES,
} from "./roles.ts";
import { isClearlyMore, RowsAtNumbers } from "./sibling-evidence.ts";
import { type Sample, type Trial, tryColumns } from "./trial.ts";

/** Columns of a table and how they were chosen. */
export interface ChosenColumns {
  readonly trial: Trial;
  /** Columns that are not used but may hold letters or additions of the house number. */
  readonly doubtful: readonly number[];
  /** Columns of other addresses, which explain the rows nearly as well. */
  readonly other: Trial | undefined;
  /** Columns of a second address that explain fewer rows, because many have none: only offered to a person. */
  readonly second: Trial | undefined;
}

interface Table {
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
  readonly rowCount: number;
}

/** Rows on which cores are tried, and maximum number of cores that are completed. */
const CORE_ROWS = 40;
const MAX_COMPLETED = 3;
/** Weight of names and content compared with the share of exact rows, and their additional weight with few rows. */
const RANK_WEIGHT = 0.15;
const RANK_WEIGHT_OF_FEW = 0.5;
/** Share of exact rows that confirms what names say: another core would have to find nearly all rows as well. */
const CONFIRMED = 0.9;
/** Cores that weigh less than the best by this much are not completed. */
const FAR = 0.4;

/** A core with the trial of its columns. */
interface Weighed {
  readonly core: Core;
  readonly trial: Trial;
  readonly weight: number;
}

/** Returns the columns that explain the sample best; `undefined` when none can hold addresses. */
export async function chooseColumns(table: Table, sample: Sample): Promise<ChosenColumns | undefined> {
  const columns = await profileColumns(table, sample);
  const cores = await listCores(columns, sample.pause);
  const settled = await completeSettled(cores, columns, sample);
  const weighed = settled === undefined ? await weighCores(cores, sample) : [];
  const completed = settled ?? (await completeBest(weighed, columns, sample));
  const best = await findCredible(completed, sample);
  if (best === undefined) {
    return undefined;
  }
  const rivals = completed.filter(
    (each) => isRival(each, best, columns) && isOfOthers(each.trial, best.trial),
  );
  const rival = await findCredible(rivals, sample);
  const [chosen, other] =
    rival !== undefined && isPreferred(rival, best, columns) ? [rival, best] : [best, rival];
  const second =
    other === undefined ? await findSecond(weighed, chosen.trial, { columns, sample }) : undefined;
  return { ...(await settleDoubt(chosen.trial, { ...table, columns, sample })), other: other?.trial, second };
}

/** Minimum share of exact rows of a second address, unless its columns are named as one: post, visits or the past. */
const SECOND = 0.25;

/** Returns the likeliest columns of other addresses, which share only place, gemeente and country with those chosen. */
async function findSecond(
  weighed: readonly Weighed[],
  chosen: Trial,
  { columns, sample }: { readonly columns: readonly SampledColumn[]; readonly sample: Sample },
): Promise<Trial | undefined> {
  const isOwn = ({ role, index }: ColumnUse) =>
    SHARED_ROLES.includes(role) || !chosen.uses.some((use) => use.index === index);
  const isNamed = (uses: readonly ColumnUse[]) =>
    isNamedAs(isOfSecondAddress, uses, columns) || isNamedAs(isOfMeantAddress, uses, columns);
  const core = weighed.find(
    ({ core: { uses }, trial }) =>
      kindOfRole(uses) === kindOfRole(chosen.uses) &&
      uses.every(isOwn) &&
      (trial.exact >= SECOND || (trial.exact > 0 && isNamed(uses))),
  )?.core;
  const trial = core && (await completeCore(core.uses, { columns, sample }));
  const isAnother = trial !== undefined && isOfOthers(trial, chosen) && trial.uses.every(isOwn);
  return isAnother && (await isCredible(trial, sample)) ? trial : undefined;
}

/** Tries doubtful columns of letters and additions again, on all rows of the sample. */
async function settleDoubt(trial: Trial, table: Parameters<typeof listDoubtful>[1]) {
  const { sample } = table;
  const doubtful = await listDoubtful(trial, table);
  if (doubtful.length === 0 || trial.rows.length === sample.rows.length) {
    return { trial, doubtful };
  }
  const whole = await tryColumns(sample, trial.uses, sample.rows.length);
  const settled = await withDesignations(whole, table);
  return { trial: settled, doubtful: await listDoubtful(settled, table) };
}

/** Completes the core for which all names speak; `undefined` when there is none, or fewer rows are exact with it. */
async function completeSettled(
  cores: readonly Core[],
  columns: readonly SampledColumn[],
  sample: Sample,
): Promise<Weighed[] | undefined> {
  const core = settledByNames(listNamed(cores, columns), columns);
  if (core === undefined) {
    return undefined;
  }
  const trial = await completeCore(core.uses, { columns, sample });
  return trial.exact < CONFIRMED ? undefined : [weigh(core, trial, sample)];
}

async function weighCores(cores: readonly Core[], sample: Sample): Promise<Weighed[]> {
  const weighed: Weighed[] = [];
  for (const core of cores) {
    weighed.push(weigh(core, await tryColumns(sample, core.uses, CORE_ROWS), sample));
  }
  return weighed.sort((a, b) => b.weight - a.weight);
}

function weigh(core: Core, trial: Trial, { rows }: Sample): Weighed {
  const weight = trial.score + core.rank * (RANK_WEIGHT + RANK_WEIGHT_OF_FEW / (rows.length + 1));
  return { core, trial, weight };
}

/** Completes the likeliest cores, and the likeliest further core that finds other addresses than the first one. */
async function completeBest(
  weighed: readonly Weighed[],
  columns: readonly SampledColumn[],
  sample: Sample,
): Promise<Weighed[]> {
  const near = weighed.filter(({ weight }) => weight >= weighed[0]!.weight - FAR);
  const rival = near.slice(MAX_COMPLETED).find(({ trial }) => isOfOthers(trial, near[0]!.trial));
  const completed: Weighed[] = [];
  for (const { core } of [...near.slice(0, MAX_COMPLETED), ...(rival === undefined ? [] : [rival])]) {
    completed.push(weigh(core, await completeCore(core.uses, { columns, sample }), sample));
  }
  return completed.sort((a, b) => b.weight - a.weight);
}

async function findCredible(sorted: readonly Weighed[], sample: Sample): Promise<Weighed | undefined> {
  for (const each of sorted) {
    if (await isCredible(each.trial, sample)) {
      return each;
    }
  }
  return undefined;
}

/** Share of exact rows from which no proof is needed, and minimum number of rows for a proof. */
const NO_PROOF = 0.5;
const MIN_ROWS = 8;
/** Shifts of the numbers to other rows, as parts of the rows. */
const SHIFTS = [0.25, 0.5, 0.75];
/** Rows with numbers of other rows that are tried, for each shift. */
const SHIFTED_ROWS = 250;
/**
 * Standard deviations that rule out chance although many columns are tried, and minimum ratio to the rows found by
 * chance.
 */
const CLEAR = 4;
const TIMES = 2;

/**
 * Returns false when the house numbers of other rows find about as many addresses as the row's own. This distinguishes
 * columns of house numbers from other numbers: any number is the number of some house.
 */
async function isCredible({ rows, exact, uses }: Trial, sample: Sample): Promise<boolean> {
  const number = uses.find(({ role }) => role === "number")?.index;
  if (number === undefined || rows.length < MIN_ROWS || exact === 0 || exact >= NO_PROOF) {
    return true;
  }
  let found = 0;
  for (const shift of SHIFTS) {
    const by = Math.floor(shift * rows.length);
    const shifted = rows.map((row, i) => row.with(number, rows[(i + by) % rows.length]![number]!));
    found += (await tryColumns({ ...sample, rows: shifted }, uses, SHIFTED_ROWS)).exact / SHIFTS.length;
  }
  const [own, byChance] = [exact * rows.length, found * rows.length];
  return own >= TIMES * byChance && own - byChance > CLEAR * Math.sqrt(Math.max(0.5, byChance));
}

/** Minimum share of rows with different addresses for two choices to differ, not to be one address with errors. */
const DIFFERENT = 0.05;
/** Difference in exact rows, as a share of all, of choices that are close to each other. */
const CLOSE = 0.05;
/** Difference in the mean rank of names from which names decide. */
const CLEARLY_NAMED = 0.3;

/**
 * Returns true when two choices find different addresses in rows in which both find one. A file may have the addresses
 * of visits and of post.
 */
function isOfOthers(a: Trial, b: Trial): boolean {
  const idOf = ({ found }: Trial, row: number) => {
    const each = found[row]!;
    return each.match === "none" ? "" : each.adres.nummeraanduiding_id;
  };
  const different = a.found.filter(
    (_, row) => idOf(a, row) !== "" && idOf(b, row) !== "" && idOf(a, row) !== idOf(b, row),
  );
  return different.length > DIFFERENT * a.found.length;
}

/**
 * Returns true when a choice explains the rows about as well as the best; letters and additions that fit do not count.
 * If the names say that it is the address meant, half of the best's exact rows are enough, because such an address is
 * often written less well.
 */
function isRival(choice: Choice, best: Choice, columns: readonly SampledColumn[]): boolean {
  const [a, b] = [choice.trial, best.trial];
  const isClose = Math.abs(a.exact - b.exact) <= CLOSE;
  const isMeant = compareNames(choice, best, columns) > 0 && a.exact >= b.exact / 2;
  return kindOfRole(a.uses) === kindOfRole(b.uses) && (isClose || isMeant);
}

/** Share of rows by which the address that the names call meant may be less exact than another address. */
const LESS_EXACT = 0.25;

/** Returns more than 0 when words in the names say that a choice is the address meant, less when the other one is. */
function compareNames(choice: Choice, other: Choice, columns: readonly SampledColumn[]): number {
  const is = (isOfKind: (header: string) => boolean, { core }: Choice) =>
    Number(isNamedAs(isOfKind, core.uses, columns));
  const bySecond = is(isOfSecondAddress, other) - is(isOfSecondAddress, choice);
  return bySecond !== 0 ? bySecond : is(isOfMeantAddress, choice) - is(isOfMeantAddress, other);
}

interface Choice {
  readonly core: { readonly uses: readonly ColumnUse[] };
  readonly trial: Trial;
}

/**
 * Returns true when the names say that a choice is meant rather than another. If the names do not decide, the choice
 * with more parts of the address is preferred, then the choice further left.
 */
function isPreferred(choice: Choice, other: Choice, columns: readonly SampledColumn[]): boolean {
  const byWords = compareNames(choice, other, columns);
  if (byWords !== 0) {
    return byWords > 0 && choice.trial.exact >= other.trial.exact - LESS_EXACT;
  }
  const nameRank = ({ core: { uses } }: Choice) =>
    uses.reduce((sum, { role, index }) => sum + rankOfName(columns[index]!.name, role), 0) / uses.length;
  const byName = nameRank(choice) - nameRank(other);
  const byParts = countParts(choice.trial) - countParts(other.trial);
  const firstIndex = ({ core }: Choice) => Math.min(...core.uses.map(({ index }) => index));
  return Math.abs(byName) >= CLEARLY_NAMED
    ? byName > 0
    : byParts !== 0
      ? byParts > 0
      : firstIndex(choice) < firstIndex(other);
}

/** Returns the number of parts of an address that columns hold; a text has street and number. */
function countParts({ uses }: Trial): number {
  return new Set(uses.flatMap(({ role }) => (role === "text" ? ["street", "number"] : role))).size;
}

interface ProfiledTable {
  readonly columns: readonly SampledColumn[];
  readonly rowCount: number;
  readonly sample: Sample;
}

/** Minimum rows at numbers with several addresses for a proof. */
const MIN_NUMBERED_ROWS = 8;

/**
 * Returns the positions of unused columns that are named as additions, have cells that name addresses more often than
 * by chance, or are empty in the sample of a larger table.
 */
async function listDoubtful(
  trial: Trial,
  { columns, rowCount, sample }: ProfiledTable,
): Promise<readonly number[]> {
  const further = listFurther(trial, columns);
  const rows = further.length === 0 ? undefined : await RowsAtNumbers.of(trial, sample);
  const doubtful: number[] = [];
  for (const column of columns) {
    await sample.pause();
    const isUsed = trial.uses.some(({ index }) => index === column.index);
    const isUnseen = column.profile.filled === 0 && sample.rows.length < rowCount;
    const isOther = isOfOtherAddress(column, trial.uses, columns);
    const isLikely = rows !== undefined && further.includes(column) && isDoubtful(column, rows, isOther);
    if (!isUsed && (isUnseen || isLikely)) {
      doubtful.push(column.index);
    }
  }
  return doubtful;
}

/** `isOther`: the name says that the column is of another address, so that only its cells can make it doubtful. */
function isDoubtful(column: SampledColumn, rows: RowsAtNumbers, isOther: boolean): boolean {
  const evidence = rows.weigh(column.index);
  const { rows: count, repeated, several, named } = evidence;
  const isFew = several < MIN_NUMBERED_ROWS && named > 0 && named >= count / 2;
  const isLikely = !isOther && (isFew || rankOfDesignation(column) > 0);
  return repeated <= count && (isClearlyMore(evidence) || isLikely);
}
