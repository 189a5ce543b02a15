/** Fields of the records, as the cards show them. A field without texts fails to compile. */
import type { Translated } from "../../../../base/language.ts";
import type { ExplorerView } from "../../view.ts";

/** Name of a field in both languages, and its meaning where the name does not say it. */
export interface FieldText extends Partial<Translated> {
  readonly name: Translated;
  /** True for a field that is shown only with a value: not all data and answers have it. */
  readonly whenKnown?: true;
  /** Returns the view that a value links to; `record` has the other values. */
  view?(text: string, record: Readonly<Record<string, unknown>>): ExplorerView;
}
export type Fields<Name extends string = string> = Readonly<Record<Name, FieldText>>;
/** Fields that answers about one day have, and documents and investigations; the time line of a card has these. */
type OfDay = "valid_from" | "valid_until" | "announced" | "gap" | "sources" | "in_onderzoek";
/** Texts of the fields of a record. Fields requested with `include`, and `Elsewhere`, appear elsewhere on a card. */
export type FieldsOf<R, Elsewhere extends keyof R = never> = Fields<
  Exclude<keyof R, "geometry" | "counts" | "address" | "addresses" | OfDay | Elsewhere> & string
>;

export const GEMEENTE: Fields<"gemeente_naam" | "gemeente_code" | "provincie_naam"> = {
  gemeente_naam: {
    name: { nl: "Gemeente", en: "Municipality" },
    nl: "De gemeente waarin de woonplaats nu ligt.",
    en: "The municipality that the place is in now.",
    view: (_text, { gemeente_code }) => ({ kind: "municipality", id: String(gemeente_code) }),
  },
  gemeente_code: {
    name: { nl: "Gemeentecode", en: "Municipality code" },
    nl: "Code van vier cijfers, van het CBS.",
    en: "Code of four digits, issued by Statistics Netherlands.",
  },
  provincie_naam: {
    name: { nl: "Provincie", en: "Province" },
    view: (id) => ({ kind: "province", id }),
  },
};

export const POSITION: Fields<"latitude" | "longitude" | "rd_x" | "rd_y"> = {
  latitude: {
    name: { nl: "Breedtegraad", en: "Latitude" },
    nl: "In graden, WGS84, zoals telefoons en webkaarten gebruiken.",
    en: "In degrees, WGS84, as phones and web maps use.",
  },
  longitude: { name: { nl: "Lengtegraad", en: "Longitude" } },
  rd_x: {
    name: { nl: "RD x", en: "RD x" },
    nl: "Rijksdriehoekscoördinaat in meters, naar het oosten: het stelsel van de BAG.",
    en: "Dutch national grid, metres to the east: the grid of the BAG.",
  },
  rd_y: { name: { nl: "RD y", en: "RD y" } },
};

export const USE: Fields<"gebruiksdoel" | "oppervlakte"> = {
  gebruiksdoel: {
    name: { nl: "Gebruiksdoel", en: "Purpose of use" },
    nl: "Waarvoor het object vergund is. Een object kan meer doelen hebben.",
    en: "What the object may be used for. It can have several purposes.",
  },
  oppervlakte: {
    name: { nl: "Oppervlakte", en: "Floor area" },
    nl: "Gebruiksoppervlakte binnen, in m²; niet die van de kavel.",
    en: "Usable floor area inside, in m²; not the area of the plot.",
  },
};

export const PAND_ID: FieldText = {
  name: { nl: "Identificatie pand", en: "Building identifier" },
  nl: "Nummer van het gebouw waarin het object ligt.",
  en: "Number of the building that contains the object.",
  view: (id) => ({ kind: "building", id }),
};

export const BOUWJAAR: FieldText = {
  name: { nl: "Bouwjaar", en: "Year of construction" },
  nl: "Jaar waarin het pand werd opgeleverd. Oude jaren zijn vaak geschat.",
  en: "Year in which the building was completed. Old years are often estimates.",
};

export const STAGE: FieldText = {
  name: { nl: "Fase", en: "Stage" },
  nl: "Of het al bestaat; volgt uit de status.",
  en: "Whether it exists yet; derived from the status.",
};
