/** What a command prints: its result goes to standard output, everything said beside it to standard error. */

export function printResult(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function printNote(line: string): void {
  process.stderr.write(`${line}\n`);
}
