/** Worker thread: reads files of users whole, one at a time, so that no thread that serves waits for them. */
import { filledText } from "../../batch/cells/address-cells.ts";
import type { ColumnUse } from "../../batch/columns/roles.ts";
import { type Sample, tryColumns } from "../../batch/columns/trial.ts";
import type { GeocodePlan } from "../../batch/plan.ts";
import { isWithoutAddresses, planGeocoding } from "../../batch/plan-geocoding.ts";
import { findIdColumns } from "../../batch/recheck/plan-recheck.ts";
import { type InputOptions, openAddressTable } from "../../batch/run/open-input.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { Past, readIfKept } from "../../registry/history/past.ts";
import type { FileTrait } from "../../tables/file-trait.ts";
import type { TableInput } from "../../tables/read/byte-source.ts";
import type { TableSource } from "../../tables/table.ts";
import { valueText } from "../../tables/write/row-values.ts";
import { answerTasks } from "./turn-thread.ts";

export interface Survey {
  /** Number of rows of the file. */
  readonly rows: number;
  readonly plan: GeocodePlan;
}

/** Facts of a file that the page for files shows before anything is geocoded. */
export interface SurveyedFile {
  readonly rows: number;
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
  readonly headRows: number;
  readonly traits: readonly FileTrait[];
  /** Cells as text: the first rows, and some distinct cells of each column. */
  readonly firstRows: readonly (readonly string[])[];
  readonly samples: readonly (readonly string[])[];
  /** Columns of ids and days when the file can be rechecked; otherwise absent or empty. */
  readonly ids?: readonly ColumnUse[];
  /** Absent where no addresses were recognised and nobody has chosen columns yet. */
  readonly plan?: GeocodePlan;
  /** Share of the sample that is exact with these columns, 0–1; absent without a plan. */
  readonly exact?: number;
}

export interface SurveyTask {
  readonly input: TableInput;
  readonly options: InputOptions;
  readonly registryPath: string;
  readonly isForPage: boolean;
}

answerTasks<SurveyTask, Survey | SurveyedFile>(async ({ input, options, isForPage }, snapshot) => {
  const source = await openAddressTable(input, options);
  try {
    return isForPage
      ? await surveyForPage(source, options, snapshot)
      : { rows: source.rowCount, plan: await planGeocoding(source, { snapshot }, options) };
  } finally {
    await source.close();
  }
});

async function surveyForPage(
  source: TableSource,
  options: InputOptions,
  snapshot: Snapshot,
): Promise<SurveyedFile> {
  const { rowCount: rows, columns, hasHeader, headRows, traits } = source;
  const planned = await planColumns(source, options, snapshot);
  const firstRows = await firstRowsOf(source);
  const samples = columns.map((_, index) => samplesOf(source, index));
  const ids = readIfKept(snapshot, [], () => findIdColumns(source, new Past(snapshot)));
  return { rows, columns, hasHeader, headRows, traits, ...planned, ids, firstRows, samples };
}

/**
 * Returns no plan when no addresses are recognised: the user then chooses the columns. Throws when chosen columns give
 * no plan.
 */
async function planColumns(
  source: TableSource,
  options: InputOptions,
  snapshot: Snapshot,
): Promise<Pick<SurveyedFile, "plan" | "exact">> {
  try {
    const plan = await planGeocoding(source, { snapshot }, options);
    if (plan.kind === "recheck") {
      return { plan };
    }
    const sample: Sample = { snapshot, rows: source.sample, pause: async () => {} };
    const exact = plan.exact ?? (await tryColumns(sample, plan.uses, source.sample.length)).exact;
    return { plan, exact };
  } catch (error) {
    if (options.uses === undefined && isWithoutAddresses(error)) {
      return {};
    }
    throw error;
  }
}

const FIRST_ROWS = 10;
const MAX_CELL = 200;
const SAMPLES = 3;

async function firstRowsOf(source: TableSource): Promise<string[][]> {
  const shown: string[][] = [];
  for await (const { rows } of source.batches()) {
    for (const row of rows) {
      if (shown.length === FIRST_ROWS) {
        return shown;
      }
      shown.push(row.map((cell) => valueText(cell).trim().slice(0, MAX_CELL)));
    }
  }
  return shown;
}

/** Returns some distinct cells of a column, as text. */
function samplesOf({ sample }: TableSource, index: number): string[] {
  const texts = new Set<string>();
  for (const row of sample) {
    const text = filledText(row[index]).slice(0, MAX_CELL);
    if (text !== "" && texts.add(text).size === SAMPLES) {
      break;
    }
  }
  return [...texts];
}
