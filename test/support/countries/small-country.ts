/**
 * Defines a country of two gemeenten on 2024-03-08 with every object type and every odd case of the BAG once. The
 * expected registry is typed by hand in small-country-tables.ts.
 */
import type { GemeenteWoonplaatsRelatie } from "../../../tools/country/official-format/gemeente-woonplaats-relatie.ts";
import { inOnderzoekStandXml } from "../../../tools/country/official-format/in-onderzoek.ts";
import { standXml } from "../../../tools/country/official-format/object-xml.ts";
import type { BagObject } from "../../../tools/country/official-format/objects.ts";
import {
  ligplaats,
  nummeraanduiding,
  openbareRuimte,
  rectangle,
  square,
  standplaats,
  voorkomen,
  woonplaats,
} from "../extracts/bag-objects.ts";
import type { ExtractSpec } from "../extracts/extract-builder.ts";
import { SMALL_PANDEN, SMALL_VERBLIJFSOBJECTEN } from "./small-country-buildings.ts";

export const REFERENCE_DATE = "2024-03-08";

/** Names file: gemeente 0900 ended in 2020; 0903 begins in the future. Provincie 21 has its official name. */
export const NAMES_CSV = [
  "provinciecode;provincienaam;gemeentecode;gemeentenaam;begindatum;einddatum",
  "27;Noord-Holland;0900;Verleden;1970-01-01;2020-01-01",
  "27;Noord-Holland;0901;Oosterland;2020-01-01;",
  "21;Fryslân;0902;Súdwest-Meer;1970-01-01;",
  "27;Noord-Holland;0903;Toekomst;2025-01-01;",
].join("\n");

const GEMEENTE_OF: readonly GemeenteWoonplaatsRelatie[] = [
  {
    woonplaats: "9001",
    gemeente: "0900",
    begindatum: "1970-01-01",
    einddatum: "2020-01-01",
    status: "definitief",
  },
  {
    woonplaats: "9001",
    gemeente: "0901",
    begindatum: "2020-01-01",
    einddatum: "2025-01-01",
    status: "definitief",
  },
  { woonplaats: "9001", gemeente: "0903", begindatum: "2025-01-01", status: "voorlopig" },
  { woonplaats: "9002", gemeente: "0902", begindatum: "1970-01-01", status: "definitief" },
  // Withdrawn woonplaatsen keep an open row.
  { woonplaats: "9003", gemeente: "0902", begindatum: "1970-01-01", status: "definitief" },
];

const WOONPLAATSEN: readonly BagObject[] = [
  woonplaats({ identificatie: "9001", naam: "Oostdorp", geometrie: [square(120_000, 480_000, 2000)] }),
  woonplaats({
    identificatie: "9002",
    naam: "Itens aan ’t Meer",
    geometrie: [square(122_000, 480_000, 2000), square(130_000, 480_000, 1000)],
  }),
  woonplaats({
    identificatie: "9003",
    naam: "Verdwenen",
    geometrie: [square(122_000, 480_000, 2000)],
    status: "Woonplaats ingetrokken",
  }),
];

const DORPSSTRAAT = "0901300000000001";
const HOFKE = "0901300000000002";
const WITHDRAWN_STREET = "0901300000000003";
const MEERWEG = "0902300000000001";
const HET_MEER = "0902300000000002";

const OPENBARE_RUIMTEN: readonly BagObject[] = [
  openbareRuimte({
    identificatie: DORPSSTRAAT,
    naam: "Oude Straat",
    ligtIn: "9001",
    voorkomen: voorkomen(1, "2010-01-01", "2015-06-01"),
  }),
  openbareRuimte({
    identificatie: DORPSSTRAAT,
    naam: "Dorpsstraat",
    verkorteNaam: "Dorpsstr",
    ligtIn: "9001",
    voorkomen: voorkomen(2, "2015-06-01"),
  }),
  openbareRuimte({ identificatie: HOFKE, naam: "'t Höfke & Zoon’s pad <oud>", ligtIn: "9001" }),
  openbareRuimte({
    identificatie: WITHDRAWN_STREET,
    naam: "Opgeheven pad",
    ligtIn: "9001",
    status: "Naamgeving ingetrokken",
  }),
  openbareRuimte({ identificatie: MEERWEG, naam: "Meerweg", ligtIn: "9002" }),
  openbareRuimte({ identificatie: HET_MEER, naam: "Het Meer", streetType: "Water", ligtIn: "9002" }),
];

