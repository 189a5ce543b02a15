import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { type OpenedInput, openInput } from "../../batch/run/open-input.ts";
import { geocodeToCsv } from "../../exports/geocode/geocode-to-csv.ts";
import { isZip } from "../../tables/read/open-table.ts";
import type { Context } from "../context.ts";
import { endpoint, type StreamResult, type UploadBody } from "../endpoint.ts";
import { validationFailed } from "../input.ts";
import { readBody } from "../parameters/body.ts";
import { consumeRows } from "../pipeline/row-quota.ts";
import {
  assertFileType,
  EXAMPLE_FILE,
  FILE_NAME,
  FILE_PARAMETERS,
  fileOptions,
  refuseFile,
  requirePast,
  setColumnsHeader,
} from "./geocode-file.ts";

export const MAX_ROWS = 10_000;
export const MAX_CSV_BYTES = 10 * 1024 * 1024;
/** Files of a key that a thread receives or works on at once: bounds the memory that they take. */
export const MAX_AT_ONCE = 8;
const RETRY_AFTER_S = 2;
/** Milliseconds of trying columns before other requests of the thread have their turn. */
const SLICE_MS = 4;

const UPLOAD: UploadBody = {
  mediaTypes: ["text/csv", "text/plain", "application/octet-stream"],
  maxBytes: MAX_CSV_BYTES,
  example: EXAMPLE_FILE,
  description: `CSV in any dialect: at most ${MAX_ROWS} rows and ${MAX_CSV_BYTES} bytes.`,
};

/** Sender of files: the id of a key, or an address that the page for files admits without one. */
type Sender = number | string;

/** Number of files by sender; absent for 0. */
const atOnce = new Map<Sender, number>();

export const geocodeCsv = endpoint({
  method: "POST",
  path: "/geocode/csv",
  auth: "key",
  extension: true,
  tag: "Geocoding",
  summary: "Geocode a CSV file at once",
  description:
    "Takes a CSV file as the body and returns the same rows in the same order, unchanged, with added columns: " +
    "what was found, what was corrected, the address, its position and building, or the reason and suggestions. " +
    "With `since`, the file is a list of ids, and the columns say what became of their addresses. " +
    "Each row costs one request of quota, taken before work begins (`X-Row-Count`, `X-Quota-Cost`); the rate " +
    `counts the request once. A file of more than ${MAX_ROWS} rows is for \`POST /geocode/jobs\`.`,
  query: FILE_PARAMETERS,
  upload: UPLOAD,
  envelope: "none",
  contentType: "text/csv",
  response: z.string(),
  errors: ["history_not_kept", "key_read_only", "too_large", "unsupported_media_type", "unavailable"],
  changesWith: "time",
  async handler(context, input, admission): Promise<StreamResult> {
    const { request } = context;
    assertFileType(request, UPLOAD);
    const options = fileOptions(request, input);
    requirePast(options, context.snapshot);
    const release = takePlace(admission.key?.id ?? context.clientAddress);
    try {
      const body = await readBody(request, MAX_CSV_BYTES, context.connection);
      if (body === undefined) {
        throw validationFailed({ file: ["The file is empty; expected rows of addresses as CSV."] });
      }
      if (isZip(body.bytes)) {
        throw new AppError(
          "unsupported_media_type",
          "The file is a spreadsheet or another zip; POST /geocode/jobs takes spreadsheets.",
        );
      }
      const file = { name: FILE_NAME, bytes: body.bytes };
      const { snapshot } = context;
      const opened = await openInput(file, options, {
        snapshot,
        sliceMs: SLICE_MS,
      }).catch(refuseFile);
      const { rowCount } = opened.source;
      if (rowCount > MAX_ROWS) {
        throw new AppError(
          "too_large",
          `The file has ${rowCount} rows; here it must not have more than ${MAX_ROWS}. POST /geocode/jobs takes it.`,
        );
      }
      setColumnsHeader(context, opened.plan);
      await consumeRows(context, admission, rowCount);
      return streamResult(context, opened, release);
    } catch (error) {
      release();
      throw error;
    }
  },
});

/** Takes one of the sender's `MAX_AT_ONCE` places and returns a function to free it; throws 429 when all are taken. */
function takePlace(sender: Sender): () => void {
  const taken = atOnce.get(sender) ?? 0;
  if (taken >= MAX_AT_ONCE) {
    throw new AppError("rate_limited", "Too many files at once; try again in a moment.", {
      headers: { "Retry-After": String(RETRY_AFTER_S) },
    });
  }
  atOnce.set(sender, taken + 1);
  let isTaken = true;
  return () => {
    if (isTaken) {
      isTaken = false;
      const left = atOnce.get(sender)! - 1;
      left === 0 ? atOnce.delete(sender) : atOnce.set(sender, left);
    }
  };
}

/** Returns the answer, which keeps the data version open until it is sent or the client leaves. */
function streamResult(
  { services, request }: Context,
  opened: OpenedInput,
  release: () => void,
): StreamResult {
  const snapshot = services.registry.pin();
  if (snapshot === undefined) {
    throw new AppError("unavailable", "No address data has been loaded yet.");
  }
  const stream = geocodeToCsv(opened, {
    snapshot,
    signal: request.signal,
    onEnd() {
      services.registry.unpin(snapshot);
      release();
    },
  });
  return {
    status: 200,
    contentType: "text/csv; charset=utf-8; header=present",
    stream,
    cacheControl: "no-store",
    downloadName: "geocoded.csv",
  };
}
