/** Declaration of a check of the service's health, and the state that the checks look at. */
import type { KeyReport } from "../../accounts/key-store.ts";
import type { OpenFiles } from "../../base/process-resources.ts";
import type { RegistryMeta } from "../../registry/file/snapshot.ts";

/** `error`: the service does not work, or loses something. `warning`: it works, but something should be done. */
export const SEVERITIES = ["error", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** State of a service. Whoever cannot see a part leaves it out; the checks of that part then find nothing. */
export interface HealthFacts {
  readonly nowMs: number;
  readonly dataDir: string;
  /** Registry that serves. */
  readonly registry?: Pick<RegistryMeta, "isDemo" | "sample" | "referenceDate"> | undefined;
  /** Messages of parts that cannot be used; empty when only the log has them. */
  readonly faults?: Readonly<
    Partial<Record<"accounts" | "counters" | "storage" | "source", string | undefined>>
  >;
  /** Why the data folder names no usable registry. */
  readonly registryFault?: string | undefined;
  /** Name of the version that serves. */
  readonly served?: string;
  /** Registry of the data folder that could not be loaded. */
  readonly notLoaded?: { readonly file: string; readonly reason: string } | undefined;
  readonly warnings?: readonly string[] | undefined;
  /** Free bytes on the disk of the data folder, and the bytes that the next import needs. */
  readonly disk?: { readonly free: number; readonly needed: number } | undefined;
  readonly failedRuns?: readonly { readonly command: string; readonly reason: string }[];
  /** Time of the last backup, undefined for none, and whether the folder has something to lose. */
  readonly backup?: { readonly lastMs: number | undefined; readonly isNeeded: boolean };
  readonly oldestJobMs?: number | null | undefined;
  /** Jobs that failed within a day. */
  readonly failedJobs?: number;
  /** Milliseconds by which the clock of the shared accounts is ahead. */
  readonly clockOffsetMs?: number | undefined;
  readonly openFiles?: OpenFiles | undefined;
  readonly keys?: readonly KeyReport[];
  /** Requests since the start of the server. */
  readonly traffic?: { readonly requests: number; readonly forwarded: number };
  readonly tokenFile?: { readonly path: string; readonly isExposed: boolean };
  readonly isInsecureAllowed?: boolean;
}

/** Result of a check that fails. */
export interface Trouble {
  /** Values for the text. */
  readonly values?: Readonly<Record<string, string | number>> | undefined;
  /** Messages of the server, in English. */
  readonly details?: readonly string[];
  /** The first of the keys concerned. */
  readonly keys?: readonly Pick<KeyReport, "id" | "name" | "expiresAt">[];
}

/** Alert rule of Prometheus. Its summary and description are the texts of the check. */
interface AlertRule {
  readonly name: string;
  readonly expr: string;
  /** How long the condition must last; absent for an alert that fires at once. */
  readonly for?: string;
  /** True for an alert that wakes somebody. */
  readonly isCritical?: true;
  /** Start of the summary; by default the server by its label `instance`. */
  readonly subject?: string;
  /** Words for placeholders of the texts; all other placeholders show the value of the expression. */
  readonly values?: Readonly<Record<string, string>>;
  /** Sentence that only the alert needs. */
  readonly note?: string;
}

export interface HealthCheck {
  /** Name in what `doctor` prints; absent for a check that `doctor` lacks. */
  readonly doctor?: string;
  /** `warning` when absent. */
  readonly severity?: Severity;
  /** Returns what is wrong. Absent for a check that only metrics show, or that `doctor` makes by itself. */
  readonly test?: (facts: HealthFacts) => Trouble | false | undefined;
  readonly alert?: AlertRule;
}
