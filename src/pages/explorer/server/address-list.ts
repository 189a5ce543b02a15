/** The addresses of a street, postcode or building as one file, for the downloads of the explorer. */
import { AppError } from "../../../base/errors.ts";
import { addresses } from "../../../exports/kinds/addresses.ts";
import { writeTable } from "../../../exports/write-export.ts";
import { rootEndpoint } from "../../../http/endpoint.ts";
import { validationFailed } from "../../../http/input.ts";
import { invalidChoiceMessage, oneOf, text } from "../../../http/parameters/kinds.ts";
import { consumeRows } from "../../../http/pipeline/row-quota.ts";
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import {
  listAdressenOfOpenbareRuimte,
  listAdressenOfPand,
  listAdressenOfPostcode,
} from "../../../registry/read/adressen.ts";
import type { AdresRecord } from "../../../registry/read/records.ts";
import type { ExportOf } from "../../../registry/schema/field-types.ts";
import { parseIdentificatie } from "../../../registry/schema/identificatie.ts";
import type { ADDRESS } from "../../../registry/schema/record-fields.ts";
import { TABLE_CONTENT_TYPES } from "../../../tables/formats.ts";

const LISTS = ["street", "postcode", "building"] as const;
const FORMATS = ["xlsx", "csv", "geojson"] as const;

/** Most addresses of a list: three times the addresses of the longest street of the country. */
export const MAX_ADDRESSES = 10_000;
/** Rows of a file that cost one request of quota, as a page of the interface does. */
const ROWS_PER_REQUEST = 100;
const WHOLE = { page: 1, perPage: MAX_ADDRESSES, stage: true, areas: true };

export const addressList = rootEndpoint({
  path: "/list/{kind}/{id}/download",
  summary: "Download the addresses of a street, postcode or building",
  auth: "key",
  pathParameters: {
    kind: oneOf(LISTS, { description: "Kind of object.", example: "street" }, invalidChoiceMessage(LISTS)),
    id: text({ max: 16, description: "Identificatie of the object, or the postcode." }),
  },
  query: {
    format: oneOf(FORMATS, { description: "Format.", example: "xlsx" }, invalidChoiceMessage(FORMATS)),
  },
  errors: ["not_found"],
  async handler(context, { kind, id, format }, admission) {
    const { snapshot } = context;
    const { rows, total } = readList(snapshot, kind, id);
    if (total === 0) {
      throw new AppError("not_found", `There are no addresses of ${kind} ${id}.`);
    }
    if (total > rows.length) {
      throw validationFailed({ id: [`The list has more than ${MAX_ADDRESSES} addresses; export them.`] });
    }
    await consumeRows(context, admission, total, ROWS_PER_REQUEST);
    return {
      status: 200,
      contentType: TABLE_CONTENT_TYPES[format],
      bytes: format === "geojson" ? toFeatureCollection(rows) : await toTable(format, rows),
      cacheControl: "no-store",
      headers: { "Content-Disposition": `attachment; filename="${kind}-${id}.${format}"` },
    };
  },
});

interface List {
  readonly rows: readonly AdresRecord[];
  readonly total: number;
}

function readList(s: Snapshot, kind: (typeof LISTS)[number], id: string): List {
  const none: List = { rows: [], total: 0 };
  switch (kind) {
    case "street":
      return listAdressenOfOpenbareRuimte(s, id, WHOLE) ?? none;
    case "postcode":
      return listAdressenOfPostcode(s, id, WHOLE) ?? none;
    case "building": {
      const key = parseIdentificatie("PND", id);
      const rows = key === undefined ? [] : listAdressenOfPand(s, key, WHOLE);
      return { rows: rows.slice(0, MAX_ADDRESSES), total: rows.length };
    }
  }
}

/** Rows after which the thread answers others. */
const ROWS_AT_ONCE = 100;

/** Returns a workbook, or a CSV file that Excel opens, with the columns of an export. */
async function toTable(format: "xlsx" | "csv", list: readonly AdresRecord[]): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  const rows = Array.from({ length: Math.ceil(list.length / ROWS_AT_ONCE) }, (_, i) =>
    list
      .slice(i * ROWS_AT_ONCE, (i + 1) * ROWS_AT_ONCE)
      .map((record) => ({ record: record as ExportOf<typeof ADDRESS> })),
  );
  await writeTable(
    { ...addresses, name: "addresses", rows, format, isForExcel: true },
    {
      write: async (bytes) => pieces.push(bytes),
      makeScratchFolder() {
        throw new Error(`A ${format} file needs no temporary files.`);
      },
    },
  );
  return Buffer.concat(pieces);
}

function toFeatureCollection(rows: readonly AdresRecord[]): Buffer<ArrayBuffer> {
  const features = rows.map((properties) => ({
    type: "Feature",
    id: properties.nummeraanduiding_id,
    geometry: { type: "Point", coordinates: [properties.longitude, properties.latitude] },
    properties,
  }));
  return Buffer.from(JSON.stringify({ type: "FeatureCollection", features }));
}
