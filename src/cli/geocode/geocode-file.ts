/** Runs `baken geocode` and `baken recheck`: recognised columns, the two phases, the summary. */
import { basename } from "node:path";
import { createDraft, writeWhole } from "../../base/draft-file.ts";
import { AppError, codeOf } from "../../base/errors.ts";
import { describePlan, type GeocodePlan } from "../../batch/plan.ts";
import { geocodeTable } from "../../batch/run/geocode-table.ts";
import { type OpenedInput, openInput } from "../../batch/run/open-input.ts";
import { type FileSummary, listMatches, listReasons } from "../../batch/run/summary.ts";
import { type WrittenResult, writeResult } from "../../batch/run/write-result.ts";
import { formatPercent } from "../../pages/kit/server/report/bar-list.ts";
import { renderReport } from "../../pages/kit/server/report/report-page.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { describeTestData } from "../../registry/file/test-data.ts";
import { Past } from "../../registry/history/past.ts";
import { fileTraitText } from "../../tables/file-trait.ts";
import { assertWritable, draftFault } from "../assert-writable.ts";
import { printNote, printResult } from "../output.ts";
import { openServedRegistry } from "../served-registry.ts";
import { removeRemains } from "../unfinished-folder.ts";
import { checkCounts } from "./file-flags.ts";
import {
  type CommandRequest,
  defaultOutput,
  formatOfOutput,
  type GivenRequest,
  type OpenedFile,
  STANDARD_OUTPUT,
} from "./geocode-request.ts";
import { runToFile } from "./run-to-file.ts";
import { isPublished, planOfUnfinishedRun } from "./unfinished-run.ts";

/**
 * Geocodes or rechecks a file with the registry that serves. Throws AppError for whatever the user must change, and
 * leaves no files in that case.
 */
export async function geocodeFile(dataDir: string, given: GivenRequest): Promise<void> {
  const { input, out = defaultOutput(given) } = given;
  const request = { ...given, threads: checkCounts(given), out };
  const { registry, snapshot } = openServedRegistry(dataDir);
  try {
    assertOutputs(request);
    if (request.former || request.recheck !== undefined) {
      // Throws `history_not_kept` before the file is read.
      new Past(snapshot);
    }
    const plan = request.resume ? await planOfUnfinishedRun(out) : undefined;
    const options = { ...request, refuseMostlyNone: !request.force };
    await geocodeOpened(await openInput(input, options, { snapshot, plan }), { snapshot, request });
  } finally {
    registry.close();
  }
}

async function geocodeOpened(
  { source, plan }: OpenedInput,
  { snapshot, request }: { readonly snapshot: Snapshot; readonly request: CommandRequest },
): Promise<void> {
  const { input, out, report } = request;
  try {
    const file = { snapshot, source, plan };
    printFindings(file, request);
    const isStandardOutput = out === STANDARD_OUTPUT;
    const result = await (isStandardOutput ? runToStandardOutput : runToFile)(file, request);
    if (result === undefined) {
      return;
    }
    printSummary(result, plan);
    if (snapshot.meta.sample !== undefined && result.summary.counts.byMatch.none > 0) {
      printNote(`Only the sample is loaded: addresses elsewhere are "none".`);
    }
    if (report !== undefined) {
      const content = { snapshot, plan, fileName: basename(input), ...result };
      await writeReport(report, renderReport(content, request.lang ?? "en"));
    }
  } finally {
    await source.close();
  }
}

function assertOutputs({ input, out, report, replace, resume }: CommandRequest): void {
  formatOfOutput(out);
  if (out === STANDARD_OUTPUT && resume) {
    throw new AppError("usage", "--resume needs a file: with --out - nothing of a run is kept.");
  }
  if (out !== STANDARD_OUTPUT) {
    removeRemains(out);
    // A run that was ended after its output got its name is finished with --resume.
    assertWritable(out, { inputs: [input], mayReplace: replace || (resume && isPublished(out)) });
  }
  if (report !== undefined) {
    assertWritable(report, { inputs: [input, out], mayReplace: replace });
  }
}

