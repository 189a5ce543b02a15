/** Returns " Did you mean X?" for the known name with the smallest edit distance, or "" when there are no names. */
export function didYouMean(name: string, known: readonly string[]): string {
  return known.length === 0 ? "" : ` Did you mean ${nearestName(name, known)}?`;
}

/** Returns the known name with the smallest edit distance; there is at least one. */
export function nearestName(name: string, known: readonly string[]): string {
  const [nearest] = known
    .map((candidate) => ({ candidate, edits: countEdits(name, candidate) }))
    .sort((a, b) => a.edits - b.edits);
  return nearest!.candidate;
}

/** Returns the Levenshtein distance; fast enough for names of a few dozen characters. */
function countEdits(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, previous[j]! + 1, row[j - 1]! + 1));
    }
    previous = row;
  }
  return previous[b.length]!;
}
