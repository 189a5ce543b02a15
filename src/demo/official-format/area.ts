/** Area of a delivery: the whole country, or one gemeente. */
export type DeliveryArea =
  | { readonly kind: "national" }
  | { readonly kind: "municipal"; readonly gemeentecode: string; readonly gemeentenaam: string };

/** Returns the prefix of all entry names: `9999` for the country. */
export function areaCode(area: DeliveryArea): string {
  return area.kind === "national" ? "9999" : area.gemeentecode;
}

/**
 * Returns `selecties-extract:Gebied-Registratief` as the data files write it, at `indent`; without the name of a
 * gemeente.
 */
export function registratiefGebiedXml(area: DeliveryArea, indent: string): string {
  const inner =
    area.kind === "national"
      ? ["  <selecties-extract:Gebied-NLD />"]
      : [
          "  <selecties-extract:Gebied-GEM>",
          "    <selecties-extract:GemeenteCollectie>",
          "      <selecties-extract:Gemeente>",
          `        <selecties-extract:GemeenteIdentificatie>${area.gemeentecode}</selecties-extract:GemeenteIdentificatie>`,
          "      </selecties-extract:Gemeente>",
          "    </selecties-extract:GemeenteCollectie>",
          "  </selecties-extract:Gebied-GEM>",
        ];
  return ["<selecties-extract:Gebied-Registratief>", ...inner, "</selecties-extract:Gebied-Registratief>"]
    .map((line) => `${indent}${line}\n`)
    .join("");
}

/** Returns a date as entry names write it: `08112026` for `2026-11-08`. */
export function entryDate(date: string): string {
  return date.slice(8, 10) + date.slice(5, 7) + date.slice(0, 4);
}
