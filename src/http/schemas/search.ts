/** Schemas of address search responses, apart from address records (docs/interface.md, "Addresses" and "Geocoding"). */
import { z } from "zod";
import { ADDRESS } from "../../registry/schema/record-fields.ts";
import { MATCH_KINDS } from "../../search/certain-answer.ts";
import { degrees } from "./aggregates.ts";
import { Address, city, FormerAddress, isValid } from "./records.ts";

const postcode = z.string().nullable().describe(ADDRESS.postcode.text);

export const Suggestion = z
  .strictObject({
    id: z.string().describe("Identificatie of the nummeraanduiding."),
    label: z.string().describe("The full address."),
    postcode,
    city,
    address: Address.optional().describe("With `include=address`."),
  })
  .meta({ id: "Suggestion", description: "One line of a list of suggestions while typing." });

export const AddressValidation = z
  .strictObject({
    valid: isValid,
    address: Address.nullable().describe("The address that the lookup finds; null when there is none."),
    suggestions: z.array(Address).describe("Only when not valid: similar addresses, at most 10."),
    former: z
      .array(FormerAddress)
      .optional()
      .describe(
        "Only when not valid: former addresses with this postcode and number, the last first, at most 10.",
      ),
  })
  .meta({ id: "AddressValidation", description: "Whether an address exists; when not, similar addresses." });

export const ForwardGeocoding = z
  .strictObject({
    address: Address,
    match: z
      .enum([...MATCH_KINDS, "former"])
      .describe(
        "`exact`: all that was typed agrees with the address. `corrected`: one address is meant, but a part was " +
          "misspelled or missing, or the line has extra words. `one_of_several`: the number exists only with " +
          "letters or additions, which lie in one building or within 25 m; this is the first of them. `former`: it " +
          "is no longer an address; only with `former=true`.",
      ),
    former: FormerAddress.optional().describe(
      "Only with `match` `former`: its period, what it is today, and the addresses that replaced it.",
    ),
    coordinates: z
      .strictObject({
        wgs84: z.strictObject(degrees).describe("WGS84, degrees."),
        rd: z
          .strictObject({ x: z.number().describe("Metres."), y: z.number().describe("Metres.") })
          .describe("RD (EPSG:28992), metres."),
      })
      .describe("The position in both systems."),
    geojson: z
      .strictObject({
        type: z.literal("Feature").describe("Kind of GeoJSON object."),
        geometry: z
          .strictObject({
            type: z.literal("Point").describe("Kind of geometry."),
            coordinates: z.array(z.number()).length(2).describe("Longitude and latitude."),
          })
          .describe("The position."),
        properties: z
          .strictObject({
            nummeraanduiding_id: z.string().describe(ADDRESS.nummeraanduiding_id.text),
            full_address: z.string().describe(ADDRESS.full_address.text),
            postcode,
            huisnummer: z.int().describe(ADDRESS.huisnummer.text),
            straatnaam: z.string().describe(ADDRESS.straatnaam.text),
            woonplaats: z.string().describe("Name of the woonplaats."),
            source: z.literal("BAG").describe("Origin of the data."),
          })
          .describe("The address in short."),
      })
      .describe("The same as a GeoJSON feature."),
  })
  .meta({
    id: "ForwardGeocoding",
    description: "An address and its position; GeoJSON is [longitude, latitude].",
  });
