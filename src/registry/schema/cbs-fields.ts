/** Fields of areas of CBS: of addresses with include `areas`, and of the records of wijken and buurten. */
import type { Fields } from "./field-types.ts";
import { ADDRESSABLE_TYPES, GEBRUIKSDOELEN } from "./object-types.ts";
import { BORDER, COUNTED, GEMEENTE_CODE, GEMEENTE_NAAM } from "./shared-fields.ts";

const WITH_AREAS = "Only with `include=areas`.";
const BUURT_CODE = "Code of the CBS buurt, such as BU04570001";
const WIJK_CODE = "Code of the CBS wijk, such as WK045700";

const ON_REQUEST = { nullable: true, include: true, result: "cbs" } as const;
/** The extra data of `include=areas`, for the OpenAPI document. */
export const ADDRESS_AREAS_TEXT = "CBS buurt and wijk, veiligheidsregio";
/** Joins the tables of {@link ADDRESS_AREAS} to an address `t` in a woonplaats `w`. */
export const ADDRESS_AREAS_JOINS = `
  LEFT JOIN buurt b ON b.fid = t.buurt_id LEFT JOIN wijk k ON k.fid = b.wijk_id
  LEFT JOIN veiligheidsregio r ON r.gemeente_code = w.gemeente_code`;
export const ADDRESS_AREAS = {
  buurt_code: {
    type: "text",
    ...ON_REQUEST,
    text: `${BUURT_CODE}; null when there is none. ${WITH_AREAS}`,
    layer: ["b.code", `${BUURT_CODE}; source: CBS`],
  },
  buurt_naam: {
    type: "free text",
    ...ON_REQUEST,
    text: `Name of the CBS buurt. ${WITH_AREAS}`,
    layer: ["b.naam", "Name of the CBS buurt"],
  },
  wijk_code: {
    type: "text",
    ...ON_REQUEST,
    text: `${WIJK_CODE}. ${WITH_AREAS}`,
    layer: ["k.code", `${WIJK_CODE}; source: CBS`],
  },
  wijk_naam: {
    type: "free text",
    ...ON_REQUEST,
    text: `Name of the CBS wijk. ${WITH_AREAS}`,
    layer: ["k.naam", "Name of the CBS wijk"],
  },
  veiligheidsregio: {
    type: "free text",
    ...ON_REQUEST,
    text: `Name of the veiligheidsregio. ${WITH_AREAS}`,
    layer: ["r.naam", "Name of the veiligheidsregio; source: CBS"],
  },
} as const satisfies Fields;

const WIJK_FIELDS = {
  wijk_code: { type: "text", text: `${WIJK_CODE}.` },
  wijk_naam: {
    type: "free text",
    text: "Name of the CBS wijk; its code when the map has no names of wijken.",
  },
  gemeente_code: GEMEENTE_CODE,
  gemeente_naam: GEMEENTE_NAAM,
  year: { type: "integer", text: "Year of the map: codes and borders change every year." },
  boundary_source: { type: "free text", text: "Label of the source of the border." },
} as const satisfies Fields;

/** Addresses by kind of object and by gebruiksdoel. */
const STATISTICS = {
  by_type: {
    type: "counts",
    of: ADDRESSABLE_TYPES,
    include: true,
    text: "Number of addresses of each kind of object. Only with `include=by_type`.",
  },
  by_purpose: {
    type: "counts",
    of: GEBRUIKSDOELEN,
    include: true,
    text: "Number of addresses with each gebruiksdoel; one with several counts for each. Only with `include=by_purpose`.",
  },
} as const satisfies Fields;

/** CBS buurt. */
export const NEIGHBOURHOOD = {
  buurt_code: { type: "text", text: `${BUURT_CODE}.` },
  buurt_naam: { type: "free text", text: "Name of the CBS buurt." },
  ...WIJK_FIELDS,
  counts: { ...COUNTED, of: ["addresses"] },
  ...STATISTICS,
  geometry: BORDER,
} as const satisfies Fields;

/** CBS wijk. */
export const DISTRICT = {
  ...WIJK_FIELDS,
  counts: { ...COUNTED, of: ["addresses", "neighbourhoods"] },
  ...STATISTICS,
  geometry: BORDER,
} as const satisfies Fields;
