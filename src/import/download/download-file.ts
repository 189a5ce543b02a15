/** Downloads one file: skips it when unchanged, resumes it when it was cut off, else fetches it from the beginning. */
import { closeSync, openSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { AppError } from "../../base/errors.ts";
import { RetryableFault } from "../../base/web-request.ts";
import { isBoundaryFile } from "../companions/boundaries.ts";
import { isGemeenteNames } from "../companions/gemeente-names.ts";
import { HEAD_BYTES, readHead } from "../file-head.ts";
import type { Progress } from "../progress.ts";
import { refuseImport } from "../refuse.ts";
import type { DownloadClient, WebResponse } from "./download-client.ts";
import type { DownloadTarget, Receipt } from "./download-target.ts";

export interface WantedFile {
  readonly url: string;
  /** Used only when the server does not announce the length. */
  readonly lengthBytes: number | undefined;
  readonly types: readonly FileType[];
  readonly maxBytes: number;
}

/** A wanted file and the ways to fetch and store it. */
export interface Download {
  readonly file: WantedFile;
  readonly target: DownloadTarget;
  readonly client: DownloadClient;
}

/** Response in progress: the bytes of one version from `fromByte` on. */
interface Transfer {
  readonly receipt: Receipt;
  readonly fromByte: number;
  readonly response: WebResponse;
}

const MAX_OPEN_TRIES = 4;
const MAX_RESUME_TRIES = 20;

/** Downloads the newest version of the file to its place; keeps a whole, unchanged file. */
export async function downloadFile(download: Download, progress: Progress): Promise<void> {
  const { target, client } = download;
  finishCompletePart(download);
  let transfer = await client.retry(MAX_OPEN_TRIES, () => requestFile(download));
  const name = basename(target.path);
  if (transfer === undefined) {
    return await progress.stage(`${name} is unchanged`, () => undefined);
  }
  const totalBytes = transfer.receipt.sizeBytes ?? 0;
  await progress.stage(
    `download ${name}`,
    (advance) => {
      const onReceived = createProgressMeter(advance, totalBytes);
      return client.retry(MAX_RESUME_TRIES, async () => {
        const next = transfer ?? (await requestFile(download));
        transfer = undefined;
        if (next !== undefined) {
          await receive(next, download, onReceived);
        }
      });
    },
    totalBytes,
  );
}

/**
 * Finishes a part that has all its bytes, left by a kill just before the end: nothing is left to request. Discards a
 * part of the wrong type.
 */
function finishCompletePart({ file, target }: Download): void {
  const part = target.findPart();
  if (part === undefined || part.receipt.sizeBytes !== part.receivedBytes) {
    return;
  }
  if (hasType(file, target)) {
    target.finish(part.receipt);
  } else {
    target.discard();
  }
}

/**
 * Requests the missing bytes; returns `undefined` when the whole file is here and unchanged. Throws a RetryableFault
 * on a response that does not match the request.
 */
async function requestFile({ file, target, client }: Download): Promise<Transfer | undefined> {
  const part = target.findPart();
  const range = part && rangeHeaders(part.receipt, part.receivedBytes, file.url);
  const complete = target.findComplete();
  const response = await client.open(file.url, range ?? conditionHeaders(complete, file.url));
  if (response.status === 200) {
    return startOver(response, file, target);
  }
  if (response.status === 206 && part && range && continuesPart(response, part)) {
    return { receipt: part.receipt, fromByte: part.receivedBytes, response };
  }
  response.cancel();
  if (response.status === 304 && complete !== undefined) {
    return undefined;
  }
  // The file became shorter or is another version than the part, which If-Range should have detected.
  target.discard();
  throw new RetryableFault(`${file.url} answered ${response.status}, which does not match the request`);
}

function startOver(response: WebResponse, file: WantedFile, target: DownloadTarget): Transfer {
  const contentLength = response.headers.get("content-length");
  const sizeBytes = contentLength === null ? file.lengthBytes : Number(contentLength);
  if (sizeBytes !== undefined && sizeBytes > file.maxBytes) {
    response.cancel();
    refuseImport(`${file.url} is ${sizeBytes} bytes: expected at most ${file.maxBytes}`);
  }
  const receipt = { address: file.url, sizeBytes, ...validatorsOf(response) };
  target.start(receipt);
  return { receipt, fromByte: 0, response };
}

function validatorsOf({ headers }: WebResponse): Pick<Receipt, "etag" | "lastModified"> {
  return {
    etag: headers.get("etag") ?? undefined,
    lastModified: headers.get("last-modified") ?? undefined,
  };
}

/**
 * Returns headers that request the rest of one version; undefined when the address differs or the server gave no
 * strong ETag and no Last-Modified to identify the version.
 */
function rangeHeaders({ address, etag, lastModified }: Receipt, fromByte: number, wantedUrl: string) {
  const validator = etag === undefined || etag.startsWith("W/") ? lastModified : etag;
  if (address !== wantedUrl || validator === undefined) {
    return undefined;
  }
  return { range: `bytes=${fromByte}-`, "if-range": validator };
}

function conditionHeaders(complete: Receipt | undefined, wantedUrl: string): Record<string, string> {
  if (complete === undefined || complete.address !== wantedUrl) {
    return {};
  }
  if (complete.etag !== undefined) {
    return { "if-none-match": complete.etag };
  }
  return complete.lastModified === undefined ? {} : { "if-modified-since": complete.lastModified };
}

/**
 * Returns true when a partial response continues where the part ends, up to the end of the same version of the file.
 */
function continuesPart(response: WebResponse, part: { receipt: Receipt; receivedBytes: number }): boolean {
  const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get("content-range") ?? "");
  if (match === null) {
    return false;
  }
  const [from, last, total] = match.slice(1).map(Number);
  const { etag, lastModified } = validatorsOf(response);
  const { receipt } = part;
  return (
    from === part.receivedBytes &&
    last === total! - 1 &&
    (receipt.sizeBytes === undefined || receipt.sizeBytes === total) &&
    (etag === undefined || etag === receipt.etag) &&
    (lastModified === undefined || lastModified === receipt.lastModified)
  );
}

