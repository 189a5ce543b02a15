import { faultOf } from "../../base/fault-rules.ts";
import { DATA_VERSION } from "../../registry/file/data-versions.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import {
  type ChangeKind,
  type ChangesCursor,
  type ChangesRequest,
  type RecordChange,
  readRecordChanges,
} from "../../registry/read/record-changes.ts";
import { formatIdentificatie } from "../../registry/schema/object-types.ts";
import { endpoint } from "../endpoint.ts";
import { validationFailed } from "../input.ts";
import { integer, optional, text, type Values, versionOrDate, withDefault } from "../parameters/kinds.ts";
import type { ExampleData } from "../sample.ts";
import { AddressChanges, BuildingChanges, ResidenceChanges } from "../schemas/record-changes.ts";

/** Maximum changes of a part. Each change may have a whole record, or an object twice. */
const MAX_PER_PAGE = 1000;

/** Parameters of all lists that come in parts without a total. */
export const partParameters = {
  cursor: optional(
    text({ max: 40, description: "The `next_cursor` of the previous part; absent for the first." }),
  ),
  per_page: withDefault(
    integer({ min: 1, max: MAX_PER_PAGE, description: "Changes in a part, 1 to 1000.", example: 100 }),
    100,
  ),
};

const query = {
  since: versionOrDate({
    description:
      "A `version` of an earlier list, the `data_version` of `/version`, or a date (YYYY-MM-DD): the first " +
      "version of the newest date up to it.",
    example: "2021-10-15",
  }),
  ...partParameters,
};

/** Parts of the declaration that all lists of changes have. */
const LIST = {
  tag: "Service",
  extension: true,
  query,
  errors: ["changes_gone", "changes_not_ready"],
  example: ({ version }: ExampleData) => ({ since: version, per_page: 2, cursor: null }),
} as const;

function describeList(plural: string, one: string): string {
  return (
    "Lists the changes since the version of your copy, to keep that copy up to date. The list has several parts: " +
    "request the `next_cursor` of each part until it is null, then keep `version` for the next time. " +
    `Several changes of ${one} are listed as one. 410 when the changes since then are not known: fetch all ` +
    `${plural} again with an export. 409 when this server does not have that version yet: ask again later.`
  );
}

export const listAddressChanges = endpoint({
  ...LIST,
  path: "/changes/addresses",
  auth: "key",
  summary: "List the addresses that were added, changed or removed",
  description: describeList("addresses", "an address"),
  include: ["geometry", "stage", "areas"],
  response: AddressChanges,
  handler: ({ snapshot }, input) =>
    readPart(snapshot, "NUM", input, ({ identificatie, change, record }) => ({
      nummeraanduiding_id: identificatie,
      ...{ change, address: record },
    })),
});

export const listBuildingChanges = endpoint({
  ...LIST,
  path: "/changes/buildings",
  auth: "key",
  summary: "List the buildings that were added, changed or removed",
  description: describeList("buildings", "a building"),
  include: ["geometry", "stage"],
  response: BuildingChanges,
  handler: ({ snapshot }, input) =>
    readPart(snapshot, "PND", input, ({ record, ...change }) => ({ ...change, building: record })),
});

export const listResidenceChanges = endpoint({
  ...LIST,
  path: "/changes/residences",
  auth: "key",
  summary: "List the residences that were added, changed or removed",
  description: describeList("residences", "a residence"),
  include: ["geometry", "stage"],
  response: ResidenceChanges,
  handler: ({ snapshot }, input) =>
    readPart(snapshot, "VBO", input, ({ record, ...change }) => ({ ...change, residence: record })),
});

interface PartInput<K extends ChangeKind> extends Values<typeof query> {
  readonly include: NonNullable<ChangesRequest<K>["include"]>;
}

/** Reads a part of a list of changes; `toAnswer` names the record of a change as the answer does. */
function readPart<K extends ChangeKind, C>(
  snapshot: Snapshot,
  kind: K,
  { since, cursor, per_page: limit, include }: PartInput<K>,
  toAnswer: (change: RecordChange<K>) => C,
) {
  const part = readRecordChanges(snapshot, kind, { since, cursor: parseCursor(cursor), limit, include });
  return {
    since: part.since.version,
    version: part.until.version,
    reference_date: part.until.referenceDate,
    changes: part.changes.map(toAnswer),
    next_cursor: part.next === undefined ? null : formatCursor(part.next),
  };
}

function formatCursor({ version, after }: ChangesCursor): string {
  return `${version}.${formatIdentificatie(after)}`;
}

/** Parses a cursor; throws `validation_failed` for text that is not a cursor. */
function parseCursor(text: string | undefined): ChangesCursor | undefined {
  if (text === undefined) {
    return undefined;
  }
  const [version = "", after = "", ...rest] = text.split(".");
  if (!DATA_VERSION.test(version) || !/^\d{16}$/.test(after) || rest.length > 0) {
    throw validationFailed({ cursor: [faultOf("format")] });
  }
  return { version, after: Number(after) };
}
