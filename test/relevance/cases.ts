/** Cases as they stand in the .yaml files: lines, and what the first result should be. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

export interface CaseGroup {
  /** What is asked; search where absent. A line of `validate` is postcode, number, letter, addition, with `-` for none. */
  readonly ask?: "autocomplete" | "geocode" | "validate";
  /** What the lines have in common. */
  readonly kind: string;
  /** The first result's full address, of `geocode` the certain one, of `validate` the first suggestion. */
  readonly first?: string;
  /** The first results in this order; more may follow. */
  readonly top?: readonly string[];
  /** Addresses that must be among the first ten. */
  readonly among?: readonly string[];
  /** Nothing is found, nothing is certain, there is nothing to suggest. */
  readonly nothing?: true;
  /** How many are found in all. */
  readonly total?: number;
  readonly lines: readonly string[];
}

export interface CaseFile {
  /** Address lines of a country of its own (country.ts); absent for an extract. */
  readonly addresses?: readonly string[];
  readonly groups: readonly CaseGroup[];
}

/** A .yaml file of this folder. */
export function readCases<T>(name: string): T {
  return parse(readFileSync(join(import.meta.dir, name), "utf8")) as T;
}

export interface Answer {
  readonly labels: readonly string[];
  readonly total: number;
}

/** Why an answer is not what the group expects; `undefined` when it is. */
export function faultOf(group: CaseGroup, line: string, ask: (line: string) => Answer): string | undefined {
  const { labels, total } = ask(line);
  const got = `${JSON.stringify(line)} -> ${labels[0] ?? "nothing"}`;
  if (group.nothing) return labels.length === 0 ? undefined : `${got}, wanted nothing`;
  if (group.total !== undefined && group.total !== total)
    return `${got}, ${total} in all, wanted ${group.total}`;
  if (group.first !== undefined && labels[0] !== group.first) return `${got}, wanted ${group.first}`;
  const top = group.top ?? [];
  if (top.some((label, i) => labels[i] !== label))
    return `${got}, then ${labels.slice(1, 4).join("; ")}, wanted ${top.join("; ")}`;
  const missing = (group.among ?? []).find((label) => !labels.slice(0, 10).includes(label));
  return missing === undefined ? undefined : `${got}, ${missing} is not among the first ten`;
}
