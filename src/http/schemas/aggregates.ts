/** Closed schemas of responses that combine or count records (docs/interface.md, "Geocoding" to "Service"). */
import { z } from "zod";
import { ADDRESSABLE_TYPES, GEBRUIKSDOELEN } from "../../registry/schema/object-types.ts";
import { PROVINCIES } from "../../registry/schema/provincies.ts";
import { ADDRESS, STREET } from "../../registry/schema/record-fields.ts";
import { LATITUDE, LONGITUDE } from "../../registry/schema/shared-fields.ts";
import { code4, count, numbersOf, pc4, postcodeText } from "./record-schema.ts";
import { Address, distanceKm } from "./records.ts";

export const degrees = {
  latitude: z.number().describe(LATITUDE.text),
  longitude: z.number().describe(LONGITUDE.text),
};
const nameOf = ({ text }: { readonly text: string }) => z.string().describe(text);
const codeOf = ({ text }: { readonly text: string }) => code4.describe(text);
const timestamp = z.iso.datetime();
const year = z.int();

export const ReverseGeocoding = z
  .strictObject({
    address: Address,
    distance_meters: z.number().min(0).describe("Straight distance in metres, 1 decimal."),
    query: z.strictObject(degrees).describe("The point that was asked."),
  })
  .meta({
    id: "ReverseGeocoding",
    description: "The address at a point, and how far from it the address lies.",
  });

export const NearbyPostcodes = z
  .strictObject({
    origin: z
      .strictObject({
        postcode: postcodeText.nullable().describe("Postcode of the start address; null for a point."),
        huisnummer: z.int().nullable().describe(ADDRESS.huisnummer.text),
        straatnaam: nameOf(ADDRESS.straatnaam).nullable(),
        woonplaats_naam: nameOf(ADDRESS.woonplaats_naam).nullable(),
        full_address: nameOf(ADDRESS.full_address).nullable(),
        ...degrees,
      })
      .describe("Start of the measured distances."),
    radius_km: z.number().describe("The radius that was used."),
    precision: z.int().describe("4 for postcode areas, 6 for whole postcodes."),
    postcodes: z
      .array(
        z.strictObject({
          postcode: z.string().describe("The postcode, or its four digits with `precision=4`."),
          city: z.string().describe("Name of the city that most of its addresses have."),
          distance_km: distanceKm,
          address_count: count.describe("Number of addresses."),
        }),
      )
      .describe("Nearest first."),
    total: count.describe("Number of all postcodes, also beyond those listed."),
  })
  .meta({
    id: "NearbyPostcodes",
    description:
      "The fields of the origin's address are null when it was given as a point. At most 1,000 postcodes are " +
      "listed; " +
      "`total` counts all.",
  });

/** Returns the schema of an object with a count for each name of a closed list. */
function countsOf<const T extends string>(names: readonly T[]) {
  const fields = Object.fromEntries(names.map((name) => [name, count])) as Record<T, typeof count>;
  return z.strictObject(fields);
}

const byType = countsOf(ADDRESSABLE_TYPES).describe("Number of addresses of each kind of object.");
const counted = countsOf(GEBRUIKSDOELEN);
const byPurpose = counted.describe(
  "Number of addresses with each gebruiksdoel; one with several counts for each.",
);
const totals = {
  total_addresses: count.describe("Number of addresses."),
  total_buildings: count.describe("Number of buildings."),
};
const totalCities = count.describe("Number of cities.");

export const Overview = z
  .strictObject({
    ...totals,
    total_cities: totalCities,
    total_municipalities: count.describe("Number of municipalities."),
    by_type: byType,
    by_province: countsOf<string>(PROVINCIES.map(({ naam }) => naam)).describe(
      "Number of addresses in each provincie.",
    ),
  })
  .meta({
    id: "Overview",
    description: "Totals of the country; `by_type` and `by_province` count addresses.",
  });

export const Purposes = z
  .strictObject({
    purposes: counted.describe("Number of addresses with each gebruiksdoel."),
    total_with_purpose: count.describe("Number of addresses with any purpose, each once."),
  })
  .meta({
    id: "Purposes",
    description: "Addresses by gebruiksdoel; one with several counts for each, and once in the total.",
  });

export const GROUP_BY = ["year", "decade", "century"] as const;

const periods = {
  group_by: z.enum(GROUP_BY).describe("Length of a period."),
  statistics: z
    .array(
      z.strictObject({
        period: year.describe("First year of the period."),
        count: count.describe("Number of buildings in the period."),
      }),
    )
    .describe("Counts by period, ascending, without empty periods."),
};

export const BuildingsByYear = z
  .strictObject(periods)
  .meta({ id: "BuildingsByYear", description: "A period is its first year: 1990 for the nineties." });

export const ConstructionYears = z
  .strictObject({
    ...periods,
    oldest: year.nullable().describe("Earliest year of construction; null when there is none."),
    newest: year.nullable().describe("Latest year of construction; null when there is none."),
    total_buildings: totals.total_buildings,
  })
  .meta({
    id: "ConstructionYears",
    description: "Buildings without a year are in no period; `total_buildings` counts those that have one.",
  });

export const MunicipalityStatistics = z
  .strictObject({
    gemeente_code: codeOf(ADDRESS.gemeente_code),
    gemeente_naam: nameOf(ADDRESS.gemeente_naam),
    provincie_naam: nameOf(ADDRESS.provincie_naam),
    ...totals,
    total_cities: totalCities,
    by_type: byType,
    by_purpose: byPurpose,
  })
  .meta({ id: "MunicipalityStatistics", description: "A gemeente in numbers." });

export const CityStatistics = z
  .strictObject({
    woonplaats_id: codeOf(ADDRESS.woonplaats_id),
    naam: nameOf(STREET.naam),
    ...totals,
    by_type: byType,
    by_purpose: byPurpose.optional(),
  })
  .meta({ id: "CityStatistics", description: "A woonplaats in numbers." });

export const PostcodeAreaStatistics = z
  .strictObject({
    postcode_area: pc4.describe("The four digits."),
    total_addresses: totals.total_addresses,
    cities: z.array(z.string()).describe("Names of its cities, sorted."),
    municipalities: z.array(z.string()).describe("Names of its municipalities, sorted."),
    by_type: byType,
  })
  .meta({ id: "PostcodeAreaStatistics", description: "A postcode area in numbers." });

export const ChangesSummary = z
  .strictObject({
    since: timestamp.describe("Begin of the list."),
    imports: z
      .array(
        z.strictObject({
          id: z.int().min(1).describe("Number of the import in the data folder."),
          completed_at: timestamp.describe("Time at which the import or update was complete."),
          records_processed: count.describe(
            "Number of voorkomens of an import, or of mutations of an update.",
          ),
          demo: z.boolean().describe("True for an import of the sample or of generated test data."),
        }),
      )
      .describe("Imports and updates, newest last."),
    import_count: count.describe("Number of entries in `imports`."),
    current_counts: numbersOf(["addresses", "buildings"]).describe(
      "Numbers of records of the data served now.",
    ),
  })
  .meta({ id: "ChangesSummary", description: "The imports completed since then, newest last." });
