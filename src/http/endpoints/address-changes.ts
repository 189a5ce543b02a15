import { faultText } from "../../base/fault-rules.ts";
import { DATA_VERSION } from "../../registry/file/data-versions.ts";
import { type ChangesCursor, readAddressChanges } from "../../registry/read/address-changes.ts";
import { formatIdentificatie } from "../../registry/schema/object-types.ts";
import { endpoint } from "../endpoint.ts";
import { validationFailed } from "../input.ts";
import { integer, optional, text, versionOrDate, withDefault } from "../parameters/kinds.ts";
import { AddressChanges } from "../schemas/aggregates.ts";

/** Maximum changes of a part: each may have a whole address. */
const MAX_PER_PAGE = 1000;

export const listAddressChanges = endpoint({
  path: "/changes/addresses",
  tag: "Service",
  extension: true,
  summary: "List the addresses that came, changed or went",
  description:
    "Since a version that you have a copy of, for copies that follow the data. The list comes in parts: ask with the " +
    "`next_cursor` of each until it is null, then keep `version` for the next time. Several changes of an address are one. " +
    "410 when the changes since then cannot be told: fetch all addresses again with an export. 409 when this server is " +
    "behind that version: ask again later.",
  query: {
    since: versionOrDate({
      description:
        "A `version` of an earlier list, the `data_version` of `/version`, or a date (YYYY-MM-DD): the first data of " +
        "the newest date up to it.",
      example: "2021-10-15",
    }),
    cursor: optional(
      text({ max: 40, description: "The `next_cursor` of the part before; absent for the first." }),
    ),
    per_page: withDefault(
      integer({ min: 1, max: MAX_PER_PAGE, description: "Changes in a part, 1 to 1000.", example: 100 }),
      100,
    ),
  },
  include: ["geometry", "stage", "areas"],
  response: AddressChanges,
  errors: ["changes_gone", "changes_not_ready"],
  example: ({ version }) => ({ since: version, per_page: 2, cursor: null }),
  handler({ snapshot }, { since, cursor, per_page: limit, include }) {
    const part = readAddressChanges(snapshot, { since, cursor: parseCursor(cursor), limit, ...include });
    return {
      since: part.since.version,
      version: part.until.version,
      reference_date: part.until.referenceDate,
      changes: [...part.changes],
      next_cursor: part.next === undefined ? null : formatCursor(part.next),
    };
  },
});

function formatCursor({ version, after }: ChangesCursor): string {
  return `${version}.${formatIdentificatie(after)}`;
}

/** Parses a cursor; throws `validation_failed` for text that is none. */
function parseCursor(text: string | undefined): ChangesCursor | undefined {
  if (text === undefined) {
    return undefined;
  }
  const [version = "", after = "", ...rest] = text.split(".");
  if (!DATA_VERSION.test(version) || !/^\d{16}$/.test(after) || rest.length > 0) {
    throw validationFailed({ cursor: [faultText("format")] });
  }
  return { version, after: Number(after) };
}
