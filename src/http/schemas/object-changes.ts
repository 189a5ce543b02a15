/** Closed schemas of changes of objects (docs/interface.md, "Changes of objects"). */
import { z } from "zod";
import { OBJECT_CHANGES, OBJECT_TYPE_NAMES } from "../../registry/history/object-changes.ts";
import { REGISTERED_FIELDS } from "../../registry/history/registered-object.ts";
import type { Fields } from "../../registry/schema/field-types.ts";
import type { ObjectField } from "../../registry/schema/object-types.ts";
import { ADDRESS, BUILDING, RESIDENCE, STREET } from "../../registry/schema/record-fields.ts";
import { STATUS } from "../../registry/schema/shared-fields.ts";
import { code4, identificatie } from "./record-schema.ts";
import { geconstateerd, nextCursor, stageEver, voorkomenFields } from "./records.ts";

/** Names that `fields` of a change may have. */
export const CHANGED_FIELDS = [
  ...(["status", "stage", "geconstateerd", "geometry"] as const),
  ...REGISTERED_FIELDS.keys(),
] as const;

/** Descriptions of the fields that no record has, or has for other objects. */
const OWN_TEXTS: Readonly<Record<string, string>> = {
  nevenadres_nummeraanduiding_ids: "Identificaties of its further addresses.",
  openbare_ruimte_id: "Identificatie of the street, 16 digits.",
  pand_ids: "Identificaties of the panden that it is in.",
  type: "Kind of openbare ruimte.",
};
const RECORD_FIELDS: Fields = { ...STREET, ...RESIDENCE, ...BUILDING, ...ADDRESS };

function schemaOf(name: string, { kind, repeated }: ObjectField): z.ZodType {
  const value = kind === "integer" ? z.int() : z.string();
  const schema = repeated ? z.array(z.string()) : value.nullable();
  return schema.optional().describe(OWN_TEXTS[name] ?? RECORD_FIELDS[name]!.text!);
}

const RegisteredObject = z
  .strictObject({
    status: z.string().describe(STATUS),
    stage: stageEver,
    geconstateerd,
    ...Object.fromEntries([...REGISTERED_FIELDS].map(([name, field]) => [name, schemaOf(name, field)])),
  })
  .meta({
    id: "RegisteredObject",
    description: "The values of an object in a voorkomen; it has the fields of its type.",
  });

const ObjectChange = z
  .strictObject({
    type: z.enum(OBJECT_TYPE_NAMES).describe("Type of object."),
    identificatie: z.union([identificatie, code4]).describe("16 digits; four of a woonplaats."),
    begin_geldigheid: voorkomenFields.begin_geldigheid,
    voorkomen_identificatie: voorkomenFields.voorkomen_identificatie,
    change: z
      .enum(OBJECT_CHANGES)
      .describe("Effect of the voorkomen: the object is added, changed or ended by it."),
    fields: z
      .array(z.string())
      .describe(
        "Names of the fields that differ, `geometry` among them; empty without a previous voorkomen.",
      ),
    before: RegisteredObject.nullable().describe("The object in the previous voorkomen; null without one."),
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
    next_cursor: nextCursor,
  })
  .meta({ id: "ObjectChanges", description: "A part of the changes of objects in an area." });
