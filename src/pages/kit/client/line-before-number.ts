/**
 * Returns a line without its last number, to find the street of a number that it does not have: `keurstraat` for
 * `keurstraat 77`. Words that may be a place stay: `dam amsterdam` for `dam 1 amsterdam`.
 */
export function lineBeforeNumber(line: string): string | undefined {
  const [, street, rest = ""] = /^(.*\p{L}.*[^\s,])[\s,]+\d[^\s,]*(.*)$/su.exec(line.trim()) ?? [];
  return street === undefined ? undefined : street + (/\p{L}{4}/u.test(rest) ? rest : "");
}
