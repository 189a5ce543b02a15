/** Closed schemas of changes of objects (docs/interface.md, "Changes of objects"). */
import { z } from "zod";
import { OBJECT_CHANGES, OBJECT_TYPE_NAMES } from "../../registry/history/object-changes.ts";
import { REGISTERED_FIELDS } from "../../registry/history/registered-object.ts";
import { type ObjectField, STAGES } from "../../registry/schema/object-types.ts";
import { code4, date, identificatie } from "./record-schema.ts";

/** Names that `fields` of a change may have. */
export const CHANGED_FIELDS = [
  ...(["status", "stage", "geconstateerd", "geometry"] as const),
  ...REGISTERED_FIELDS.keys(),
] as const;

function schemaOf({ kind, repeated }: ObjectField): z.ZodType<string | number | string[] | null> {
  if (repeated) {
    return z.array(z.string());
  }
  return kind === "integer" ? z.int().nullable() : z.string().nullable();
}

const RegisteredObject = z
  .strictObject({
    status: z.string(),
    stage: z.enum(STAGES),
    geconstateerd: z.boolean(),
    ...Object.fromEntries([...REGISTERED_FIELDS].map(([name, field]) => [name, schemaOf(field).optional()])),
  })
  .meta({
    id: "RegisteredObject",
    description: "The values of an object in a voorkomen; it has the fields of its type.",
  });

const ObjectChange = z
  .strictObject({
    type: z.enum(OBJECT_TYPE_NAMES).describe("Type of object."),
    identificatie: z.union([identificatie, code4]).meta({ description: "16 digits; four of a woonplaats." }),
    begin_geldigheid: date,
    voorkomen_identificatie: z.int().min(1),
    change: z
      .enum(OBJECT_CHANGES)
      .describe("Effect of the voorkomen: the object is added, changed or ended by it."),
    fields: z
      .array(z.string())
      .describe(
        "Names of the fields that differ, `geometry` among them; empty without a previous voorkomen.",
      ),
    before: RegisteredObject.nullable(),
    after: RegisteredObject,
  })
  .meta({ id: "ObjectChange", description: "A voorkomen that changes an object." });

export const ObjectChanges = z
  .strictObject({
    changes: z
      .array(ObjectChange)
      .describe(
        "Sorted by month, identificatie and voorkomen. A part may have fewer than `per_page` changes, or none, although others follow.",
      ),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "ObjectChanges", description: "A part of the changes of objects in an area." });
