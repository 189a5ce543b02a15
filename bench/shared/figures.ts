/** Figures of measurements, and rows of them. */

/** Returns the number that a share of the numbers is below. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** Prints a row: its name padded to `nameWidth` characters, and further cells, right-aligned. */
export function printRow([name = "", ...cells]: readonly string[], [nameWidth, cellWidth]: [number, number]) {
  print(name.padEnd(nameWidth) + cells.map((cell) => cell.padStart(cellWidth)).join(""));
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
