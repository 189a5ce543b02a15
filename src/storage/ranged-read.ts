/**
 * Streams a part of an object by several range requests, so that only missing bytes are asked for again after a cut
 * connection.
 */
import { messageOf } from "../base/errors.ts";
import { RetryableFault, readChunks, requestWithin, retry } from "../base/web-request.ts";
import { type ByteRange, StorageFault } from "./object-store.ts";
import { assertAnswered, STALL_MS } from "./web-request.ts";

/** Bytes of one request: a connection is not held for longer than a slow reader takes for this many. */
const REQUEST_BYTES = 8 * 1024 * 1024;
/** Tries without a byte of progress, and the pause before the second; it doubles with each. */
const MAX_TRIES = 5;
const FIRST_PAUSE_MS = 100;

export interface RangedObject {
  /** Names the object in messages. */
  readonly description: string;
  /** Returns the address to request; called for each request, because signed ones expire. */
  url(): string;
  readonly requestBytes?: number;
}

/** Streams the range; nothing is requested before the reader asks. */
export function readRanged(object: RangedObject, range: ByteRange): ReadableStream<Uint8Array> {
  const reader = new RangeReader(object, range);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = await reader.next();
        if (bytes === undefined) {
          controller.close();
        } else {
          controller.enqueue(bytes);
        }
      },
      cancel: () => reader.close(),
    },
    { highWaterMark: 0 },
  );
}

/** A response under way; its request ends after the byte `last`. */
interface Connection {
  readonly chunks: AsyncGenerator<Uint8Array>;
  readonly abort: AbortController;
}

class RangeReader {
  readonly #object: RangedObject;
  readonly #last: number;
  #position: number;
  #requestEnd = 0;
  #connection: Connection | undefined;
  #isClosed = false;

  constructor(object: RangedObject, { first, last }: ByteRange) {
    this.#object = object;
    this.#position = first;
    this.#last = last;
  }

  /** Returns the next bytes; undefined at the end of the range. */
  async next(): Promise<Uint8Array | undefined> {
    if (this.#position > this.#last) {
      return undefined;
    }
    try {
      return await retry({ maxTries: MAX_TRIES, firstPauseMs: FIRST_PAUSE_MS }, () => this.#tryNext());
    } catch (error) {
      throw new StorageFault(`${this.#object.description} cannot be read: ${messageOf(error)}`, error);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#disconnect();
  }

  #disconnect(): void {
    this.#connection?.abort.abort();
    this.#connection = undefined;
  }

  /** Reads on; ends the connection after a fault, which is final once the reader has left. */
  async #tryNext(): Promise<Uint8Array> {
    try {
      return await this.#readOnce();
    } catch (error) {
      this.#disconnect();
      throw this.#isClosed ? new Error(messageOf(error)) : error;
    }
  }

  async #readOnce(): Promise<Uint8Array> {
    if (this.#isClosed) {
      throw new Error("the reader left");
    }
    this.#connection ??= await this.#connect();
    const { value } = await this.#connection.chunks.next();
    if (value === undefined) {
      throw new RetryableFault("the connection was closed early");
    }
    if (this.#position + value.length > this.#requestEnd) {
      throw new StorageFault("more bytes came than were asked for");
    }
    this.#position += value.length;
    if (this.#position === this.#requestEnd) {
      this.#connection = undefined;
    }
    return value;
  }

  async #connect(): Promise<Connection> {
    const { requestBytes = REQUEST_BYTES } = this.#object;
    const end = Math.min(this.#position + requestBytes, this.#last + 1);
    const range = `bytes=${this.#position}-${end - 1}`;
    const opened = await requestWithin(this.#object.url(), { headers: { range } }, STALL_MS);
    const { response, abort } = opened;
    if (response.status !== 206) {
      abort.abort();
      assertAnswered(response.status);
      throw new StorageFault(
        response.status === 404
          ? "it does not exist"
          : `the server answered ${response.status} to a request for a part of it; it must support Range`,
      );
    }
    const contentRange = response.headers.get("content-range") ?? "";
    if (!contentRange.startsWith(`bytes ${this.#position}-${end - 1}/`)) {
      abort.abort();
      throw new StorageFault(
        `"${contentRange}" came where bytes ${this.#position}-${end - 1} were asked for`,
      );
    }
    this.#requestEnd = end;
    return { chunks: readChunks(opened, STALL_MS), abort };
  }
}
