/** Decides which columns of a table hold an address, by what the registry has for a sample of its rows. */

import type { Row } from "../../tables/table.ts";
import { filledText } from "../cells/cell-text.ts";
import { ColumnProfile } from "./column-profile.ts";
import { type ColumnUse, keyOfUses } from "./column-use.ts";
import { completeCore, mayBeDesignation, rankOfDesignation, TRIED_ROWS } from "./complete.ts";
import { type Column, type Core, listCores } from "./cores.ts";
import { isClearlyMore, RowsAtNumbers } from "./sibling-evidence.ts";
import { type Sample, spread, type Trial, tryColumns } from "./trial.ts";

/** Columns of a table and how they were chosen. */
export interface ChosenColumns {
  readonly trial: Trial;
  /** Columns that are not used but may hold letters or additions of the house number. */
  readonly doubtful: readonly number[];
  /** Other columns that explain the rows nearly as well. */
  readonly other: Trial | undefined;
}

interface Table {
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
  readonly rowCount: number;
}

/** Cells that profiles look at: some tenths of a second. */
const PROFILED_CELLS = 50_000;
const PROFILED_OF_COLUMN = { most: 300, least: 40 };
/** Rows on which cores are tried, and the best of them that are completed. */
const CORE_ROWS = 40;
const MAX_COMPLETED = 3;
/** Weight of names and content beside the share of exact rows, and how much more they weigh in a few rows. */
const RANK_WEIGHT = 0.15;
const RANK_WEIGHT_OF_FEW = 0.5;
/** Cores whose score is lower than that of the best by this much are not completed. */
const FAR = 0.4;
/** Difference in score of choices that are close to each other. */
const CLOSE = 0.05;

/** Returns the columns that explain the sample best; `undefined` when none can hold addresses. */
export async function chooseColumns(table: Table, sample: Sample): Promise<ChosenColumns | undefined> {
  const columns = await profileColumns(table, sample);
  const ranked = await rankCores(listCores(columns), sample);
  const completed: Weighed[] = [];
  for (const { core, weight } of ranked.slice(0, MAX_COMPLETED)) {
    if (weight >= ranked[0]!.weight - FAR) {
      const trial = await completeCore(core.uses, { columns, sample });
      completed.push({ trial, weight: trial.score + rankWeight(core, sample.rows) });
    }
  }
  const sorted = completed.sort((a, b) => b.weight - a.weight);
  const best = await findCredible(sorted, sample);
  if (best === undefined) {
    return undefined;
  }
  const other = sorted.find((each) => each.weight > best.weight - CLOSE && differs(each.trial, best.trial));
  return {
    trial: best.trial,
    doubtful: [
      ...(await findDoubtful(best.trial, columns, sample)),
      ...findUnseen(best.trial, columns, table, sample),
    ],
    other: other?.trial,
  };
}

interface Weighed {
  readonly trial: Trial;
  readonly weight: number;
}

/** Returns what the cells of each column look like; the more columns, the fewer cells of each are looked at. */
export async function profileColumns(
  { columns, hasHeader }: Pick<Table, "columns" | "hasHeader">,
  { snapshot, rows, pause }: Sample,
): Promise<Column[]> {
  const { most, least } = PROFILED_OF_COLUMN;
  const mostCells = Math.min(most, Math.max(least, Math.floor(PROFILED_CELLS / Math.max(1, columns.length))));
  const profiled: Column[] = [];
  for (const [index, name] of columns.entries()) {
    await pause();
    const cells = rows.map((row) => row[index] ?? "").filter((cell) => filledText(cell) !== "");
    const profile = new ColumnProfile(snapshot, spread(cells, mostCells));
    profiled.push({ index, name: hasHeader ? name : "", profile });
  }
  return profiled;
}

function rankWeight({ rank }: Core, rows: readonly Row[]): number {
  return rank * (RANK_WEIGHT + RANK_WEIGHT_OF_FEW / (rows.length + 1));
}

async function rankCores(cores: readonly Core[], sample: Sample) {
  const ranked: { readonly core: Core; readonly weight: number }[] = [];
  for (const core of cores) {
    const { score } = await tryColumns(sample, core.uses, CORE_ROWS);
    ranked.push({ core, weight: score + rankWeight(core, sample.rows) });
  }
  return ranked.sort((a, b) => b.weight - a.weight);
}

/** Returns true when two choices find different addresses. */
function differs(a: Trial, b: Trial): boolean {
  if (keyOfUses(a.uses) === keyOfUses(b.uses)) {
    return false;
  }
  const idOf = ({ found }: Trial, i: number) => {
    const each = found[i]!;
    return each.match === "none" ? "" : each.adres.nummeraanduiding_id;
  };
  const pairs = a.found.map((_, i) => [idOf(a, i), idOf(b, i)] as const);
  const different = pairs.filter(([one, other]) => one !== "" && other !== "" && one !== other);
  return different.length > CLOSE * pairs.length;
}

/** Share of exact rows that needs no proof, and rows from which there is one. */
const CREDIBLE = 0.5;
const MIN_ROWS = 8;

/** Returns the first choice whose exact rows are no chance. */
async function findCredible(sorted: readonly Weighed[], sample: Sample): Promise<Weighed | undefined> {
  for (const each of sorted) {
    if (await isCredible(each.trial, sample)) {
      return each;
    }
  }
  return undefined;
}

/**
 * Returns true unless house numbers of other rows find about as many addresses: any number of a record is that of some
 * house.
 */
async function isCredible(trial: Trial, sample: Sample): Promise<boolean> {
  const { rows, exact, uses } = trial;
  const number = uses.find(({ role }) => role === "number")?.index;
  if (number === undefined || rows.length < MIN_ROWS || exact === 0 || exact >= CREDIBLE) {
    return true;
  }
  const half = rows.length >> 1;
  const shuffled = rows.map((row, i) => row.with(number, rows[(i + half) % rows.length]![number]!));
  const chance = await tryColumns({ ...sample, rows: shuffled }, uses, TRIED_ROWS);
  const [own, byChance] = [exact * rows.length, chance.exact * rows.length];
  return own - byChance > 3 * Math.sqrt(Math.max(1, byChance));
}

/** Returns the columns left out that may be letters or additions, and those of which the sample shows no cell. */
async function findDoubtful(trial: Trial, columns: readonly Column[], sample: Sample): Promise<number[]> {
  const isUsed = ({ index }: Column) => trial.uses.some((use: ColumnUse) => use.index === index);
  const rows = await RowsAtNumbers.of(trial, sample);
  const doubtful: number[] = [];
  for (const column of columns) {
    await sample.pause();
    if (isUsed(column) || !mayBeDesignation(column)) {
      continue;
    }
    const evidence = rows.weigh(column.index);
    const { rows: count, repeated, several, named } = evidence;
    const isFew = several < MIN_ROWS && named > 0 && named >= count / 2;
    if (repeated <= count && (isClearlyMore(evidence) || isFew || rankOfDesignation(column) > 0)) {
      doubtful.push(column.index);
    }
  }
  return doubtful;
}

/** Returns the columns left out that are empty in the sample: other rows may have letters in them. */
function findUnseen(
  trial: Trial,
  columns: readonly Column[],
  { rowCount }: Table,
  { rows }: Sample,
): number[] {
  const isUsed = (index: number) => trial.uses.some((use) => use.index === index);
  const unseen = columns.filter(({ index, profile }) => profile.filled === 0 && !isUsed(index));
  return rows.length < rowCount ? unseen.map(({ index }) => index) : [];
}
