import { ACCOUNTS_SETTINGS, type AccountsPlace, accountsPlace } from "../../accounts/accounts-place.ts";
import { hasAccounts, listAccountsPaths, withStore } from "../../accounts/open-accounts.ts";
import { explainFault } from "../../base/disk-fault.ts";
import { AppError } from "../../base/errors.ts";
import { CANCELLED_BY_OPERATOR, cancelJob } from "../../exports/cancel-job.ts";
import { openWorkFolder } from "../../exports/geocode/work-folder.ts";
import type { Job } from "../../exports/job.ts";
import { openExportFiles } from "../../exports/open-export-files.ts";
import { inspectJobs, openJobAdmin } from "../../exports/open-job-store.ts";
import { defineCommand } from "../command.ts";
import { assertDataFolder } from "../data-folder.ts";
import { alignColumns, printNote, printResult } from "../output.ts";
import { recordAudit } from "../record-audit.ts";

/** Most jobs that a list shows. */
const MOST_JOBS = 1_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const jobsList = defineCommand({
  name: "jobs list",
  summary: `List the latest ${MOST_JOBS} jobs of all API keys, newest first: exports, and files to geocode.`,
  flags: { json: { type: "boolean", description: "Print JSON." } },
  settings: ["data", ...ACCOUNTS_SETTINGS],
  async run({ flags, settings }) {
    const place = accountsPlace(settings);
    assertDataFolder(place, { allowNew: false });
    // A read-only command creates no file.
    const jobs = hasAccounts(place)
      ? await withStore(inspectJobs(place), async (store) => store.listLatest(MOST_JOBS))
      : [];
    printResult(flags.json ? JSON.stringify(jobs.map(jsonOfJob), null, 2) : renderJobs(jobs));
  },
});

export const jobsCancel = defineCommand({
  name: "jobs cancel",
  summary: "End jobs of any API key and remove their files. A running job stops within a second.",
  positionals: { placeholder: "<id>…", min: 1, max: 1_000 },
  flags: {},
  settings: ["data", ...ACCOUNTS_SETTINGS, "exportStore"],
  async run({ settings, positionals }) {
    const place = accountsPlace(settings);
    assertDataFolder(place, { allowNew: false });
    for (const id of positionals) {
      if (!UUID.test(id) || !hasAccounts(place)) {
        throwUnknownJob(id);
      }
    }
    const files = openExportFiles({ dataDir: settings.data, exportStore: settings.exportStore });
    const workFolder = openWorkFolder(settings.data);
    await withStore(await openJobAdmin(place), async (jobs) => {
      for (const id of positionals) {
        const cancelled = cancelJob({ jobs, files, workFolder }, { id }, CANCELLED_BY_OPERATOR);
        const ended = await cancelled.catch((error) => throwNamed(error, place));
        const { state, keyId } = ended ?? throwUnknownJob(id);
        await recordAudit(place, { action: "cancel", subject: `job ${id}`, after: { state, keyId } });
        printNote(`Job ${id} of key ${keyId} is ${state}; it has no files.`);
      }
    });
  },
});

/** Throws an error of SQLite, which names no file, with the file. */
function throwNamed(error: Error, place: AccountsPlace): never {
  const [path] = listAccountsPaths(place);
  const text = path === undefined || "path" in error ? undefined : explainFault(error, path);
  throw text === undefined ? error : new AppError("unavailable", text, { cause: error });
}

function throwUnknownJob(id: string): never {
  throw new AppError("not_found", `There is no job ${id}. baken jobs list shows the jobs.`);
}

function jsonOfJob({ request, file, createdAt, updatedAt, ...job }: Job) {
  return {
    ...job,
    format: request.format,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    sizeBytes: file?.sizeBytes ?? null,
  };
}

function renderJobs(jobs: readonly Job[]): string {
  const rows = jobs.map((job) => [
    job.id,
    String(job.keyId),
    job.kind,
    job.request.format,
    job.state,
    `${job.processedRecords} of ${job.totalRecords}`,
    job.file === undefined ? "-" : String(job.file.sizeBytes),
    new Date(job.createdAt).toISOString(),
  ]);
  return alignColumns([["id", "key", "kind", "format", "state", "rows", "bytes", "requested"], ...rows]);
}
