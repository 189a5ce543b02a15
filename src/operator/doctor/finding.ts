/** Results of checks. */
import type { HealthCheck, HealthFacts, Trouble } from "../health/health-check.ts";
import { HEALTH_CHECKS, type HealthCode, runCheck } from "../health/health-checks.ts";
import { healthText } from "../health/health-texts.ts";

/** Result of one check. */
export interface Finding {
  readonly check: string;
  /** `error`: the service does not work, or loses something. `warning`: it works, but something should be done. */
  readonly level: "ok" | "warning" | "error";
  /** State that was found. */
  readonly text: string;
  /** Action of the operator; absent when nothing is to be done. */
  readonly remedy?: string;
}

export function ok(check: string, text: string): Finding {
  return { check, level: "ok", text };
}

export function warning(check: string, text: string, remedy: string): Finding {
  return { check, level: "warning", text, remedy };
}

export function error(check: string, text: string, remedy: string): Finding {
  return { check, level: "error", text, remedy };
}

/** Returns the finding of a health check that fails; `own` has what `doctor` knows better than the list of checks. */
export function failure(
  code: HealthCode,
  { values = {}, ...own }: Pick<Trouble, "values"> & Partial<Pick<Finding, "check" | "text" | "remedy">>,
): Finding {
  const { doctor = code, severity = "warning" }: HealthCheck = HEALTH_CHECKS[code];
  const { title, remedy } = healthText(code, "en", (name, kind) =>
    kind === "bytes" ? formatBytes(Number(values[name])) : String(values[name]),
  );
  const level = severity === "info" ? "ok" : severity;
  return { check: doctor, level, text: `${title}.`, remedy, ...own };
}

/** Runs a health check; returns undefined when nothing is wrong. */
export function checkHealth(code: HealthCode, facts: HealthFacts): Finding | undefined {
  const diagnosis = runCheck(code, facts);
  return diagnosis && failure(code, { values: diagnosis.values });
}

const GIGABYTE = 1e9;

/** Formats a size: `1.2 GB`, `340 MB`. */
export function formatBytes(bytes: number): string {
  return bytes >= GIGABYTE ? `${(bytes / GIGABYTE).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;
}