/** Appends the response to the part, checks it and makes it the whole file. A refused file leaves nothing behind. */
async function receive(
  transfer: Transfer,
  download: Download,
  onReceived: (bytes: number) => void,
): Promise<void> {
  const { file, target } = download;
  const { receipt } = transfer;
  try {
    const sizeBytes = await appendToPart(transfer, download, onReceived);
    assertType(file, target);
    if (receipt.sizeBytes !== undefined && receipt.sizeBytes !== sizeBytes) {
      refuseImport(`${file.url} is ${sizeBytes} bytes: expected ${receipt.sizeBytes}`);
    }
    target.finish({ ...receipt, sizeBytes });
  } catch (error) {
    if (error instanceof AppError) {
      target.discard();
    }
    throw error;
  }
}

/** Appends the chunks to the part as they arrive; returns the size of the part once all have. */
async function appendToPart(
  { fromByte, response }: Transfer,
  { file, target }: Download,
  onReceived: (bytes: number) => void,
): Promise<number> {
  let receivedBytes = fromByte;
  let isTypeKnown = false;
  const fd = openSync(target.partPath, "a");
  try {
    for await (const chunk of response.chunks) {
      writeFileSync(fd, chunk);
      receivedBytes += chunk.length;
      onReceived(receivedBytes);
      if (receivedBytes > file.maxBytes) {
        refuseImport(`${file.url} is larger than ${file.maxBytes} bytes`);
      }
      // Checks the type early, as the rest can be gigabytes.
      if (!isTypeKnown && receivedBytes >= HEAD_BYTES) {
        assertType(file, target);
      }
      isTypeKnown = receivedBytes >= HEAD_BYTES;
    }
  } finally {
    closeSync(fd);
  }
  return receivedBytes;
}

function hasType({ types }: WantedFile, { partPath }: DownloadTarget): boolean {
  const type = readFileType(partPath);
  return type !== undefined && types.includes(type);
}

function assertType(file: WantedFile, target: DownloadTarget): void {
  if (hasType(file, target)) {
    return;
  }
  const type = readFileType(target.partPath) ?? `file that begins with ${describeHead(target.partPath)}`;
  refuseImport(`${file.url} is a ${type}: expected ${file.types.join(" or ")}`);
}

/** Returns a function that advances the progress to a byte count; goes back when a download starts again. */
function createProgressMeter(
  advance: (bytes: number) => void,
  totalBytes: number,
): (arrivedBytes: number) => void {
  let shownBytes = 0;
  return (receivedBytes) => {
    const nextBytes = Math.min(receivedBytes, totalBytes);
    advance(nextBytes - shownBytes);
    shownBytes = nextBytes;
  };
}

export type FileType = "zip" | "GeoPackage" | "GeoJSON" | "CSV of gemeente names";

/** Signature of a zip's first entry: `PK\3\4`. */
const ZIP_SIGNATURE = 0x504b0304;

/**
 * Returns the type of a file, or `undefined` when the file cannot be imported. An error page with status 200 must
 * not pass for data.
 */
export function readFileType(path: string): FileType | undefined {
  const head = readHead(path);
  if (head.length >= 4 && head.readUInt32BE(0) === ZIP_SIGNATURE) {
    return "zip";
  }
  if (isBoundaryFile(head)) {
    return head.toString("latin1", 0, 6) === "SQLite" ? "GeoPackage" : "GeoJSON";
  }
  return isGemeenteNames(head.toString("utf8")) ? "CSV of gemeente names" : undefined;
}

/** Returns the first characters of a file, quoted, for the message that its type is not the expected one. */
function describeHead(path: string): string {
  return JSON.stringify(readHead(path).toString("latin1").slice(0, 40));
}
