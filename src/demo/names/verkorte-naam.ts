/** Maximum length of a name without a short form, and of a short form (NEN 5825). */
const LIMIT = 24;

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
  if (naam.length <= LIMIT) return undefined;
  let short = naam;
  for (const [pattern, replacement] of ABBREVIATIONS) {
    if (short.length <= LIMIT) return short;
    short = short.replace(pattern, replacement);
  }
  if (short.length > LIMIT) short = short.replace(/([A-ZÀ-Ý])[\p{L}]+ (?=[A-ZÀ-Ý])/u, "$1 ");
  return short.slice(0, LIMIT).trim();
}
