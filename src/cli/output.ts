/** Prints the output of commands: results to standard output, notes to standard error; aligns columns. */

export function printResult(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function printNote(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Resolves when all output is written: a pipe holds 64 KB until its reader takes them, and the process's exit drops the
 * rest. Nothing can be printed afterwards. The callback of an empty last write does not wait in Bun 1.4.5.
 */
export async function finishOutput(): Promise<void> {
  const finish = (output: NodeJS.WriteStream) =>
    // A reader that stops reading (`| head`) is no error.
    new Promise<unknown>((resolve) => output.on("error", resolve).end(() => resolve(undefined)));
  await Promise.all([process.stdout, process.stderr].map(finish));
}

/** Renders rows of as many cells as columns that are as wide as their longest cell. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  const lines = rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i]!)).join("  "));
  return lines.map((line) => line.trimEnd()).join("\n");
}
