/** Closed schemas of the records of docs/interface.md, "Records", which declare, document and test responses. */
import { z } from "zod";
import { FAULT_RULES } from "../../base/fault-rules.ts";
import { DATA_VERSION } from "../../registry/file/data-versions.ts";
import { ABSENCES } from "../../registry/history/adres-on-day.ts";
import { RELATIONS } from "../../registry/history/successors.ts";
import { DISTRICT, NEIGHBOURHOOD } from "../../registry/schema/cbs-fields.ts";
import { OBJECT_TYPES, STAGES } from "../../registry/schema/object-types.ts";
import * as records from "../../registry/schema/record-fields.ts";
import { REFUSALS } from "../../search/refusal.ts";
import {
  count,
  date,
  identificatie,
  moment,
  numbersOf,
  postcodeText,
  recordSchema,
} from "./record-schema.ts";

/** Object of the BAG, as other data names it. */
const namedObject = {
  object_type: z.enum(Object.values(OBJECT_TYPES).map(({ table }) => table)).describe("Type of the object."),
  identificatie: z
    .string()
    .regex(/^(\d{4}|\d{16})$/)
    .describe("Identificatie of the object, 16 digits; 4 of a woonplaats."),
};
export const document = {
  documentnummer: z.string().nullable().describe("Number of the source document."),
  documentdatum: date.nullable().describe("Day of the source document."),
};
const REGISTERED = "When the gemeente registered it, local time.";
/** Times at which a voorkomen was registered. */
export const registration = {
  tijdstip_registratie: moment.nullable().describe(REGISTERED),
  eind_registratie: moment.nullable().describe("When the gemeente registered what follows, local time."),
  tijdstip_registratie_lv: moment.nullable().describe("When Kadaster registered it, local time."),
  eind_registratie_lv: moment.nullable().describe("When Kadaster registered what follows, local time."),
};
/** Fields of every voorkomen. */
export const voorkomenFields = {
  voorkomen_identificatie: z.int().min(1).describe("Number of this version of the object."),
  begin_geldigheid: date.describe("First day on which this version of the object is valid."),
};
export const geconstateerd = z.boolean().describe("True when the object was observed, not permitted.");
export const stageEver = z.enum(STAGES).describe("Stage of its life, by its status.");
/** Days of a period. */
export const period = {
  valid_from: date.nullable().describe("First day; null when it is not known."),
  valid_until: date.nullable().describe("Day after the last; null while no end is known."),
};
export const nummeraanduidingId = identificatie.describe(records.ADDRESS.nummeraanduiding_id.text);
export const distanceKm = z.number().min(0).describe("Straight distance in kilometres, 3 decimals.");
const street = z.string().describe("Name of the street.");
export const city = z.string().describe("Name of the city.");
export const isValid = z.boolean().describe("True when it exists.");
export const nextCursor = z
  .string()
  .nullable()
  .describe("Value of `cursor` for the next part; null at the end.");
export const statusTitle = z.string().describe("Name of the HTTP status.");

export const ObjectSource = z
  .strictObject({
    ...namedObject,
    voorkomen_identificatie: voorkomenFields.voorkomen_identificatie,
    ...document,
    geconstateerd,
    ...registration,
  })
  .meta({
    id: "ObjectSource",
    description: "A voorkomen of an object, with its document and times of registration.",
  });

const KenmerkInOnderzoek = z
  .strictObject({
    ...namedObject,
    kenmerk: z.string().describe("Name of the kenmerk under investigation, as the BAG writes it."),
    begin_geldigheid: date.describe("First day of the investigation."),
    eind_geldigheid: date.nullable().describe("First day after it; null while no end is known."),
    ...document,
    tijdstip_registratie: moment.describe(REGISTERED),
  })
  .meta({ id: "KenmerkInOnderzoek", description: "A kenmerk of an object that is under investigation." });

const details = { sources: z.array(ObjectSource), in_onderzoek: z.array(KenmerkInOnderzoek) };

export const Address = recordSchema(records.ADDRESS, details).meta({
  id: "Address",
  description: "A nummeraanduiding with the data of its object in the BAG.",
});

