/** The natural order of house numbers as docs/records.md ("Order of lists") defines it, without sort keys. */

export interface HouseNumber {
  readonly huisnummer: number;
  readonly huisletter: string | null;
  readonly huisnummertoevoeging: string | null;
}

/** Compares two addresses of one street; 0 only for equal letters and additions. */
export function inNaturalOrder(a: HouseNumber, b: HouseNumber): number {
  return (
    a.huisnummer - b.huisnummer ||
    comparePart(a.huisletter, b.huisletter) ||
    comparePart(a.huisnummertoevoeging, b.huisnummertoevoeging)
  );
}

/** Compares as natural order does; of spellings that this leaves equal, capitals and leading zeros come later. */
function comparePart(one: string | null, other: string | null): number {
  const [a, b] = [runsOf(one), runsOf(other)];
  return compareRuns(a, b, compareNaturally) || compareRuns(a, b, compareSpelling);
}

/** Cuts a text into whole numbers and single other characters. */
function runsOf(text: string | null): string[] {
  return text?.match(/[0-9]+|[^0-9]/g) ?? [];
}

function compareRuns(a: string[], b: string[], compare: (one: string, other: string) => number): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compare(a[i]!, b[i]!);
    if (order !== 0) {
      return order;
    }
  }
  return a.length - b.length;
}

function compareNaturally(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [one, other].map((run) => /^[0-9]/.test(run));
  if (isNumber && isOtherNumber) {
    return sign(BigInt(one), BigInt(other));
  }
  return isNumber === isOtherNumber ? sign(one.toLowerCase(), other.toLowerCase()) : isNumber ? -1 : 1;
}

function compareSpelling(one: string, other: string): number {
  return one.length - other.length || sign(other, one);
}

function sign<T extends bigint | string>(one: T, other: T): number {
  return one < other ? -1 : Number(one > other);
}
