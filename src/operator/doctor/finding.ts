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

const GIGABYTE = 1e9;

/** Formats a size: `1.2 GB`, `340 MB`. */
export function formatBytes(bytes: number): string {
  return bytes >= GIGABYTE ? `${(bytes / GIGABYTE).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;
}