const num = (n: number) => `09012000000000${String(n).padStart(2, "0")}`;

/** Makes a number in Dorpsstraat, with postcode 1111AA unless overridden. */
function inDorpsstraat(
  n: number,
  huisnummer: number,
  rest: Partial<ReturnType<typeof nummeraanduiding>> = {},
) {
  return nummeraanduiding({
    identificatie: num(n),
    huisnummer,
    ligtAan: DORPSSTRAAT,
    postcode: "1111AA",
    ...rest,
  });
}

const NUMMERAANDUIDINGEN: readonly BagObject[] = [
  inDorpsstraat(1, 1),
  inDorpsstraat(2, 1, { huisletter: "a" }),
  inDorpsstraat(3, 1, { huisletter: "A" }),
  inDorpsstraat(4, 3, { postcode: undefined }),
  inDorpsstraat(5, 5, { huisnummertoevoeging: "bis" }),
  // Two addresses with one full key.
  inDorpsstraat(6, 7, { postcode: "1111AB" }),
  inDorpsstraat(7, 7, { postcode: "1111AB" }),
  // No object refers to it.
  inDorpsstraat(8, 9),
  inDorpsstraat(9, 10, { status: "Naamgeving ingetrokken" }),
  // In another woonplaats than its street.
  inDorpsstraat(10, 11, { ligtIn: "9002", postcode: "1111AB" }),
  // Ended, zero-length, in force.
  inDorpsstraat(11, 12, { voorkomen: voorkomen(1, "2010-01-01", "2020-01-01") }),
  inDorpsstraat(11, 13, { voorkomen: voorkomen(2, "2020-01-01", "2020-01-01") }),
  inDorpsstraat(11, 14, { voorkomen: voorkomen(3, "2020-01-01") }),
  // Two in force, and one that begins in the future (a typing error in the registry).
  inDorpsstraat(12, 15, { voorkomen: voorkomen(1, "2010-01-01") }),
  inDorpsstraat(12, 16, { voorkomen: voorkomen(2, "2012-01-01") }),
  inDorpsstraat(12, 17, { voorkomen: voorkomen(3, "2204-01-21") }),
  nummeraanduiding({
    identificatie: num(13),
    huisnummer: 1,
    huisletter: "c",
    huisnummertoevoeging: "10",
    postcode: "1112ZZ",
    ligtAan: HOFKE,
  }),
  // Inactief and niet-BAG voorkomens never count, even in a main file.
  inDorpsstraat(21, 8),
  inDorpsstraat(21, 88, {
    voorkomen: voorkomen(2, "2020-01-01", undefined, { tijdstipInactief: "2021-01-01T00:00:00.000" }),
  }),
  inDorpsstraat(21, 89, {
    voorkomen: voorkomen(3, "2020-01-01", undefined, { tijdstipNietBagLV: "2021-01-01T00:00:00.000" }),
  }),
  inDorpsstraat(22, 18),
  inDorpsstraat(23, 20),
  // Ends on the reference date, so it is no longer in force; its successor begins then.
  inDorpsstraat(24, 21, { voorkomen: voorkomen(1, "2010-01-01", "2024-03-08") }),
  inDorpsstraat(24, 22, { voorkomen: voorkomen(2, "2024-03-08") }),
  // Ends the day after, announced and already registered.
  inDorpsstraat(25, 24, {
    voorkomen: voorkomen(1, "2010-01-01", "2024-03-09", { eindRegistratie: "2024-03-01T10:00:00.000" }),
  }),
  inDorpsstraat(25, 26, { voorkomen: voorkomen(2, "2024-03-09") }),
  nummeraanduiding({ identificatie: num(26), huisnummer: 2, postcode: "1111AC", ligtAan: WITHDRAWN_STREET }),
  // Begins the day after the reference date, without an earlier voorkomen.
  inDorpsstraat(27, 28, { voorkomen: voorkomen(1, "2024-03-09") }),
  nummeraanduiding({
    identificatie: "0902200000000001",
    huisnummer: 2,
    postcode: "1112XA",
    ligtAan: HET_MEER,
    typeAdresseerbaarObject: "Ligplaats",
  }),
  nummeraanduiding({
    identificatie: "0902200000000002",
    huisnummer: 4,
    postcode: "1112XA",
    ligtAan: HET_MEER,
    typeAdresseerbaarObject: "Ligplaats",
  }),
  nummeraanduiding({
    identificatie: "0902200000000003",
    huisnummer: 1,
    postcode: "1112XB",
    ligtAan: MEERWEG,
    typeAdresseerbaarObject: "Standplaats",
  }),
  ...[2, 4, 6].map((huisnummer, i) =>
    nummeraanduiding({
      identificatie: `090220000000000${4 + i}`,
      huisnummer,
      postcode: "1112XB",
      ligtAan: MEERWEG,
    }),
  ),
];

