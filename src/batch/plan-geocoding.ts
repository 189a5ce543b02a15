/**
 * Decides how a table is geocoded: which column has which role, and which columns are added. Says in words which
 * columns are not used and why.
 */
import { AppError } from "../base/errors.ts";
import { shellWord } from "../base/shell-word.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import type { Row } from "../tables/table.ts";
import { filledText } from "./cells/address-cells.ts";
import { givenColumns, letterOf } from "./columns/choice.ts";
import { type ChosenColumns, chooseColumns } from "./columns/choose-columns.ts";
import { profileColumns } from "./columns/column-profile.ts";
import { type ColumnUse, kindOfRole, ROLES, type Role } from "./columns/roles.ts";
import type { Sample } from "./columns/trial.ts";
import { KnownAnswers } from "./geocode-row.ts";
import {
  columnsOption,
  type GeocodePlan,
  type PlanOptions,
  type TableToPlan,
  type UnusedReason,
} from "./plan.ts";
import { planRecheck } from "./recheck/plan-recheck.ts";
import { selectColumns } from "./result-columns.ts";

/** Registry in which columns are tried, and the time for which a thread does nothing else. */
export interface PlanContext {
  readonly snapshot: Snapshot;
  /** Receives the answers to the sample. */
  readonly known?: KnownAnswers | undefined;
  /** Maximum milliseconds for which the calling thread is kept from other work; 20 when absent. */
  readonly sliceMs?: number | undefined;
}

/**
 * Plans the geocoding of a table: chooses the columns with which most rows of a sample are found in the registry. The
 * same table, options and registry give the same plan. Throws AppError `usage` when no columns can hold addresses,
 * the options refuse the chosen columns, or `--columns` or `--add` name one that does not exist.
 */
export async function planGeocoding(
  table: TableToPlan,
  context: PlanContext,
  options: PlanOptions = {},
): Promise<GeocodePlan> {
  if (options.recheck !== undefined) {
    return planRecheck(table, context.snapshot, options);
  }
  const { snapshot, known = new KnownAnswers(snapshot) } = context;
  const { lang, former = false, strict = false, refuseMostlyNone = false } = options;
  const sample: Sample = { snapshot, rows: table.sample, known, pause: createPause(context.sliceMs) };
  const given = givenColumns(table, options);
  const chosen = given === undefined ? await chooseColumns(table, sample) : undefined;
  const uses = given ?? chosen?.trial.uses ?? [];
  const kind = kindOfRole(uses);
  if (kind === undefined) {
    throw new AppError("usage", await explainUnusable(table, sample, uses), { extra: NO_ADDRESSES });
  }
  const other = chosen?.other ?? chosen?.second;
  const nameOf = (index: number) => ({ index, name: table.columns[index]! });
  const unused = listUnused(table, uses, chosen);
  const plan: GeocodePlan = {
    kind,
    uses: usesOf(kind, uses).map(({ role, index }) => ({ role, ...nameOf(index) })),
    doubtful: kind === "address" ? (chosen?.doubtful ?? []).map(nameOf) : [],
    added: selectColumns({ ...options, kind, table }),
    unused,
    ...(lang && { language: lang }),
    ...(former && { takesFormer: true }),
    ...(chosen && { exact: chosen.trial.exact }),
    ...(other && { other: { uses: other.uses, exact: other.exact } }),
    findings: chosen === undefined ? [] : describeUnused(table, unused, chosen),
  };
  if (chosen !== undefined) {
    refuseUncertain(plan, chosen, {
      strict,
      refuseMostlyNone: refuseMostlyNone && table.rowCount >= MIN_ROWS,
    });
  }
  return plan;
}

const NO_ADDRESSES = { reason: "no_addresses" };
/** Columns that are enough, for messages. */
export const NEEDED_COLUMNS =
  "Needed are postcode and number, or street, number and place, or the address as text, or latitude and longitude.";

/** Returns true for the error of a table in which no columns with addresses were recognised. */
export function isWithoutAddresses(error: unknown): boolean {
  return error instanceof AppError && error.details.extra?.reason === NO_ADDRESSES.reason;
}

/** Minimum rows of a table for most rows without an address to be a reason not to begin. */
const MIN_ROWS = 50;
const MOST = 0.5;

function refuseUncertain(
  plan: GeocodePlan,
  { trial, doubtful, other }: ChosenColumns,
  { strict, refuseMostlyNone }: { readonly strict: boolean; readonly refuseMostlyNone: boolean },
): void {
  const choice = `--columns ${shellWord(columnsOption(plan))}`;
  if (refuseMostlyNone && trial.none > MOST) {
    throw new AppError(
      "usage",
      [
        `Of a sample of ${trial.rows.length} rows ${Math.round(100 * trial.none)} % have no address with these ` +
          "columns:",
        ...plan.uses.map(({ role, name }) => `  ${JSON.stringify(name)} is ${ROLES[role].holds}`),
        ...plan.findings.map((line) => `  ${line}`),
        `Say which column is which, for example ${choice}; --force goes on with these.`,
      ].join("\n"),
    );
  }
  if (strict && (doubtful.length > 0 || other !== undefined)) {
    throw new AppError(
      "usage",
      [
        "It is not certain what the columns contain:",
        ...plan.findings.map((line) => `  ${line}`),
        `Say which column is which, for example ${choice}`,
      ].join("\n"),
    );
  }
}

