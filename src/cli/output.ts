/** Prints the output of commands: results to standard output, notes to standard error; aligns columns. */

export function printResult(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function printNote(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Renders rows of as many cells as columns that are as wide as their longest cell. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const lines = rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i]!)).join("  "));
  return lines.map((line) => line.trimEnd()).join("\n");
}
