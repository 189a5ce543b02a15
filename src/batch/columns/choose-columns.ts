/** Decides which columns of a table hold an address, by what the registry has for a sample of its rows. */
import { isCredible } from "./chance.ts";
import { type Column, profileColumns } from "./column-profile.ts";
import { completeCore, withDesignations } from "./complete.ts";
import { type Core, listCores } from "./cores.ts";
import { listDoubtful } from "./doubtful-columns.ts";
import { isClose, isOfOthers, isPreferred } from "./rivals.ts";
import { type Sample, type Trial, tryColumns } from "./trial.ts";

/** Columns of a table and how they were chosen. */
export interface ChosenColumns {
  readonly trial: Trial;
  /** Columns that are not used but may hold letters or additions of the house number. */
  readonly doubtful: readonly number[];
  /** Columns of other addresses, which explain the rows nearly as well. */
  readonly other: Trial | undefined;
}

interface Table {
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
  readonly rowCount: number;
}

/** Rows on which cores are tried, and the best of them that are completed. */
const CORE_ROWS = 40;
const MAX_COMPLETED = 3;
/** Weight of names and content beside the share of exact rows, and how much more they weigh in a few rows. */
const RANK_WEIGHT = 0.15;
const RANK_WEIGHT_OF_FEW = 0.5;
/** Cores whose weight is lower than that of the best by this much are not completed. */
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
  const completed = await completeBest(await weighCores(columns, sample), columns, sample);
  const best = await findCredible(completed, sample);
  if (best === undefined) {
    return undefined;
  }
  const rivals = completed.filter(({ trial }) => isClose(trial, best.trial) && isOfOthers(trial, best.trial));
  const rival = await findCredible(rivals, sample);
  const [chosen, other] =
    rival !== undefined && isPreferred(rival, best, columns) ? [rival, best] : [best, rival];
  return { ...(await settleDoubt(chosen.trial, { ...table, columns, sample })), other: other?.trial };
}

/** Tries columns of letters and additions that are doubtful in some rows of the sample with all of them. */
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

async function weighCores(columns: readonly Column[], sample: Sample): Promise<Weighed[]> {
  const weighed: Weighed[] = [];
  for (const core of listCores(columns)) {
    weighed.push(weigh(core, await tryColumns(sample, core.uses, CORE_ROWS), sample));
  }
  return weighed.sort((a, b) => b.weight - a.weight);
}

function weigh(core: Core, trial: Trial, { rows }: Sample): Weighed {
  const weight = trial.score + core.rank * (RANK_WEIGHT + RANK_WEIGHT_OF_FEW / (rows.length + 1));
  return { core, trial, weight };
}

/** Completes the likeliest cores, and the likeliest that finds other addresses than the first. */
async function completeBest(
  weighed: readonly Weighed[],
  columns: readonly Column[],
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
