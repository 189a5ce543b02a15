/** Closed schemas of changes of records (docs/interface.md, "Changes of records"). */
import { z } from "zod";
import { CHANGES } from "../../registry/read/record-changes.ts";
import { BUILDING } from "../../registry/schema/record-fields.ts";
import { date, identificatie } from "./record-schema.ts";
import { Address, Building, dataVersion, nextCursor, nummeraanduidingId, Residence } from "./records.ts";

const objectId = identificatie.describe(BUILDING.identificatie.text);
const change = z.enum(CHANGES).describe("Change of the record since then.");

function listOf<C extends z.ZodType>(changes: C) {
  return z.strictObject({
    since: dataVersion.describe("Version after which the listed changes happened."),
    version: dataVersion.describe("Version after the listed changes: the value of `since` next time."),
    reference_date: date.describe("Reference date of that version."),
    changes: z
      .array(changes)
      .describe(
        "Sorted by identificatie. A part may have fewer than `per_page` changes, or none, although others follow.",
      ),
    next_cursor: nextCursor,
  });
}

const AddressChange = z
  .strictObject({
    nummeraanduiding_id: nummeraanduidingId,
    change,
    address: Address.nullable().describe("The present address; null when it was removed."),
  })
  .meta({ id: "AddressChange", description: "An address that was added, changed or removed." });

export const AddressChanges = listOf(AddressChange).meta({
  id: "AddressChanges",
  description: "A part of the list of changes between two versions of the data.",
});

const BuildingChange = z
  .strictObject({
    identificatie: objectId,
    change,
    building: Building.nullable().describe("The present building; null when it was removed."),
  })
  .meta({ id: "BuildingChange", description: "A building that was added, changed or removed." });

export const BuildingChanges = listOf(BuildingChange).meta({
  id: "BuildingChanges",
  description: "A part of the list of changes of buildings between two versions of the data.",
});

const ResidenceChange = z
  .strictObject({
    identificatie: objectId,
    change,
    residence: Residence.nullable().describe("The present residence; null when it was removed."),
  })
  .meta({ id: "ResidenceChange", description: "A residence that was added, changed or removed." });

export const ResidenceChanges = listOf(ResidenceChange).meta({
  id: "ResidenceChanges",
  description: "A part of the list of changes of residences between two versions of the data.",
});
