/** Says in words which columns are not used and why, and how else the columns may be read. */
import type { Row } from "../../tables/table.ts";
import { filledText } from "../cells/cell-text.ts";
import type { ChosenColumns } from "./choose-columns.ts";

interface Table {
  readonly columns: readonly string[];
  readonly sample: readonly Row[];
}

/** Names in a line, at most. */
const MAX_NAMES = 40;

/** Returns the lines for the columns that are not used, grouped by reason, and for another choice that is close. */
export function describeUnused(table: Table, { trial, doubtful, other }: ChosenColumns): string[] {
  const isUsed = (index: number) => trial.uses.some((use) => use.index === index);
  const isEmpty = (index: number) => table.sample.every((row) => filledText(row[index]) === "");
  const whyOf = (index: number) =>
    doubtful.includes(index)
      ? "doubtful: it may hold letters or additions. Rows in which it names another address are not exact"
      : isEmpty(index)
        ? "empty in the rows looked at"
        : "says nothing more about the addresses found";
  const unused = table.columns.map((name, index) => ({ name, index })).filter(({ index }) => !isUsed(index));
  const lines = [...Map.groupBy(unused, ({ index }) => whyOf(index))].map(
    ([why, columns]) => `not used: ${listNames(columns.map(({ name }) => name))} (${why})`,
  );
  const share = ({ exact }: { exact: number }) => `${Math.round(100 * exact)} % of the sample exact`;
  const close =
    other === undefined
      ? []
      : [
          `another choice is close (${share(other)}; that above: ${share(trial)}): ` +
            other.uses.map(({ role, index }) => `${role}=${table.columns[index]}`).join(","),
        ];
  return [...lines, ...close];
}

function listNames(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "";
  return (
    names
      .slice(0, MAX_NAMES)
      .map((name) => JSON.stringify(name))
      .join(", ") + more
  );
}
