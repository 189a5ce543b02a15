/** Parameters, body types and faults shared by the endpoints that geocode a file. */
import { AppError } from "../../base/errors.ts";
import { LANGUAGES } from "../../base/language.ts";
import type { GeocodePlan, RecheckOptions } from "../../batch/plan.ts";
import type { InputOptions } from "../../batch/run/open-input.ts";
import { faultOfInput } from "../../exports/geocode/geocode-request.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { HEADER_CHOICES } from "../../tables/read/open-table.ts";
import type { Context } from "../context.ts";
import type { UploadBody } from "../endpoint.ts";
import { validationFailed } from "../input.ts";
import { omitUndefined } from "../omit-undefined.ts";
import { bodyTooLarge } from "../parameters/body.ts";
import {
  dateParameter,
  invalidChoiceMessage,
  oneOf,
  optional,
  text,
  type Values,
} from "../parameters/kinds.ts";
import { requirePastIf } from "../valid-on.ts";

/** Name by which messages call the body: the name of a user's file is not known, and never asked for. */
export const FILE_NAME = "The file";

export const EXAMPLE_FILE = "id,postcode,huisnummer\n1,1382KT,5\n2,1382KT,7a\n";

export const SHEET_PARAMETER = optional(
  text({
    description:
      "Name of the sheet of a spreadsheet; by default the visible sheet with most rows of addresses or ids.",
    example: "Blad1",
  }),
);

const flag = (description: string) => optional(oneOf(["0", "1"], { description, example: "1" }));

export const FILE_PARAMETERS = {
  columns: optional(
    text({
      max: 2_000,
      description:
        "Columns to use, by name or letter; by default those with which most rows of a sample are found.",
      example: "postcode=postcode,number=huisnummer",
    }),
  ),
  add: optional(
    text({
      max: 1_000,
      description: "Columns to add, by name or group, joined by commas.",
      example: "match,address,location",
    }),
  ),
  dedupe: flag("1 adds a column with a number for equal addresses."),
  former: flag(
    "1 also matches addresses that no longer exist, as `former`, and adds what became of them. 404 " +
      "`history_not_kept` where the data has no history.",
  ),
  since: optional(
    dateParameter({
      description:
        "Rechecks a list of ids instead: the ids of nummeraanduidingen or objects were right on this day, and the added " +
        "columns say what became of their addresses. `columns=id=…,day=…` rechecks too, with the days of a column. " +
        "404 `history_not_kept` where the data has no history.",
      example: "2015-01-01",
    }),
  ),
  only_changed: flag("1 leaves out rows whose address is unchanged; only for a list of ids."),
  strict: flag(
    "1 refuses the file when it is not certain what its columns contain; the error says what to write in " +
      "`columns`.",
  ),
  delimiter: optional(
    text({ max: 10, description: "One character or `tab`, `none`; detected by default.", example: ";" }),
  ),
  encoding: optional(
    text({ max: 40, description: "Encoding of the text; detected by default.", example: "windows-1252" }),
  ),
  lang: optional(
    oneOf(
      LANGUAGES,
      {
        description:
          "Language of the sentences in `result_message` and `result_corrected`, English by default. Codes and names of " +
          "columns are the same in both.",
        example: "nl",
      },
      invalidChoiceMessage(LANGUAGES),
    ),
  ),
  header: optional(
    oneOf(
      HEADER_CHOICES,
      { description: "Whether the first row has the names of columns.", example: "auto" },
      invalidChoiceMessage(HEADER_CHOICES),
    ),
  ),
};

type FileInput = Partial<Values<typeof FILE_PARAMETERS>>;

/** Returns the options of a request. Without the parameter `encoding`, uses the `charset` of the Content-Type. */
export function fileOptions(request: Request, input: FileInput): InputOptions {
  const { dedupe, former, strict, since: _, only_changed: __, ...kept } = input;
  const encoding = input.encoding ?? charsetOf(request.headers.get("content-type") ?? "");
  const flags = { dedupe: isAsked(dedupe), former: isAsked(former), strict: isAsked(strict) };
  return omitUndefined({ ...kept, encoding, ...flags, recheck: recheckOptions(input) });
}

function isAsked(flag: "0" | "1" | undefined): true | undefined {
  return flag === "1" ? true : undefined;
}

/** Matches `columns` that name the column of ids. */
const ID_COLUMN = /(?:^|,)\s*id\s*=/i;

/** Returns the options of a recheck; undefined without a recheck. Throws 422 for an option of the other kind. */
function recheckOptions(input: FileInput): RecheckOptions | undefined {
  const { since, columns = "", only_changed } = input;
  const isRecheck = since !== undefined || ID_COLUMN.test(columns);
  const others = isRecheck ? (["former", "dedupe", "strict"] as const) : (["only_changed"] as const);
  const other = others.find((name) => input[name] === "1");
  if (other !== undefined) {
    throw validationFailed({ [other]: [isRecheck ? ONLY_ADDRESSES : ONLY_IDS] });
  }
  return isRecheck ? omitUndefined({ since, onlyChanged: isAsked(only_changed) }) : undefined;
}

const ONLY_ADDRESSES = "Only for addresses: a list of ids is rechecked without it.";
const ONLY_IDS = "Only for a list of ids: send since, or columns=id=….";

/** Throws `history_not_kept` where a request asks about the past, and the data has no history. */
export function requirePast({ former, recheck }: InputOptions, snapshot: Snapshot): void {
  requirePastIf(former === true || recheck !== undefined, snapshot);
}

/** Returns the charset; undefined for UTF-8, which clients also declare for other encodings: the content decides. */
function charsetOf(contentType: string): string | undefined {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset) ? undefined : charset;
}

/** Throws 415 unless the body is the file itself, of one of these types or without one. */
export function assertFileType({ headers }: Request, { mediaTypes }: UploadBody): void {
  const type = (headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  const coding = headers.get("content-encoding") ?? "identity";
  if ((type === "" || mediaTypes.includes(type)) && coding === "identity") {
    return;
  }
  const listed = new Intl.ListFormat("en", { type: "disjunction" }).format(mediaTypes);
  throw new AppError(
    "unsupported_media_type",
    `The body must be the file itself, neither compressed nor a form, with Content-Type ${listed}. ` +
      "With curl: --data-binary @addresses.csv -H 'Content-Type: text/csv'.",
  );
}

/** Passes on the chunks of a file. Throws 413 for more than `maxBytes`, and 422 for an empty file. */
export async function* withinLimit(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) {
      throw bodyTooLarge(maxBytes);
    }
    yield chunk;
  }
  if (sizeBytes === 0) {
    throw validationFailed({ file: ["The file is empty; expected CSV or xlsx with rows of addresses."] });
  }
}

const MAX_NAME = 100;

/** Sets the header that lists the columns used. */
export function setColumnsHeader({ headers }: Pick<Context, "headers">, { uses }: GeocodePlan): void {
  headers["X-Columns"] = uses
    .map(
      ({ role, name }) =>
        `${role}=${encodeURIComponent([...name].slice(0, MAX_NAME).join("").toWellFormed())}`,
    )
    .join(",");
}

/** Converts faults of a user's file to 422; passes on other errors. */
export function refuseFile(error: unknown): never {
  const fault = faultOfInput(error);
  throw fault === undefined ? error : validationFailed({ file: [fault] });
}
