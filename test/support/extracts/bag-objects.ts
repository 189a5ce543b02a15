/** Makes registry objects for extracts in tests; fields that a test does not care about get defaults. */
import type { RdPolygon } from "../../../tools/country/official-format/gml.ts";
import type {
  DeliveredWoonplaats,
  DemoVoorkomen,
  Ligplaats,
  Nummeraanduiding,
  OpenbareRuimte,
  Pand,
  Standplaats,
  Verblijfsobject,
} from "../../../tools/country/official-format/objects.ts";

const DOCUMENT = { documentdatum: "2009-12-15", documentnummer: "B&W 2009/17" } as const;
const FIRST = voorkomen(1, "2010-01-01");

/** Makes a version of an object, valid from `begin` until the day before `end`. */
export function voorkomen(
  number: number,
  begin: string,
  end?: string,
  rest: Partial<DemoVoorkomen> = {},
): DemoVoorkomen {
  return {
    voorkomenidentificatie: number,
    beginGeldigheid: begin,
    eindGeldigheid: end,
    tijdstipRegistratie: `${begin}T10:00:00.000`,
    tijdstipRegistratieLV: `${begin}T10:30:00.000`,
    ...rest,
  };
}

/** Returns a counterclockwise rectangle from its lower left corner. */
export function rectangle(x: number, y: number, width: number, height = width): number[] {
  return [x, y, x + width, y, x + width, y + height, x, y + height, x, y];
}

export function square(x: number, y: number, side: number): RdPolygon {
  return { exterior: rectangle(x, y, side) };
}

type Given<T, K extends keyof T> = Pick<T, K> & Partial<T>;

export function woonplaats(
  given: Given<DeliveredWoonplaats, "identificatie" | "naam" | "geometrie">,
): DeliveredWoonplaats {
  return { type: "WPL", status: "Woonplaats aangewezen", ...DOCUMENT, voorkomen: FIRST, ...given };
}

export function openbareRuimte(
  given: Given<OpenbareRuimte, "identificatie" | "naam" | "ligtIn">,
): OpenbareRuimte {
  return {
    type: "OPR",
    streetType: "Weg",
    status: "Naamgeving uitgegeven",
    ...DOCUMENT,
    voorkomen: FIRST,
    ...given,
  };
}

export function nummeraanduiding(
  given: Given<Nummeraanduiding, "identificatie" | "huisnummer" | "ligtAan">,
): Nummeraanduiding {
  return {
    type: "NUM",
    typeAdresseerbaarObject: "Verblijfsobject",
    status: "Naamgeving uitgegeven",
    ...DOCUMENT,
    voorkomen: FIRST,
    ...given,
  };
}

export function verblijfsobject(
  given: Given<Verblijfsobject, "identificatie" | "hoofdadres" | "geometrie" | "panden">,
): Verblijfsobject {
  return {
    type: "VBO",
    status: "Verblijfsobject in gebruik",
    gebruiksdoelen: ["woonfunctie"],
    oppervlakte: 100,
    ...DOCUMENT,
    voorkomen: FIRST,
    ...given,
  };
}

export function ligplaats(given: Given<Ligplaats, "identificatie" | "hoofdadres" | "geometrie">): Ligplaats {
  return { type: "LIG", status: "Plaats aangewezen", ...DOCUMENT, voorkomen: FIRST, ...given };
}

export function standplaats(
  given: Given<Standplaats, "identificatie" | "hoofdadres" | "geometrie">,
): Standplaats {
  return { type: "STA", status: "Plaats aangewezen", ...DOCUMENT, voorkomen: FIRST, ...given };
}

export function pand(given: Given<Pand, "identificatie" | "geometrie" | "bouwjaar">): Pand {
  return { type: "PND", status: "Pand in gebruik", ...DOCUMENT, voorkomen: FIRST, ...given };
}
