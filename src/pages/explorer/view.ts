/** Views of the explorer, as in the query of its URL: `/?address=0363200000000001`. */

interface Words {
  readonly nl: string;
  readonly en: string;
}

/** Kind of view, with what server and page know of it. */
interface KindFacts {
  /** Parameter in the URL. */
  readonly parameter: string;
  /** Form of identifiers, where kinds share a parameter: the first kind that an identifier fits. */
  readonly form?: RegExp;
  /** Digits 5 and 6 of an identificatie of this type of object (docs/bag-format.md). */
  readonly code?: string;
  readonly name: Words;
  /** Why there may be no such object, when more is known than that the data has none. */
  readonly missing?: Words;
}

const NO_SUCH_POSTCODE: Words = {
  nl: "Geen adres heeft deze postcode. Hij is niet uitgegeven, vervallen, of alleen voor postbussen.",
  en: "No address has this postcode. It is not issued, withdrawn, or only for PO boxes.",
};

const KIND_FACTS = {
  line: {
    parameter: "q",
    name: { nl: "Zoekopdracht", en: "Search" },
  },
  address: {
    parameter: "address",
    code: "20",
    name: { nl: "Adres", en: "Address" },
    missing: {
      nl: "Er is geen adres met deze identificatie. Het is misschien ingetrokken, of het staat niet in deze gegevens.",
      en: "No address has this identifier. It may have been withdrawn, or it is not in this data.",
    },
  },
  former: {
    parameter: "former",
    name: { nl: "Voormalig adres", en: "Former address" },
  },
  building: {
    parameter: "building",
    code: "10",
    name: { nl: "Pand", en: "Building" },
    missing: {
      nl: "Er is geen pand met deze identificatie. Het is misschien gesloopt, of het staat niet in deze gegevens.",
      en: "No building has this identifier. It may have been demolished, or it is not in this data.",
    },
  },
  residence: {
    parameter: "residence",
    code: "01",
    name: { nl: "Verblijfsobject", en: "Residence" },
  },
  street: {
    parameter: "street",
    code: "30",
    name: { nl: "Straat", en: "Street" },
  },
  area: {
    parameter: "postcode",
    form: /^\d{4}$/,
    name: { nl: "Postcodegebied", en: "Postcode area" },
    missing: NO_SUCH_POSTCODE,
  },
  postcode: {
    parameter: "postcode",
    name: { nl: "Postcode", en: "Postcode" },
    missing: NO_SUCH_POSTCODE,
  },
  place: {
    parameter: "place",
    name: { nl: "Woonplaats", en: "Place" },
  },
  municipality: {
    parameter: "municipality",
    name: { nl: "Gemeente", en: "Municipality" },
  },
  province: {
    parameter: "province",
    name: { nl: "Provincie", en: "Province" },
  },
  point: {
    parameter: "point",
    name: { nl: "Plek op de kaart", en: "Spot on the map" },
    missing: {
      nl: "Binnen 100 meter van deze plek ligt geen adres.",
      en: "There is no address within 100 metres of this spot.",
    },
  },
} as const satisfies Readonly<Record<string, KindFacts>>;

export type ViewKind = keyof typeof KIND_FACTS;
export const VIEW_KINDS: Readonly<Record<ViewKind, KindFacts>> = KIND_FACTS;

/**
 * One thing that is shown: `id` is an identificatie, a code, a postcode of four (`area`) or six characters, a name of a
 * provincie, a typed line, `lat,lng`, for a street also `<woonplaats>/<name>`, or for a former address
 * `<identificatie>/<day>`. Undefined where nothing is chosen.
 */
export type ExplorerView = { readonly kind: ViewKind; readonly id: string } | undefined;

const ENTRIES = Object.entries(VIEW_KINDS) as [ViewKind, KindFacts][];

export function parseView(search: string): ExplorerView {
  const query = new URLSearchParams(search);
  for (const [kind, { parameter, form = /./ }] of ENTRIES) {
    const id = query.get(parameter)?.trim();
    if (id && form.test(id)) {
      return { kind, id };
    }
  }
  return undefined;
}

/** Returns the view of an identificatie of 16 digits; undefined for other text, and for objects without a card. */
export function viewOfIdentificatie(text: string): ExplorerView {
  const id = text.replaceAll(" ", "");
  const code = /^\d{4}(\d\d)\d{10}$/.exec(id)?.[1];
  const [kind] = ENTRIES.find((entry) => code !== undefined && entry[1].code === code) ?? [];
  return kind && { kind, id };
}
