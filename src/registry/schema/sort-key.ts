/**
 * Returns the sort key for the natural order of the addresses of one street, compared byte by byte:
 * `sortKeyOf(12, "a", "10")` is `00012 a 210`.
 *
 * Parts are separated by a space, which sorts before every character in them, so an absent part sorts first. A number
 * inside an addition is prefixed with its number of digits, so 2 (`12`) sorts before 10 (`210`). Ties between spellings
 * (`bis`, `BIS`; `1`, `01`) put lower case first and fewer leading zeros first.
 */
export function sortKeyOf(huisnummer: number, huisletter: string | null, toevoeging: string | null): string {
  const number = huisnummer.toString().padStart(5, "0");
  const letter = huisletter === null ? "" : letterKey(huisletter);
  if (toevoeging) {
    return `${number} ${letter} ${toevoegingKey(toevoeging)}`;
  }
  return letter === "" ? number : `${number} ${letter}`;
}

function letterKey(letter: string): string {
  const lower = letter.toLowerCase();
  return lower === letter ? lower : `${lower}~`;
}

/** Returns the key of an addition in lower case and without leading zeros; where it has these, its own key follows. */
function toevoegingKey(toevoeging: string): string {
  const folded = toevoeging.toLowerCase().replace(/(?<!\d)0+(?=\d)/g, "");
  const key = prefixLengths(folded);
  return folded === toevoeging ? key : `${key} ${prefixLengths(swapCase(toevoeging))}`;
}

function prefixLengths(text: string): string {
  return text.replace(/\d+/g, (digits) => String.fromCharCode(48 + digits.length) + digits);
}

/** Swaps the case of ASCII letters: ASCII sorts upper case first, the tie breaker needs lower case first. */
function swapCase(text: string): string {
  return text.replace(/[a-z]+|[A-Z]+/g, (run) => (run < "a" ? run.toLowerCase() : run.toUpperCase()));
}