const Successor = z
  .strictObject({
    relation: z
      .enum(RELATIONS)
      .describe(
        "`same_key`: it has its street and number; `same_document`: its document, in the same building.",
      ),
    address: Address,
  })
  .meta({
    id: "Successor",
    description: "A current address that may have replaced a former one.",
  });

export const FormerAddress = z
  .strictObject({
    nummeraanduiding_id: nummeraanduidingId,
    address: Address,
    ...period,
    today: Address.nullable().describe(
      "The address of the same identifier today; null when it no longer exists.",
    ),
    successors: z.array(Successor).describe("Addresses that may have replaced it, when it no longer exists."),
  })
  .meta({
    id: "FormerAddress",
    description: "A former address: a nummeraanduiding that once had a key, and what is there today.",
  });

export const NearbyAddress = Address.extend({ distance_km: distanceKm }).meta({
  id: "NearbyAddress",
  description: "An address and its straight-line distance from the requested point.",
});

export const City = recordSchema(records.CITY, details).meta({ id: "City", description: "A woonplaats." });

export const Street = recordSchema(records.STREET, details).meta({
  id: "Street",
  description: "An openbare ruimte: a street, a water, an area with a name.",
});

export const Municipality = recordSchema(records.MUNICIPALITY, {}).meta({
  id: "Municipality",
  description: "A gemeente.",
});

export const Province = recordSchema(records.PROVINCE, { municipalities: z.array(Municipality) }).meta({
  id: "Province",
  description: "One of the twelve provincies.",
});

export const Building = recordSchema(records.BUILDING, { ...details, addresses: z.array(Address) }).meta({
  id: "Building",
  description: "A pand.",
});

export const Residence = recordSchema(records.RESIDENCE, { ...details, address: Address }).meta({
  id: "Residence",
  description: "A verblijfsobject.",
});

export const PostcodeArea = recordSchema(records.POSTCODE_AREA, {}).meta({
  id: "PostcodeArea",
  description: "The first four digits of postcodes, and where their addresses lie.",
});

export const Neighbourhood = recordSchema(NEIGHBOURHOOD, {}).meta({
  id: "Neighbourhood",
  description: "A buurt of CBS.",
});

export const District = recordSchema(DISTRICT, {}).meta({
  id: "District",
  description: "A wijk of CBS: several buurten.",
});

export const PostcodeRange = z
  .strictObject({
    postcode: postcodeText.describe("The postcode asked."),
    min_number: z.int().describe("Lowest house number."),
    max_number: z.int().describe("Highest house number."),
    count: count.describe("Number of addresses."),
    street,
    city: city.describe("Name of the city that most of its addresses have."),
  })
  .meta({
    id: "PostcodeRange",
    description: "The numbers of a postcode; street and city are the most frequent.",
  });

export const PostcodeValidation = z
  .strictObject({
    valid: isValid,
    postcode: z.string().describe("The postcode as it was asked."),
    street: street.nullable(),
    city: city.nullable(),
    municipality: z.string().nullable().describe("Name of the gemeente."),
    province: z.string().nullable().describe("Name of the provincie."),
  })
  .meta({ id: "PostcodeValidation", description: "Whether a postcode is in use, and its street and place." });

export const dataVersion = z.string().regex(DATA_VERSION);

export const Version = z
  .strictObject({
    bag_version: date.describe("Reference date: the day that the data describes."),
    data_version: dataVersion.describe(
      "Name of this state of the data, the same on every machine that serves it.",
    ),
    last_import: z.iso.datetime().describe("Time of the last import or update."),
    counts: numbersOf(["addresses", "buildings", "cities", "municipalities"]).describe("Numbers of records."),
    api_version: z.literal("v1").describe("Major version of the interface."),
    history: z.boolean().describe("True when the service answers about history."),
    history_since: date
      .nullable()
      .describe(
        "First day that the registry itself covers; null without history. Before it, only documents that were found later do.",
      ),
  })
  .meta({
    id: "Version",
    description: "Version of the data and of the interface, and the numbers of records.",
  });

