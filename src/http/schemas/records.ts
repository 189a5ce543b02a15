/** Closed schemas of the records of docs/interface.md, "Records", which declare, document and test responses. */
import { z } from "zod";
import { DATA_VERSION } from "../../registry/file/data-versions.ts";
import {
  ADDRESSABLE_TYPES,
  GEBRUIKSDOELEN,
  OPENBARE_RUIMTE_TYPES,
} from "../../registry/schema/object-types.ts";
import { REFUSALS } from "../../search/refusal.ts";

export const identificatie = z.string().regex(/^[0-9]{16}$/);
export const code4 = z.string().regex(/^[0-9]{4}$/);
export const postcodeText = z.string().regex(/^[1-9][0-9]{3}[A-Z]{2}$/);
const date = z.iso.date();
export const count = z.int().min(0);
const gebruiksdoel = z.array(openEnum(GEBRUIKSDOELEN));

const longitudeLatitude = z.array(z.number()).length(2);
const rings = z.array(z.array(longitudeLatitude));

export const Geometry = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.literal("Point"), coordinates: longitudeLatitude }),
    z.strictObject({ type: z.literal("Polygon"), coordinates: rings }),
    z.strictObject({ type: z.literal("MultiPolygon"), coordinates: z.array(rings) }),
  ])
  .meta({ id: "Geometry", description: "GeoJSON geometry (RFC 7946); positions are [longitude, latitude]." });

const geometry = Geometry.optional();

/** Position in WGS84 degrees and RD (EPSG:28992) metres. */
const position = { latitude: z.number(), longitude: z.number(), rd_x: z.number(), rd_y: z.number() };

export const Address = z
  .strictObject({
    nummeraanduiding_id: identificatie,
    type: z.enum(ADDRESSABLE_TYPES),
    huisnummer: z.int(),
    huisletter: z.string().nullable(),
    huisnummertoevoeging: z.string().nullable(),
    postcode: postcodeText.nullable(),
    straatnaam: z.string(),
    verkorte_straatnaam: z.string().nullable(),
    woonplaats_naam: z.string(),
    woonplaats_id: code4,
    gemeente_naam: z.string(),
    gemeente_code: code4,
    provincie_naam: z.string(),
    gebruiksdoel,
    oppervlakte: z.int().nullable(),
    status: z.string(),
    pand_id: identificatie.nullable(),
    adresseerbaar_object_id: identificatie,
    bouwjaar: z.int().nullable(),
    ...position,
    full_address: z.string(),
    geometry,
  })
  .meta({
    id: "Address",
    description: "A nummeraanduiding with the data of its object in the BAG.",
  });

export const NearbyAddress = Address.extend({ distance_km: z.number().min(0) }).meta({
  id: "NearbyAddress",
  description: "An address and its straight-line distance from the requested point.",
});

export const City = z
  .strictObject({
    identificatie: code4,
    naam: z.string(),
    gemeente_code: code4,
    gemeente_naam: z.string(),
    provincie_naam: z.string(),
    status: z.string(),
    counts: z.strictObject({ addresses: count, buildings: count, streets: count }).optional(),
    geometry: Geometry.nullable().optional(),
  })
  .meta({ id: "City", description: "A woonplaats." });

export const Street = z
  .strictObject({
    identificatie,
    naam: z.string(),
    verkorte_naam: z.string().nullable(),
    type: openEnum(OPENBARE_RUIMTE_TYPES),
    woonplaats_id: code4,
    woonplaats_naam: z.string(),
    status: z.string(),
    counts: z.strictObject({ addresses: count }).optional(),
  })
  .meta({ id: "Street", description: "An openbare ruimte: a street, a water, an area with a name." });

export const Municipality = z
  .strictObject({
    gemeente_code: code4,
    gemeente_naam: z.string(),
    provincie_naam: z.string(),
    provincie_code: z.string().length(2),
    counts: z.strictObject({ addresses: count, buildings: count, cities: count, streets: count }).optional(),
    geometry: Geometry.nullable().optional(),
  })
  .meta({ id: "Municipality", description: "A gemeente." });

export const Province = z
  .strictObject({
    provincie_code: z.string().length(2),
    provincie_naam: z.string(),
    counts: z.strictObject({ addresses: count, municipalities: count, cities: count }).optional(),
    municipalities: z.array(Municipality).optional(),
  })
  .meta({ id: "Province", description: "One of the twelve provincies." });

