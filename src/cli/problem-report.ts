import type { ImportProblem } from "../import/report.ts";
import { printNote } from "./output.ts";

/** Prints what an import or update left out or noticed, one line for each reason. */
export function printProblems(problems: readonly ImportProblem[]): void {
  for (const { about, kind, reason, count, examples } of problems) {
    const shown = examples.join(", ") + (count > examples.length ? ", …" : "");
    printNote(`${kind} ${count.toLocaleString("en")} (${about}): ${reason}: ${shown}`);
  }
}
