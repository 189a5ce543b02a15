/** Views of the explorer, as in the query of its URL: `/?address=0363200000000001`. */

/** Kinds of view, each with the name of its parameter in the URL. */
export const VIEW_PARAMETERS = {
  line: "q",
  address: "address",
  former: "former",
  building: "building",
  residence: "residence",
  street: "street",
  postcode: "postcode",
  place: "place",
  municipality: "municipality",
  province: "province",
  point: "point",
} as const;
export type ViewKind = keyof typeof VIEW_PARAMETERS;

/**
 * One thing that is shown: `id` is an identificatie, a code, a postcode of four or six characters, a name of a
 * provincie, a typed line, `lat,lng`, for a street also `<woonplaats>/<name>`, or for a former
 * address `<identificatie>/<day>`. Undefined where nothing is chosen.
 */
export type ExplorerView = { readonly kind: ViewKind; readonly id: string } | undefined;

export function parseView(search: string): ExplorerView {
  const query = new URLSearchParams(search);
  for (const [kind, parameter] of Object.entries(VIEW_PARAMETERS) as [ViewKind, string][]) {
    const id = query.get(parameter)?.trim();
    if (id) {
      return { kind, id };
    }
  }
  return undefined;
}

/** Returns true for four digits as a postcode: an area of postcodes. */
export function isArea({ kind, id }: NonNullable<ExplorerView>): boolean {
  return kind === "postcode" && /^\d{4}$/.test(id);
}