export const Building = z
  .strictObject({
    identificatie,
    bouwjaar: z.int().nullable(),
    status: z.string(),
    geconstateerd: z.boolean(),
    voorkomen_identificatie: z.int().min(1),
    begin_geldigheid: date,
    eind_geldigheid: date.nullable(),
    counts: z.strictObject({ addresses: count, residences: count }).optional(),
    addresses: z.array(Address).optional(),
    geometry,
  })
  .meta({ id: "Building", description: "A pand." });

export const Residence = z
  .strictObject({
    identificatie,
    gebruiksdoel,
    oppervlakte: z.int().nullable(),
    status: z.string(),
    pand_id: identificatie.nullable(),
    hoofdadres_nummeraanduiding_id: identificatie,
    nevenadres_nummeraanduiding_ids: z.array(identificatie),
    ...position,
    address: Address.nullable().optional(),
    geometry,
  })
  .meta({ id: "Residence", description: "A verblijfsobject." });

export const PostcodeRange = z
  .strictObject({
    postcode: postcodeText,
    min_number: z.int(),
    max_number: z.int(),
    count,
    street: z.string(),
    city: z.string(),
  })
  .meta({
    id: "PostcodeRange",
    description: "The numbers of a postcode; street and city are the most frequent.",
  });

export const PostcodeValidation = z
  .strictObject({
    valid: z.boolean(),
    postcode: z.string(),
    street: z.string().nullable(),
    city: z.string().nullable(),
    municipality: z.string().nullable(),
    province: z.string().nullable(),
  })
  .meta({ id: "PostcodeValidation", description: "Whether a postcode is in use, and its street and place." });

export const dataVersion = z.string().regex(DATA_VERSION);

export const Version = z
  .strictObject({
    bag_version: date,
    data_version: dataVersion,
    last_import: z.iso.datetime(),
    counts: z.strictObject({ addresses: count, buildings: count, cities: count, municipalities: count }),
    api_version: z.literal("v1"),
  })
  .meta({
    id: "Version",
    description: "Version of the data and of the interface, and the numbers of records.",
  });

const check = z.enum(["ok", "error"]);

export const Status = z
  .strictObject({
    status: check,
    checks: z.strictObject({ database: check, cache: check, bag_data: z.enum(["ok", "demo", "error"]) }),
    timestamp: z.iso.datetime(),
  })
  .meta({ id: "Status", description: "`bag_data` is `demo` when the data is fictitious." });

export const PageMeta = z
  .strictObject({
    current_page: z.int().min(1),
    last_page: z.int().min(1),
    per_page: z.int().min(1),
    total: count,
    explain: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: "Only in responses of the search with `explain=1`." }),
  })
  .meta({ id: "PageMeta" });

export const PageLinks = z
  .strictObject({
    first: z.string(),
    last: z.string(),
    prev: z.string().nullable(),
    next: z.string().nullable(),
  })
  .meta({ id: "PageLinks", description: "Absolute URLs; null where there is no such page." });

export const Problem = z
  .strictObject({
    type: z.string().meta({
      description: "URL of a page that explains the code; the same in every response of a server.",
    }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    message: z.string().meta({ description: "Equal to `detail`." }),
    code: z.string().meta({ description: "Stable code, for programs." }),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: "By parameter; only with 422." }),
    request_id: z.string(),
    reason: z
      .strictObject({
        why: z.enum(REFUSALS),
        number: z.int().optional(),
        designation: z.string().optional(),
        words: z.string().optional(),
        parameter: z.string().optional(),
      })
      .optional()
      .meta({
        description: "Only with the 404 of geocoding a line: why no address is certain, for programs.",
      }),
    candidates: z.array(Address).optional().meta({
      description:
        "Only with the 404 of a lookup: the addresses that do exist at that postcode and number, at most 100.",
    }),
    candidates_total: count.optional(),
  })
  .meta({ id: "Problem", description: "Body of every error (RFC 9457)." });

/**
 * Schema of text from a closed list of the BAG catalogus: the OpenAPI document lists the values, validation accepts any
 * text, because records carry it unchanged.
 */
function openEnum(values: readonly string[]) {
  return z.string().meta({ override: { enum: [...values] } });
}