const SLICE_MS = 20;

/** Returns a function that waits for the event loop when the thread was busy for so long. */
function createPause(sliceMs = SLICE_MS): () => Promise<void> {
  let until = performance.now() + sliceMs;
  return async () => {
    if (performance.now() > until) {
      await new Promise(setImmediate);
      until = performance.now() + sliceMs;
    }
  };
}

/** Returns the columns without columns of the other kind, which are the user's own data. */
function usesOf(kind: GeocodePlan["kind"], uses: readonly ColumnUse[]): ColumnUse[] {
  const positions: readonly Role[] = ["latitude", "longitude", "position"];
  return uses.filter(({ role }) => positions.includes(role) === (kind === "position"));
}

const MAX_SEEN = 12;

async function explainUnusable(
  table: TableToPlan,
  rows: Sample,
  uses: readonly ColumnUse[],
): Promise<string> {
  const first = table.columns.slice(0, MAX_SEEN);
  const profiles = await profileColumns({ columns: first, hasHeader: table.hasHeader }, rows);
  const seen = first.map((name, index) => {
    const use = uses.find((each) => each.index === index);
    const sample = profiles[index]!.profile.sample();
    const label = table.hasHeader ? JSON.stringify(name) : `column ${letterOf(index)}`;
    const taken = use === undefined ? "" : ` is ${ROLES[use.role].holds},`;
    return `  ${label}${taken}${sample === "" ? " empty" : ` with ${sample}`}`;
  });
  const more =
    table.columns.length > MAX_SEEN ? [`  and ${table.columns.length - MAX_SEEN} more columns`] : [];
  const names = table.hasHeader ? table.columns : table.columns.map((_, index) => letterOf(index));
  return [
    `No columns with addresses or coordinates were recognised. ${NEEDED_COLUMNS} Seen:`,
    ...seen,
    ...more,
    `Say which column is which, for example --columns ${exampleOf(names)}`,
  ].join("\n");
}

function exampleOf([first = "", second]: readonly string[]): string {
  const quote = (name: string) => (/\s/.test(name) ? JSON.stringify(name) : name);
  return second === undefined ? `text=${quote(first)}` : `postcode=${quote(first)},number=${quote(second)}`;
}

interface Table {
  readonly columns: readonly string[];
  readonly sample: readonly Row[];
}

/** Maximum names in a line. */
const MAX_NAMES = 40;

const WHY: Readonly<Record<Exclude<UnusedReason, "not_chosen">, string>> = {
  doubtful:
    "doubtful: it may contain letters or additions. Rows in which it names another address are not exact",
  empty: "empty in the rows looked at",
  says_nothing: "says nothing more about the addresses found",
};

/** Lists the columns that are not used, in their order, with the reason. */
function listUnused(
  { columns, sample }: Table,
  uses: readonly ColumnUse[],
  chosen: ChosenColumns | undefined,
): GeocodePlan["unused"] {
  const isEmpty = (index: number) => sample.every((row) => filledText(row[index]) === "");
  const whyOf = (index: number): UnusedReason => {
    if (chosen === undefined) {
      return "not_chosen";
    }
    return chosen.doubtful.includes(index) ? "doubtful" : isEmpty(index) ? "empty" : "says_nothing";
  };
  return columns
    .map((_, index) => index)
    .filter((index) => !uses.some((use) => use.index === index))
    .map((index) => ({ index, why: whyOf(index) }));
}

/** Returns the lines for the columns that are not used, grouped by reason, and for another choice that is close. */
function describeUnused(
  { columns }: Table,
  unused: GeocodePlan["unused"],
  { trial, other }: ChosenColumns,
): string[] {
  const lines = [...Map.groupBy(unused, ({ why }) => why)].map(([why, group]) => {
    const names = listNames(group.map(({ index }) => columns[index]!));
    return `not used: ${names} (${WHY[why as keyof typeof WHY]})`;
  });
  const share = ({ exact }: { exact: number }) => `${Math.round(100 * exact)} % of the sample exact`;
  const close =
    other === undefined
      ? []
      : [
          `another choice is close (${share(other)}; that above: ${share(trial)}): ` +
            other.uses.map(({ role, index }) => `${role}=${columns[index]}`).join(","),
        ];
  return [...lines, ...close];
}

function listNames(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "";
  return (
    names
      .slice(0, MAX_NAMES)
      .map((name) => JSON.stringify(name))
      .join(", ") + more
  );
}
