/** Returns what a line says before its last number: the street of a number that it does not have. */
export function lineBeforeNumber(line: string): string | undefined {
  return /^(.*\p{L}.*[^\s,])[\s,]+\d/su.exec(line.trim())?.[1];
}
