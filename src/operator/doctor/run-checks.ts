/** Checks of what should happen again and again: backups, commands at night, jobs. */
import type { AccountsPlace } from "../../accounts/accounts-place.ts";
import { isInDatabase } from "../../accounts/open-accounts.ts";
import { listFailedRuns } from "../../base/failed-runs.ts";
import { lastBackupMs } from "../../base/last-backup.ts";
import { MAX_BACKUP_AGE_MS, MAX_JOB_WAIT_MS } from "../concerns.ts";
import type { FolderReport } from "../folder-report.ts";
import { type Finding, ok, warning } from "./finding.ts";

interface RunCheckOptions {
  readonly report: FolderReport;
  readonly place: AccountsPlace;
  readonly nowMs: number;
}

const HOUR_MS = 3_600_000;

export function checkRuns(options: RunCheckOptions): Finding[] {
  return [...checkFailures(options), ...checkBackup(options), ...checkJobs(options)];
}

function checkFailures({ report: { dataDir } }: RunCheckOptions): Finding[] {
  return listFailedRuns(dataDir).map(({ command, failures, failedAt, reason }) =>
    warning(
      command,
      `baken ${command} failed ${failures === 1 ? "" : `${failures} times, last `}at ${failedAt}: ${reason}`,
      "Mend what the message says. This is forgotten when the command succeeds.",
    ),
  );
}

/** A demo has nothing to lose; keys in a database are backed up with pg_dump, which leaves no trace here. */
function checkBackup({ report, place, nowMs }: RunCheckOptions): Finding[] {
  const madeMs = lastBackupMs(report.dataDir);
  const isDue = !isInDatabase(place) && report.registry?.isDemo === false && report.keys.all > 0;
  if (madeMs === undefined) {
    return isDue
      ? [warning("backup", "No backup was made yet.", "Run baken backup <new folder> every night.")]
      : [];
  }
  const hours = Math.floor((nowMs - madeMs) / HOUR_MS);
  const text = `the last one was made ${hours} hours ago`;
  return nowMs - madeMs > MAX_BACKUP_AGE_MS
    ? [warning("backup", `${text}.`, "Look at the job that runs baken backup every night, and run it now.")]
    : [ok("backup", text)];
}

function checkJobs({ report: { oldestJobMs }, nowMs }: RunCheckOptions): Finding[] {
  const waitMs = oldestJobMs === null ? 0 : nowMs - oldestJobMs;
  return waitMs > MAX_JOB_WAIT_MS
    ? [
        warning(
          "jobs",
          `A job has been waiting for ${Math.floor(waitMs / 60_000)} minutes.`,
          "Others take long, or none is run: baken jobs list, and the log of the server.",
        ),
      ]
    : [];
}
