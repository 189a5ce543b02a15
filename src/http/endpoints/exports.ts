import { type Fault, faultOf } from "../../base/fault-rules.ts";
import type { ExportRequest } from "../../exports/export-request.ts";
import { EXPORT_FORMATS } from "../../exports/formats.ts";
import type { Condition } from "../../exports/kinds/export-kind.ts";
import { EXPORT_KINDS, KINDS } from "../../exports/kinds/index.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { polygonSpec, type RegionSpec } from "../../registry/index/region.ts";
import type { Wgs84Box } from "../../registry/index/wgs84-box.ts";
import { type AdresFilter, checkFilter } from "../../registry/read/adres-filter.ts";
import { ADDRESSABLE_TYPES, EXISTING_STAGES } from "../../registry/schema/object-types.ts";
import { endpoint } from "../endpoint.ts";
import { validationFailed } from "../input.ts";
import { omitUndefined } from "../omit-undefined.ts";
import { geoJsonArea } from "../parameters/geojson-area.ts";
import {
  digits,
  invalidChoiceMessage,
  oneOf,
  optional,
  text,
  type Values,
  withDefault,
} from "../parameters/kinds.ts";
import { boxParameters, faultsOfBox } from "../position.ts";
import { keyIdOf, QUEUED_JOB, queuedResult } from "./job-answers.ts";
import { jobCancellation, jobDownload, jobStatus } from "./job-endpoints.ts";
import { provinceParameter } from "./provinces.ts";

/** Maximum positions of a polygon over HTTP; the limit of the body's size applies too. */
export const MAX_VERTICES = 10_000;

const EXTENSION = "Extension of baken.";

/** Parameters that select the content of an export. */
const SELECTION_PARAMETERS = {
  postcode_area: optional(
    digits(4, { description: "Four digits with which the postcodes begin.", example: "1382" }),
  ),
  gemeente_code: optional(digits(4, { description: "Code of the municipality.", example: "0457" })),
  woonplaats_id: optional(digits(4, { description: "Identificatie of the woonplaats.", example: "3631" })),
  provincie_naam: optional(provinceParameter),
  type: optional(
    oneOf(
      ADDRESSABLE_TYPES,
      { description: "Kind of object that has the address.", example: "ligplaats" },
      invalidChoiceMessage(ADDRESSABLE_TYPES),
    ),
  ),
  stage: optional(
    oneOf(
      EXISTING_STAGES,
      {
        description: `Only what does not stand yet, or only what does: addresses, residences or buildings. ${EXTENSION}`,
        example: "standing",
      },
      invalidChoiceMessage(EXISTING_STAGES),
    ),
  ),
  buurt_code: optional(text({ max: 10, description: `Code of the CBS buurt. ${EXTENSION}` })),
  wijk_code: optional(text({ max: 8, description: `Code of the CBS wijk. ${EXTENSION}` })),
  format: withDefault(
    oneOf(
      EXPORT_FORMATS,
      {
        description:
          "Format of the file; `xlsx` (at most 1,048,575 rows), `geojson` (a feature a line), `gpkg` and `parquet` are " +
          "extensions of baken.",
        example: "csv",
      },
      invalidChoiceMessage(EXPORT_FORMATS),
    ),
    "csv",
  ),
  what: withDefault(
    oneOf(
      EXPORT_KINDS,
      { description: `Contents of the file. ${EXTENSION}`, example: "addresses" },
      invalidChoiceMessage(EXPORT_KINDS),
    ),
    "addresses",
  ),
  north: boxSide("north"),
  south: boxSide("south"),
  east: boxSide("east"),
  west: boxSide("west"),
  polygon: geoJsonArea({
    description:
      "GeoJSON Polygon, MultiPolygon, Feature or FeatureCollection in degrees; only what lies in it. At most " +
      `${MAX_VERTICES.toLocaleString("en")} positions. As text; in a JSON body as an object. ${EXTENSION}`,
    maxVertices: MAX_VERTICES,
  }),
  formulas: optional(
    oneOf(
      ["neutralise", "keep"],
      {
        description: `CSV cells that a spreadsheet takes for a formula: with an apostrophe, or unchanged. ${EXTENSION}`,
        example: "keep",
      },
      invalidChoiceMessage(["neutralise", "keep"]),
    ),
  ),
};

function boxSide(side: keyof typeof boxParameters) {
  const schema = boxParameters[side];
  const { description, ...meta } = schema.meta() ?? {};
  return optional(schema.meta({ ...meta, description: `${description} ${EXTENSION}` }));
}

const SIDES = ["north", "south", "east", "west"] as const;
const REGION_PARAMETERS = [...SIDES, "polygon"] as const;

type SelectionInput = Values<typeof SELECTION_PARAMETERS>;