const check = z.enum(["ok", "error"]);

export const Status = z
  .strictObject({
    status: check.describe("`error` when any check is `error`."),
    checks: z
      .strictObject({
        database: check.describe("Store of keys and usage."),
        cache: check.describe("Memory of the server."),
        bag_data: z
          .enum(["ok", "demo", "error"])
          .describe(
            "`demo` while the sample or generated test data is served, `error` while there is no data.",
          ),
      })
      .describe("Result of each check."),
    timestamp: z.iso.datetime().describe("Time of the answer."),
  })
  .meta({
    id: "Status",
    description: "`bag_data` is `demo` while the sample or generated test data is served.",
  });

/** Of an answer about a day, and absent from all others. */
export const gap = z
  .literal(true)
  .optional()
  .describe("Only with `valid_on` of a day whose delivery an update left out: the answer may be incomplete.");

export const PageMeta = z
  .strictObject({
    current_page: z.int().min(1).describe("Number of this page."),
    last_page: z.int().min(1).describe("Number of the last page, at least 1."),
    per_page: z.int().min(1).describe("Maximum number of rows on a page."),
    total: count.describe("Number of all rows, also beyond this page."),
    explain: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Only in responses of the search with `explain=1`."),
    former: z
      .array(FormerAddress)
      .optional()
      .describe(
        "Only in the first page of the search: former addresses that the line names, at most 10, when no " +
          "current address matches it.",
      ),
    gap,
  })
  .meta({ id: "PageMeta" });

export const PageLinks = z
  .strictObject({
    first: z.string().describe("First page."),
    last: z.string().describe("Last page."),
    prev: z.string().nullable().describe("Previous page."),
    next: z.string().nullable().describe("Next page."),
  })
  .meta({ id: "PageLinks", description: "Absolute URLs; null when there is no such page." });

export const Problem = z
  .strictObject({
    type: z
      .string()
      .describe("URL of a page that explains the code; the same in every response of a server."),
    title: statusTitle,
    status: z.int().describe("HTTP status."),
    detail: z.string().describe("Fault of this request, for people."),
    message: z.string().describe("Equal to `detail`."),
    code: z.string().describe("Stable code, for programs."),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe("Sentences by parameter; only with 422."),
    faults: z
      .record(
        z.string(),
        z.array(
          z.object({ rule: z.enum(Object.keys(FAULT_RULES)) }).catchall(z.union([z.string(), z.number()])),
        ),
      )
      .optional()
      .describe(
        "For programs: the rule that each sentence of `errors` reports, with the values in it, such as `max`.",
      ),
    request_id: z.string().describe("Equals the header `X-Request-Id`."),
    reason: z
      .strictObject({
        why: z.enum([...REFUSALS, ...ABSENCES]).describe("Kind of the reason."),
        number: z.int().optional().describe("The house number that the reason is about."),
        designation: z.string().optional().describe("The letter or addition that the reason is about."),
        words: z.string().optional().describe("The words that it is about."),
        parameter: z.string().optional().describe("The parameter that the reason is about."),
        address: z.string().optional().describe("The address."),
        valid_from: date
          .nullable()
          .optional()
          .describe("First day of the nearest record; null when there is none."),
        valid_until: date.nullable().optional().describe("Day after its last; null while no end is known."),
      })
      .optional()
      .describe(
        "For programs, only with 404. Of geocoding a line, or a former key: why no address is certain. With " +
          "`valid_on`: why there is no record on that day, and the days of the nearest one.",
      ),
    candidates: z
      .array(Address)
      .optional()
      .describe(
        "Only with the 404 of a lookup: the addresses that do exist at that postcode and number, at most 100.",
      ),
    candidates_total: count.optional().describe("Number of all candidates, also beyond those listed."),
    gap,
    former: z
      .array(FormerAddress)
      .optional()
      .describe(
        "Only with the 404 of a lookup or of geocoding: the former addresses that were asked for, the last first, " +
          "at most 10.",
      ),
  })
  .meta({ id: "Problem", description: "Body of every error (RFC 9457)." });