function printFindings({ snapshot, source, plan }: OpenedFile, { input, limit }: CommandRequest): void {
  const { columns, hasHeader, headRows, traits, rowCount } = source;
  const header = hasHeader ? "with a header" : "without a header";
  const size = `${counted(rowCount, "row")} of ${counted(columns.length, "column")}`;
  printNote(`${input}: ${[size, ...traits.map(fileTraitText), header].join(", ")}`);
  if (headRows > 1) {
    printNote(`  rows 1 to ${headRows}: titles and names of columns, left out of the result`);
  }
  for (const line of describePlan(plan)) {
    printNote(`  ${line}`);
  }
  if (limit !== undefined && limit < rowCount) {
    printNote(`  only the first ${counted(limit, "row")} (--limit)`);
  }
  printNote(describeTestData(snapshot.meta) ?? `Registry of ${snapshot.meta.referenceDate}`);
}

async function writeReport(path: string, page: string): Promise<void> {
  const draft = await createDraft(path).catch((cause: NodeJS.ErrnoException) => {
    throw draftFault(path, cause);
  });
  await writeWhole(draft, [Buffer.from(page)]);
  printResult(path);
}

/** Prints the counts by match and reason, each with the numbers of the first rows. */
function printSummary({ summary, groups }: WrittenResult, plan: GeocodePlan): void {
  const { rows, byMatch } = summary.counts;
  printNote(counted(rows, "row"));
  for (const match of listMatches(plan, byMatch)) {
    printNote(describe({ name: `  ${match}`, number: byMatch[match], rows }, examplesOf(summary, match)));
    for (const [reason, number] of listReasons(summary.counts, match)) {
      printNote(describe({ name: `    ${reason}`, number, rows }, examplesOf(summary, reason)));
    }
  }
  if (groups !== undefined) {
    printNote(`${count(groups)} different addresses`);
  }
}

/** Most rows that are named, so that a line fits into 80 characters. */
const MAX_EXAMPLES = 3;

/** Rows that need no attention have no examples. */
function examplesOf(summary: FileSummary, kind: string): string {
  const examples =
    kind === "exact" || kind === "unchanged" ? [] : summary.examplesOf(kind).slice(0, MAX_EXAMPLES);
  return examples.length === 0 ? "" : `  row ${examples.join(", ")}`;
}

function describe(line: { name: string; number: number; rows: number }, examples: string): string {
  const { name, number, rows } = line;
  const share = rows === 0 ? "" : formatPercent(number, rows, "en").padStart(9);
  return `${name.padEnd(26)}${count(number).padStart(11)}${share}${examples}`;
}

/** Returns a number of things: `1 row`, `3,004 rows`. */
function counted(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
}

function count(value: number): string {
  return value.toLocaleString("en");
}

/**
 * Geocodes a file to standard output, as CSV and without a journal: written rows cannot be taken back. Returns
 * undefined when the reader has stopped reading (`| head`), which is no error.
 */
async function runToStandardOutput(
  { snapshot, source, plan }: OpenedFile,
  { threads, limit }: CommandRequest,
): Promise<WrittenResult | undefined> {
  const outputClosed = new AbortController();
  process.stdout.on("error", (error) => outputClosed.abort(error));
  const { signal } = outputClosed;
  const write = (bytes: Uint8Array) =>
    new Promise((resolve) => process.stdout.write(bytes, () => resolve(undefined)));
  const batches = geocodeTable(source, { snapshot, plan, threads, limit, signal });
  try {
    return await writeResult({ source, plan, batches }, { name: "result", format: "csv", write });
  } catch (error) {
    if (codeOf(error) === "EPIPE") {
      return undefined;
    }
    throw error;
  }
}
