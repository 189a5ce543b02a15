/** Maximum length of a name without a short form, and of a short form (NEN 5825). */
const MAX_LENGTH = 24;

const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/^Burgemeester /, "Burg "],
  [/^Professor /, "Prof "],
  [/^(Prinses|Prins) /, "Pr "],
  [/^Koningin /, "Kon "],
  [/^(Dokter|Doctor) /, "Dr "],
  [/^Dominee /, "Ds "],
  [/^Generaal /, "Gen "],
  [/^Admiraal /, "Adm "],
  [/^Kapitein /, "Kapt "],
  [/^Wethouder /, "Weth "],
  [/^Ingenieur /, "Ir "],
  [/^Jonkheer /, "Jhr "],
  [/^Meester /, "Mr "],
  [/\bvan der /, "v d "],
  [/\bvan /, "v "],
  [/straat\b/, "str"],
  [/laan\b/, "ln"],
  [/plein\b/, "pln"],
  [/singel\b/, "sngl"],
  [/\./g, ""],
];

/** Returns the short form of a name over 24 characters; `undefined` when the name is short enough. */
export function verkorteNaam(naam: string): string | undefined {
  if (naam.length <= MAX_LENGTH) {
    return undefined;
  }
  let short = naam;
  for (const [pattern, replacement] of ABBREVIATIONS) {
    if (short.length <= MAX_LENGTH) {
      return short;
    }
    short = short.replace(pattern, replacement);
  }
  if (short.length > MAX_LENGTH) {
    short = short.replace(/([A-ZÀ-Ý])[\p{L}]+ (?=[A-ZÀ-Ý])/u, "$1 ");
  }
  return short.slice(0, MAX_LENGTH).trim();
}