/** Shape whose centroid is in the notch, outside. */
const U_SHAPE = [
  [122_600, 480_500],
  [122_660, 480_500],
  [122_660, 480_560],
  [122_650, 480_560],
  [122_650, 480_510],
  [122_610, 480_510],
  [122_610, 480_560],
  [122_600, 480_560],
  [122_600, 480_500],
].flat();

const PLAATSEN: readonly BagObject[] = [
  ligplaats({
    identificatie: "0902020000000001",
    hoofdadres: "0902200000000001",
    nevenadressen: ["0902200000000002"],
    geometrie: { exterior: rectangle(122_500, 480_500, 20, 10) },
  }),
  standplaats({
    identificatie: "0902030000000001",
    hoofdadres: "0902200000000003",
    geometrie: { exterior: U_SHAPE },
  }),
  standplaats({
    identificatie: "0902030000000002",
    hoofdadres: "0902200000000003",
    geometrie: square(122_000, 480_000, 5),
    status: "Plaats ingetrokken",
  }),
];

const ALL: readonly BagObject[] = [
  ...WOONPLAATSEN,
  ...OPENBARE_RUIMTEN,
  ...NUMMERAANDUIDINGEN,
  ...SMALL_VERBLIJFSOBJECTEN,
  ...PLAATSEN,
  ...SMALL_PANDEN,
];

/** Records of the side files; if read as main ones, they would change every expectation. */
const SIDE_FILES: NonNullable<ExtractSpec["sideFiles"]> = {
  IO: {
    NUM: [
      inOnderzoekStandXml({
        type: "NUM",
        identificatie: num(1),
        kenmerk: "huisnummer",
        inOnderzoek: true,
        documentdatum: "2023-01-01",
        documentnummer: "IO 1",
        beginGeldigheid: "2023-01-01",
        tijdstipRegistratie: "2023-01-01T10:00:00.000",
        tijdstipRegistratieLV: "2023-01-01T10:30:00.000",
      }),
    ],
  },
  IA: { NUM: [standXml(inDorpsstraat(1, 901, { voorkomen: voorkomen(8, "2020-01-01") }))] },
  NB: { NUM: [standXml(inDorpsstraat(1, 902, { voorkomen: voorkomen(9, "2020-01-01") }))] },
};

const UNKNOWN_ENTRIES = [".DS_Store", "README.txt", "__MACOSX/._9001.xml"].map((name) => ({
  name,
  content: Buffer.from("left alone"),
}));

/** Extract of the whole country in the national layout. */
export const NATIONAL: ExtractSpec = {
  area: { kind: "national" },
  referenceDate: REFERENCE_DATE,
  relaties: GEMEENTE_OF,
  objects: ALL,
  sideFiles: SIDE_FILES,
  unknownEntries: UNKNOWN_ENTRIES,
};

/** Objects in the extracts of both gemeenten: those at and across their border. */
const SHARED = new Set(["9002", DORPSSTRAAT, num(10), "0901010000000007", "0901100000000005"]);

/** Returns one gemeente's extract in the municipal layout. */
export function municipal(gemeentecode: "0901" | "0902"): ExtractSpec {
  const own = (id: string) =>
    (id.length === 4 ? id === "9001" : id.startsWith("0901")) === (gemeentecode === "0901");
  return {
    ...NATIONAL,
    area: { kind: "municipal", gemeentecode, gemeentenaam: "Niet vanhier" },
    objects: ALL.filter(({ identificatie }) => own(identificatie) || SHARED.has(identificatie)),
    sideFiles: {},
  };
}
