/** Types of the cases in the .yaml files: lines with their expected first result. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

export interface CaseGroup {
  /**
   * Endpoint to request; search when absent. A line of `validate` is postcode, number, letter, addition, with `-` for
   * none.
   */
  readonly ask?: "autocomplete" | "geocode" | "validate";
  /** Name of what the lines have in common. */
  readonly kind: string;
  /** Full address of the first result; for `geocode` the certain one, for `validate` the first suggestion. */
  readonly first?: string;
  /** Labels of the first results in this order; more may follow. */
  readonly top?: readonly string[];
  /** Addresses that must be among the first ten. */
  readonly among?: readonly string[];
  /** True when no result, no certain address or no suggestion is expected. */
  readonly nothing?: true;
  /** Total number of results. */
  readonly total?: number;
  readonly lines: readonly string[];
}

export interface CaseFile {
  /** Address lines of a separate country (country.ts); absent for an extract. */
  readonly addresses?: readonly string[];
  readonly groups: readonly CaseGroup[];
}

/** Parses a .yaml file of this folder. */
export function readCases<T>(name: string): T {
  return parse(readFileSync(join(import.meta.dir, name), "utf8")) as T;
}

export interface CaseAnswer {
  readonly labels: readonly string[];
  readonly total: number;
}

/** Returns the reason why an answer is not what the group expects; `undefined` when it is. */
export function faultOf(
  group: CaseGroup,
  line: string,
  ask: (line: string) => CaseAnswer,
): string | undefined {
  const { labels, total } = ask(line);
  const got = `${JSON.stringify(line)} -> ${labels[0] ?? "nothing"}`;
  if (group.nothing) {
    return labels.length === 0 ? undefined : `${got}, wanted nothing`;
  }
  if (group.total !== undefined && group.total !== total) {
    return `${got}, ${total} in all, wanted ${group.total}`;
  }
  if (group.first !== undefined && labels[0] !== group.first) {
    return `${got}, wanted ${group.first}`;
  }
  const top = group.top ?? [];
  if (top.some((label, i) => labels[i] !== label)) {
    return `${got}, then ${labels.slice(1, 4).join("; ")}, wanted ${top.join("; ")}`;
  }
  const missing = (group.among ?? []).find((label) => !labels.slice(0, 10).includes(label));
  return missing === undefined ? undefined : `${got}, ${missing} is not among the first ten`;
}
