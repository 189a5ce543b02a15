/**
 * The natural order of the addresses of one street as text that sorts byte by byte: `volgordeKey(12, "a", "10")` is
 * `00012 a 210`.
 *
 * Parts are set apart by a space, which sorts before every character they hold, so nothing comes before something.
 * A number inside an addition is preceded by how many digits it has, so 2 (`12`) comes before 10 (`210`). Where two
 * spellings would be equal (`bis`, `BIS`; `1`, `01`) the lower case and shorter one comes first.
 */
export function volgordeKey(
  huisnummer: number,
  huisletter: string | null,
  toevoeging: string | null,
): string {
  const nummer = huisnummer.toString().padStart(5, "0");
  const letter = huisletter === null ? "" : letterKey(huisletter);
  if (toevoeging) return `${nummer} ${letter} ${toevoegingKey(toevoeging)}`;
  return letter === "" ? nummer : `${nummer} ${letter}`;
}

function letterKey(letter: string): string {
  const lower = letter.toLowerCase();
  return lower === letter ? lower : `${lower}~`;
}

function toevoegingKey(toevoeging: string): string {
  const folded = toevoeging.toLowerCase().replace(/0+(?=\d)/g, "");
  const key = folded.replace(/\d+/g, (digits) => String.fromCharCode(48 + digits.length) + digits);
  return folded === toevoeging ? key : `${key} ${swapCase(toevoeging)}`;
}

/** ASCII sorts upper case first; the tie breaker wants lower case first. */
function swapCase(text: string): string {
  return text.replace(/[a-z]+|[A-Z]+/g, (run) => (run < "a" ? run.toLowerCase() : run.toUpperCase()));
}