/** Returns the request of the job. Throws `validation_failed` with every fault. */
function toExportRequest(snapshot: Snapshot, input: SelectionInput): ExportRequest {
  const { what, format, formulas } = input;
  const given: AdresFilter = omitUndefined({
    postcodegebied: input.postcode_area,
    gemeenteCode: input.gemeente_code,
    woonplaatsId: input.woonplaats_id,
    provincieNaam: input.provincie_naam,
    type: input.type,
    stage: input.stage,
    buurtCode: input.buurt_code,
    wijkCode: input.wijk_code,
  });
  const { filter, unknown } = checkFilter(snapshot, given);
  const faults = {
    ...Object.fromEntries(Array.from(unknown, ([condition, existing]) => unknownArea(condition, existing))),
    ...faultsOfSides(input),
    ...faultsOfKind(input, Object.keys(given) as Condition[]),
    ...(formulas !== undefined && format !== "csv" && { formulas: [faultOf("csv_only")] }),
  };
  if (Object.keys(faults).length > 0) {
    throw validationFailed(faults);
  }
  const region = regionOf(input);
  // Without defaults, so that nodes of the previous version understand the job.
  return {
    ...(what !== "addresses" && { what }),
    filter,
    ...(Object.keys(region).length > 0 && { region }),
    format,
    ...(formulas === "keep" && { formulas }),
  };
}

const PARAMETERS = {
  provincieNaam: "provincie_naam",
  gemeenteCode: "gemeente_code",
  woonplaatsId: "woonplaats_id",
  postcodegebied: "postcode_area",
  type: "type",
  stage: "stage",
  buurtCode: "buurt_code",
  wijkCode: "wijk_code",
} as const satisfies Record<Condition, keyof SelectionInput>;

function unknownArea(condition: Condition, existing: string): [string, Fault[]] {
  return [PARAMETERS[condition], [faultOf("choice_unlike", { existing })]];
}

/** Returns the faults of conditions, and of a box or polygon, that a kind does not take. */
function faultsOfKind(input: SelectionInput, given: readonly Condition[]): Record<string, Fault[]> {
  const { what } = input;
  const { conditions, takesRegion = true } = KINDS[what];
  const useless = given.filter((condition) => !conditions.includes(condition));
  const parts = takesRegion ? [] : REGION_PARAMETERS.filter((parameter) => input[parameter] !== undefined);
  const taken = [
    ...conditions.map((condition) => PARAMETERS[condition]),
    ...(takesRegion ? ["a box", "a polygon"] : []),
  ].join(", ");
  return Object.fromEntries(
    [...useless.map((condition) => PARAMETERS[condition]), ...parts].map((parameter) => [
      parameter,
      [faultOf("not_for_kind", { what, taken })],
    ]),
  );
}

/** Returns the box of a request; `undefined` unless all sides are given. */
function boxOf({ north, south, east, west }: SelectionInput): Wgs84Box | undefined {
  return north === undefined || south === undefined || east === undefined || west === undefined
    ? undefined
    : { north, south, east, west };
}

function faultsOfSides(input: SelectionInput): Record<string, Fault[]> {
  const box = boxOf(input);
  const present = SIDES.find((side) => input[side] !== undefined);
  if (box !== undefined || present === undefined) {
    return box === undefined ? {} : faultsOfBox(box);
  }
  const missing = SIDES.filter((side) => input[side] === undefined);
  return Object.fromEntries(missing.map((side) => [side, [faultOf("required_with", { other: present })]]));
}

function regionOf(input: SelectionInput): RegionSpec {
  const wgs84Box = boxOf(input);
  const { polygon } = input;
  return { ...(wgs84Box && { wgs84Box }), ...(polygon && polygonSpec(polygon)) };
}

export const requestExport = endpoint({
  method: "POST",
  path: "/export/addresses",
  auth: "key",
  tag: "Exports",
  summary: "Request a file of addresses",
  description:
    "All addresses, or those that meet every condition given; an area that does not exist is 422. With `what` " +
    "other objects than addresses; conditions that do not apply to these are 422. Parameters come in the query, " +
    "or in a JSON or form body, which wins. The file is made in the background: follow the job until it is " +
    "`completed`.",
  query: SELECTION_PARAMETERS,
  parametersInBody: true,
  ...QUEUED_JOB,
  example: ({ adres }) => ({ postcode_area: adres.postcode.slice(0, 4), format: "csv" }),
  async handler(context, input, admission) {
    const request = toExportRequest(context.snapshot, input);
    const { id } = await context.services.exports.queue(keyIdOf(admission), request, context.snapshot);
    return queuedResult(context, "export", id, "The export");
  },
});

export const getExport = endpoint({
  path: "/export/{jobId}",
  auth: "key",
  tag: "Exports",
  summary: "Get the status of an export",
  ...jobStatus("export"),
});

export const cancelExport = endpoint({
  path: "/export/{jobId}",
  auth: "key",
  tag: "Exports",
  summary: "Cancel an export, or delete its file",
  ...jobCancellation("export"),
});

export const downloadExport = endpoint({
  path: "/export/{jobId}/download",
  auth: "key",
  tag: "Exports",
  summary: "Download the file of a completed export",
  description:
    "CSV (RFC 4180, UTF-8, with a header), xlsx, one JSON array of records, newline-delimited GeoJSON, GeoPackage " +
    "or GeoParquet, as requested. `Range` requests a part of the plain file; with `Accept-Encoding: gzip` the whole " +
    "file of a text format is sent compressed.",
  ...jobDownload("export", EXPORT_FORMATS),
});
