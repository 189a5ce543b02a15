/** Runs `baken geocode`: what is recognised, the two phases, what is said at the end. */

import { basename } from "node:path";
import { createDraft } from "../../base/draft-file.ts";
import { AppError } from "../../base/errors.ts";
import { describePlan } from "../../batch/plan.ts";
import { type OpenedInput, openInput } from "../../batch/run/open-input.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { assertWritable } from "../assert-writable.ts";
import { draftFault } from "../draft-fault.ts";
import { printNote, printResult } from "../output.ts";
import { removeRemains } from "../unfinished-folder.ts";
import type { GeocodeRequest, OpenedFile } from "./geocode-request.ts";
import { formatOfOutput, STANDARD_OUTPUT } from "./output-files.ts";
import { counted, printSummary } from "./print-summary.ts";
import { renderReport } from "./report/report-page.ts";
import { runToFile } from "./run-to-file.ts";
import { runToStandardOutput } from "./run-to-standard-output.ts";
import { isPublished, planOfUnfinishedRun } from "./unfinished-run.ts";

/** Geocodes a file. Throws AppError for whatever the user must change, and leaves nothing behind in that case. */
export async function geocodeFile(snapshot: Snapshot, request: GeocodeRequest): Promise<void> {
  const { input, out } = request;
  assertOutputs(request);
  const plan = request.resume ? await planOfUnfinishedRun(out) : undefined;
  await geocodeOpened(
    await openInput(input, { ...request, refuseMostlyNone: !request.force }, { snapshot, plan }),
    {
      snapshot,
      request,
    },
  );
}

async function geocodeOpened(
  { source, plan }: OpenedInput,
  { snapshot, request }: { readonly snapshot: Snapshot; readonly request: GeocodeRequest },
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
    printSummary(result);
    if (report !== undefined) {
      const content = { snapshot, plan, fileName: basename(input), ...result };
      await writeReport(report, renderReport(content, request.lang ?? "nl"));
    }
  } finally {
    await source.close();
  }
}

function assertOutputs({ input, out, report, replace, resume }: GeocodeRequest): void {
  formatOfOutput(out);
  if (out === STANDARD_OUTPUT && resume) {
    throw new AppError("usage", "--resume goes on with a file: with --out - nothing of a run is kept.");
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

function printFindings({ snapshot, source, plan }: OpenedFile, { input, limit }: GeocodeRequest): void {
  const { columns, hasHeader, headRows, traits, rowCount } = source;
  const header = hasHeader ? "with a header" : "without a header";
  const size = `${counted(rowCount, "row")} of ${counted(columns.length, "column")}`;
  printNote(`${input}: ${[size, ...traits, header].join(", ")}`);
  if (headRows > 1) {
    printNote(`  rows 1 to ${headRows}: titles and names of columns, left out of the result`);
  }
  for (const line of describePlan(plan)) {
    printNote(`  ${line}`);
  }
  if (limit !== undefined && limit < rowCount) {
    printNote(`  only the first ${counted(limit, "row")} (--limit)`);
  }
  printNote(`Registry of ${snapshot.meta.referenceDate}`);
}

async function writeReport(path: string, page: string): Promise<void> {
  const draft = await createDraft(path).catch((cause: NodeJS.ErrnoException) => {
    throw draftFault(path, cause);
  });
  try {
    await draft.write(Buffer.from(page));
    await draft.publish();
  } finally {
    await draft.close();
  }
  printResult(path);
}
