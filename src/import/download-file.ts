/** Downloads one file: skips it when unchanged, resumes it when it was cut off, else fetches it from the beginning. */
import { closeSync, openSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { AppError } from "../base/errors.ts";
import type { DownloadPlace, Receipt } from "./download-place.ts";
import { describeHead, type FileType, HEAD_BYTES, readFileType } from "./download-type.ts";
import { type Answer, ConnectionFault, type Web } from "./download-web.ts";
import type { Progress } from "./progress.ts";
import { refuse } from "./refuse.ts";

export interface WantedFile {
  readonly address: string;
  /** Used only when the server does not announce the length. */
  readonly lengthBytes: number | undefined;
  readonly types: readonly FileType[];
  readonly maxBytes: number;
}

/** Response in progress: the bytes of one version from `fromByte` on. */
interface Arrival {
  readonly receipt: Receipt;
  readonly fromByte: number;
  readonly answer: Answer;
}

const OPEN_TRIES = 4;
const CUT_TRIES = 20;

/** Downloads the newest version of the file to its place; leaves a whole, unchanged file as it is. */
export async function downloadFile(
  file: WantedFile,
  place: DownloadPlace,
  web: Web,
  progress: Progress,
): Promise<void> {
  finishWholePart(file, place);
  let arrival = await web.retry(OPEN_TRIES, () => ask(file, place, web));
  const name = basename(place.path);
  if (arrival === undefined) return await progress.stage(`${name} is unchanged`, () => undefined);
  const totalBytes = arrival.receipt.sizeBytes ?? 0;
  await progress.stage(
    `download ${name}`,
    (advance) => {
      const onArrived = meterOf(advance, totalBytes);
      return web.retry(CUT_TRIES, async () => {
        const next = arrival ?? (await ask(file, place, web));
        arrival = undefined;
        if (next !== undefined) await receive(next, file, place, onArrived);
      });
    },
    totalBytes,
  );
}

/**
 * Finishes a part that has all its bytes, left by a kill just before the end: nothing is left to request. Discards a
 * part of the wrong type.
 */
function finishWholePart(file: WantedFile, place: DownloadPlace): void {
  const part = place.part();
  if (part === undefined || part.receipt.sizeBytes !== part.arrivedBytes) return;
  if (hasType(file, place)) place.finish(part.receipt);
  else place.discard();
}

/**
 * Requests the missing bytes; returns `undefined` when the whole file is here and unchanged. Throws a ConnectionFault
 * on a response that does not fit the request.
 */
async function ask(file: WantedFile, place: DownloadPlace, web: Web): Promise<Arrival | undefined> {
  const part = place.part();
  const range = part && rangeHeaders(part.receipt, part.arrivedBytes, file.address);
  const whole = place.whole();
  const answer = await web.open(file.address, range ?? conditionHeaders(whole, file.address));
  if (answer.status === 200) return beginAnew(answer, file, place);
  if (answer.status === 206 && part && range && fitsPart(answer, part))
    return { receipt: part.receipt, fromByte: part.arrivedBytes, answer };
  answer.cancel();
  if (answer.status === 304 && whole !== undefined) return undefined;
  // The file became shorter or is another version than the part, which If-Range should have detected.
  place.discard();
  throw new ConnectionFault(`${file.address} answered ${answer.status}, which does not fit what was asked`);
}

function beginAnew(answer: Answer, file: WantedFile, place: DownloadPlace): Arrival {
  const announced = answer.headers.get("content-length");
  const sizeBytes = announced === null ? file.lengthBytes : Number(announced);
  if (sizeBytes !== undefined && sizeBytes > file.maxBytes) {
    answer.cancel();
    refuse(`${file.address} is ${sizeBytes} bytes: expected at most ${file.maxBytes}`);
  }
  const receipt = { address: file.address, sizeBytes, ...validatorsOf(answer) };
  place.begin(receipt);
  return { receipt, fromByte: 0, answer };
}

function validatorsOf({ headers }: Answer): Pick<Receipt, "etag" | "lastModified"> {
  return {
    etag: headers.get("etag") ?? undefined,
    lastModified: headers.get("last-modified") ?? undefined,
  };
}

/**
 * Returns headers that request the rest of one version; undefined when the address differs or the server gave no
 * strong ETag and no Last-Modified to identify the version.
 */
function rangeHeaders({ address, etag, lastModified }: Receipt, fromByte: number, wanted: string) {
  const validator = etag === undefined || etag.startsWith("W/") ? lastModified : etag;
  if (address !== wanted || validator === undefined) return undefined;
  return { range: `bytes=${fromByte}-`, "if-range": validator };
}

function conditionHeaders(whole: Receipt | undefined, wanted: string): Record<string, string> {
  if (whole === undefined || whole.address !== wanted) return {};
  if (whole.etag !== undefined) return { "if-none-match": whole.etag };
  return whole.lastModified === undefined ? {} : { "if-modified-since": whole.lastModified };
}

/**
 * Returns true when a partial response continues where the part ends, up to the end of the same version of the file.
 */
function fitsPart(answer: Answer, part: { receipt: Receipt; arrivedBytes: number }): boolean {
  const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers.get("content-range") ?? "");
  if (match === null) return false;
  const [from, last, total] = match.slice(1).map(Number);
  const { etag, lastModified } = validatorsOf(answer);
  const { receipt } = part;
  return (
    from === part.arrivedBytes &&
    last === total! - 1 &&
    (receipt.sizeBytes === undefined || receipt.sizeBytes === total) &&
    (etag === undefined || etag === receipt.etag) &&
    (lastModified === undefined || lastModified === receipt.lastModified)
  );
}

