import { code, optional } from "./kinds.ts";

export const buurtCode = code(/^BU[0-9]{4}[0-9A-Z]{4}$/, 10, {
  description: "Code of the CBS buurt.",
  example: "BU04570001",
});
export const wijkCode = code(/^WK[0-9]{4}[0-9A-Z]{2}$/, 8, {
  description: "Code of the CBS wijk.",
  example: "WK045700",
});

/** Filters by CBS buurt and wijk, of lists of addresses. */
export const buurtFilters = {
  "filter[buurt_code]": optional(buurtCode),
  "filter[wijk_code]": optional(wijkCode),
};

/** Leaves these filters out of an example: whether the data has buurten depends on its import. */
export const NO_BUURT = { "filter[buurt_code]": null, "filter[wijk_code]": null } as const;

/** Returns the codes of {@link buurtFilters} that are given. */
export function toBuurtCodes(
  input: {
    readonly [K in keyof typeof buurtFilters]?: string | undefined;
  },
) {
  return { buurtCode: input["filter[buurt_code]"], wijkCode: input["filter[wijk_code]"] };
}
