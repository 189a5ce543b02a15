/** Fields of the rows of exports of history (record-fields.ts has their form). */
import { ADDRESS_AREAS } from "./cbs-fields.ts";
import type { Fields } from "./field-types.ts";
import { ADDRESS, BUILDING, RESIDENCE } from "./record-fields.ts";
import { GEMEENTE_COLUMNS, VALIDITY, WOONPLAATS_COLUMNS } from "./shared-fields.ts";

/** Returns a declaration without some fields. */
function without<F extends Fields, Name extends string>(fields: F, names: readonly Name[]): Omit<F, Name> {
  const kept = Object.entries(fields).filter(([name]) => !(names as readonly string[]).includes(name));
  return Object.fromEntries(kept) as Omit<F, Name>;
}

function namesOf<F extends Fields>(fields: F): (keyof F & string)[] {
  return Object.keys(fields);
}

const STAGE_EVER = "Stage by status: planned, standing or ended";

/** One row for each period in which an address was the same; areas of CBS are known of today only. */
export const ADDRESS_HISTORY = {
  nummeraanduiding_id: ADDRESS.nummeraanduiding_id,
  valid_from: { type: "date", export: "First day on which the row is valid, YYYY-MM-DD" },
  valid_until: {
    type: "date",
    nullable: true,
    export: "First day on which it is no longer valid; empty when no end is known",
  },
  ...without(ADDRESS, ["nummeraanduiding_id", ...namesOf(VALIDITY), ...namesOf(ADDRESS_AREAS)]),
} as const satisfies Fields;

const VOORKOMEN = {
  voorkomen_identificatie: { type: "ordinal", export: "Number of the voorkomen, from 1" },
  begin_geldigheid: { type: "date", export: "Day from which it is valid, YYYY-MM-DD" },
  eind_geldigheid: {
    type: "date",
    nullable: true,
    export: "Day on which it ends; empty when no end is known",
  },
} as const satisfies Fields;

const time = (text: string) => ({ type: "text", nullable: true, export: `${text}, local time` }) as const;

/** Document of a voorkomen, and when it was registered. */
const SOURCE = {
  documentnummer: { type: "free text", nullable: true, export: "Number of its document" },
  documentdatum: { type: "date", nullable: true, export: "Date of the document" },
  geconstateerd: { type: "boolean", export: "True when it was observed, without a regular document" },
  tijdstip_registratie: time("When the gemeente registered it"),
  eind_registratie: time("When the gemeente registered its end"),
  tijdstip_registratie_lv: time("When the national registry took it over"),
  eind_registratie_lv: time("When the national registry took over its end"),
} as const satisfies Fields;

const NOT_OF_VOORKOMENS = [
  "identificatie",
  "stage",
  "address_count",
  "residence_count",
  ...namesOf(VOORKOMEN),
  ...namesOf(SOURCE),
  ...namesOf(WOONPLAATS_COLUMNS),
  ...namesOf(GEMEENTE_COLUMNS),
] as const;

/** One row for each voorkomen of a pand. */
export const BUILDING_HISTORY = {
  identificatie: BUILDING.identificatie,
  ...VOORKOMEN,
  stage: { type: "stage", export: STAGE_EVER },
  ...without(BUILDING, NOT_OF_VOORKOMENS),
  ...SOURCE,
} as const satisfies Fields;

/** One row for each voorkomen of a verblijfsobject. */
export const RESIDENCE_HISTORY = {
  identificatie: RESIDENCE.identificatie,
  ...VOORKOMEN,
  stage: { type: "stage", export: STAGE_EVER },
  ...without(RESIDENCE, NOT_OF_VOORKOMENS),
  ...SOURCE,
} as const satisfies Fields;