/** Appends the response to the part, checks it and makes it the whole file. A refused file leaves nothing behind. */
async function receive(
  arrival: Arrival,
  file: WantedFile,
  place: DownloadPlace,
  onArrived: (bytes: number) => void,
): Promise<void> {
  const { receipt } = arrival;
  try {
    const sizeBytes = await write(arrival, file, place, onArrived);
    assertType(file, place);
    if (receipt.sizeBytes !== undefined && receipt.sizeBytes !== sizeBytes)
      refuse(`${file.address} is ${sizeBytes} bytes: expected ${receipt.sizeBytes}`);
    place.finish({ ...receipt, sizeBytes });
  } catch (error) {
    if (error instanceof AppError) place.discard();
    throw error;
  }
}

/** Appends the chunks to the part as they arrive; returns the size of the part once all have. */
async function write(
  { fromByte, answer }: Arrival,
  file: WantedFile,
  place: DownloadPlace,
  onArrived: (bytes: number) => void,
): Promise<number> {
  let arrivedBytes = fromByte;
  let isTypeKnown = false;
  const fd = openSync(place.partPath, "a");
  try {
    for await (const chunk of answer.chunks) {
      writeFileSync(fd, chunk);
      arrivedBytes += chunk.length;
      onArrived(arrivedBytes);
      if (arrivedBytes > file.maxBytes) refuse(`${file.address} is larger than ${file.maxBytes} bytes`);
      // Checks the type early, as the rest can be gigabytes.
      if (!isTypeKnown && arrivedBytes >= HEAD_BYTES) assertType(file, place);
      isTypeKnown = arrivedBytes >= HEAD_BYTES;
    }
  } finally {
    closeSync(fd);
  }
  return arrivedBytes;
}

function hasType({ types }: WantedFile, { partPath }: DownloadPlace): boolean {
  const type = readFileType(partPath);
  return type !== undefined && types.includes(type);
}

function assertType(file: WantedFile, place: DownloadPlace): void {
  if (hasType(file, place)) return;
  const type = readFileType(place.partPath) ?? `file that begins with ${describeHead(place.partPath)}`;
  refuse(`${file.address} is a ${type}: expected ${file.types.join(" or ")}`);
}

/** Returns a function that advances the progress to a byte count; goes back when a file has to be fetched anew. */
function meterOf(advance: (bytes: number) => void, totalBytes: number): (arrivedBytes: number) => void {
  let shownBytes = 0;
  return (arrivedBytes) => {
    const nextBytes = Math.min(arrivedBytes, totalBytes);
    advance(nextBytes - shownBytes);
    shownBytes = nextBytes;
  };
}
