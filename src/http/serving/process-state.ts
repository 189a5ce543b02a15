/** State of a serving process at one moment, for metrics, the operator's pages and the other nodes. */

import type { FailedRun } from "../../base/folder-notes.ts";
import type { OpenFiles } from "../../base/process-resources.ts";
import type { JobsState } from "../../exports/job.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { SourceState } from "../../registry/file/source-state.ts";

/** `schema`: only a newer baken can serve what `current` names; `fault`: anything else. */
export const BEHIND_REASONS = ["fault", "schema"] as const;
export type BehindReason = (typeof BEHIND_REASONS)[number];

export interface ProcessState extends Watched {
  readonly snapshot: Snapshot | undefined;
  /** Number of published registries that could not be swapped in, each counted once. */
  readonly failedSwaps: number;
  /** Reason of the last of these; undefined without any. */
  readonly lastSwapError: string | undefined;
  /** Why `current` does not name the served registry; undefined while it names that one. */
  readonly registryBehind: BehindReason | undefined;
  readonly isAccountsWritable: boolean;
  /** True while the installed program differs from the running one. */
  readonly isProgramReplaced: boolean;
  /** Bytes that may be written to the disk of the data folder. */
  readonly diskSpaceLeft: number;
  /** Bytes that the next import needs on that disk. */
  readonly diskSpaceNeeded: number;
  /** False while this node alone counts the limits that nodes share. */
  readonly areCountersReachable: boolean;
  /** Memory of all threads. */
  readonly memoryBytes: number;
  /** Milliseconds since 1970; undefined when no backup was made. */
  readonly lastBackupMs: number | undefined;
  /** True when the keys are in the data folder, so that it needs backups. */
  readonly areKeysInFolder: boolean;
  readonly failedRuns: readonly FailedRun[];
  /** Undefined where the system does not tell. */
  readonly openFiles: OpenFiles | undefined;
}

/** Parts of the state that are watched outside the app; undefined where nothing watches them. */
export interface Watched {
  readonly jobs: JobsState | undefined;
  readonly source: SourceState | undefined;
  /** Number of keys in force that expire soon. */
  readonly expiringKeys: number | undefined;
  /** Only where nodes share accounts. */
  readonly cluster:
    | {
        /** Milliseconds by which the clock of the shared accounts is ahead of this machine's. */
        readonly clockOffsetMs: number;
        /** Number of nodes that report, this one included. */
        readonly nodes: number;
      }
    | undefined;
}

export const NOTHING_WATCHED: Watched = {
  jobs: undefined,
  source: undefined,
  expiringKeys: undefined,
  cluster: undefined,
};
