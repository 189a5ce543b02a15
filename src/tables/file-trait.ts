/** Findings about a file that was read as a table, and their English texts. */

export type FileTrait =
  | { readonly code: "encoding"; readonly encoding: string }
  /** `separator` is one character, any but a quote or line end. */
  | { readonly code: "separator"; readonly separator: string }
  /** Each line is one cell. */
  | { readonly code: "one_column" }
  | { readonly code: "xlsx" }
  /** The sheet that was read, and up to five others. */
  | { readonly code: "sheet"; readonly name: string; readonly others: readonly string[] }
  | { readonly code: "formulas_without_value"; readonly count: number; readonly first: string };

const SEPARATOR_NAMES: Readonly<Record<string, string>> = {
  "\t": "tabs",
  ";": "semicolons",
  "|": "vertical bars",
  ",": "commas",
};

/** Returns the finding in English, such as `windows-1252`, `separated by semicolons` or `sheet "Adressen"`. */
export function fileTraitText(trait: FileTrait): string {
  switch (trait.code) {
    case "encoding":
      return trait.encoding;
    case "separator":
      return `separated by ${SEPARATOR_NAMES[trait.separator] ?? JSON.stringify(trait.separator)}`;
    case "one_column":
      return "one column";
    case "xlsx":
      return "xlsx";
    case "sheet": {
      const others = trait.others.map((name) => `"${name}"`).join(", ");
      return `sheet "${trait.name}"${others === "" ? "" : ` (not ${others})`}`;
    }
    case "formulas_without_value":
      return `${trait.count} formulas without a value, the first in ${trait.first}`;
  }
}
