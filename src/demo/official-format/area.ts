/** What a delivery covers: the whole country, or one municipality. */
export type DeliveryArea =
  | { readonly kind: "national" }
  | { readonly kind: "municipal"; readonly gemeentecode: string; readonly gemeentenaam: string };

/** Prefix of all entry names: `9999` for the country. */
export function areaCode(area: DeliveryArea): string {
  return area.kind === "national" ? "9999" : area.gemeentecode;
}

/** `selecties-extract:Gebied-Registratief` as the data files write it, at `indent`; no municipality name. */
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

/** `2026-11-08` as entry names write it: `08112026`. */
export function entryDate(date: string): string {
  return date.slice(8, 10) + date.slice(5, 7) + date.slice(0, 4);
}
