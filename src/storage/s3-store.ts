/** Objects of a bucket of S3-compatible storage, below a prefix. Credentials and endpoint come from the environment. */
import { S3Client } from "bun";
import type { DraftFile } from "../base/draft-file.ts";
import { AppError, codeOf, messageOf } from "../base/errors.ts";
import { formatStorageLocation, type StorageLocation } from "../base/storage-location.ts";
import {
  isSameContent,
  MAX_SMALL_BYTES,
  type ObjectStore,
  StorageFault,
  type StoredObject,
} from "./object-store.ts";
import { readRanged } from "./ranged-read.ts";
import { NOT_IMPLEMENTED, requestSmall, type SmallAnswer } from "./web-request.ts";

/** Seconds for which a signed address is valid: longer than a slow reader takes for one request. */
const SIGNED_FOR_S = 3_600;
/** Milliseconds without progress after which an upload, or a list, counts as failed: the client has no limit. */
const DEADLINE_MS = 30_000;

/** Pauses between looks at an object: some storage (s3rver) answers an upload before it has written all of it. */
const SHOWN_AFTER_MS = [100, 400, 1_600];

type Method = "GET" | "HEAD" | "PUT" | "DELETE";
type S3Location = Extract<StorageLocation, { kind: "s3" }>;

/**
 * Opens the bucket without asking it; `answerMs` is the longest wait for a small answer. Throws `usage` when the
 * environment holds no credentials.
 */
export function openS3Store(location: S3Location, answerMs?: number): ObjectStore {
  const { bucket, prefix } = location;
  const client = new S3Client({ bucket });
  assertCredentials(client, location);
  const keyOf = (name: string) => prefix + name;
  const describe = (name: string) => formatStorageLocation(location) + name;
  const signed = (name: string, method: Method) => () =>
    client.presign(keyOf(name), { method, expiresIn: SIGNED_FOR_S });
  const ask = (name: string, init: RequestInit & { method: Method }, maxBytes?: number) =>
    requestSmall(signed(name, init.method), init, { maxBytes, answerMs }).catch((error: unknown) => {
      throw new StorageFault(`${describe(name)} cannot be reached: ${messageOf(error)}`, error);
    });
  const request = async (name: string, method: Method, maxBytes?: number) => {
    const answer = await ask(name, { method }, maxBytes);
    if (answer.status !== 404 && answer.status >= 300) {
      throw new StorageFault(`${describe(name)}: the storage answered ${answer.status} to ${method}`);
    }
    return answer.status === 404 ? undefined : answer;
  };
  return {
    describe,
    async sizeOf(name) {
      const answer = await request(name, "HEAD");
      return answer && Number(answer.headers.get("content-length"));
    },
    read: (name, range) => readRanged({ description: describe(name), url: signed(name, "GET") }, range),
    readSmall: async (name) => (await request(name, "GET", MAX_SMALL_BYTES))?.body,
    async createDraft(name) {
      const sizeOf = async () => Number((await request(name, "HEAD"))?.headers.get("content-length"));
      return createUpload({ client, key: keyOf(name), description: describe(name), sizeOf });
    },
    replaceSmall: (name, bytes, before) =>
      replaceIfSame(
        {
          description: describe(name),
          get: () => request(name, "GET", MAX_SMALL_BYTES),
          put: async (body, headers) => (await ask(name, { method: "PUT", body, headers })).status,
        },
        bytes,
        before,
      ),
    async remove(name) {
      await request(name, "DELETE");
    },
    list: () => listObjects(client, location),
  };
}

/** Signing needs the credentials, and no network. */
function assertCredentials(client: S3Client, location: S3Location): void {
  try {
    client.presign("x");
  } catch (error) {
    throw new AppError(
      "usage",
      `${formatStorageLocation(location)} needs credentials: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and S3_ENDPOINT unless it is Amazon's (${messageOf(error)}).`,
    );
  }
}

interface Upload {
  readonly client: S3Client;
  readonly key: string;
  readonly description: string;
  /** Returns the size of the uploaded object. */
  sizeOf(): Promise<number>;
}

/**
 * Uploads written bytes as a stream: an object whose stream breaks is never published, unlike one of Bun's
 * `writer()`, which `end(error)` completes.
 */
function createUpload({ client, key, description, sizeOf }: Upload): DraftFile {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const uploaded = client.write(key, new Response(readable));
  // Observed by `publish`, or not at all when the upload is given up.
  uploaded.catch(() => undefined);
  const within = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await withDeadline(Promise.race([work, rejectionOf(uploaded)]));
    } catch (error) {
      throw new StorageFault(`${description} cannot be written: ${describeS3Error(error)}`, error);
    }
  };
  let sizeBytes = 0;
  let isPublished = false;
  return {
    async write(bytes) {
      sizeBytes += bytes.length;
      await within(writer.write(bytes));
    },
    async publish() {
      await within(writer.close());
      await within(uploaded);
      let storedBytes = await sizeOf();
      for (const pauseMs of SHOWN_AFTER_MS) {
        if (storedBytes === sizeBytes) {
          break;
        }
        await Bun.sleep(pauseMs);
        storedBytes = await sizeOf();
      }
      if (storedBytes !== sizeBytes) {
        throw new StorageFault(`${description} holds ${storedBytes} of ${sizeBytes} bytes`);
      }
      isPublished = true;
      return sizeBytes;
    },
    async close() {
      if (!isPublished) {
        await writer.abort(new Error("the upload was given up")).catch(() => undefined);
      }
    },
  };
}

/** Never resolves; rejects when the work does. */
function rejectionOf(work: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    work.catch(reject);
  });
}

async function withDeadline<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no progress for ${DEADLINE_MS / 1000} s`)), DEADLINE_MS);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function listObjects(client: S3Client, location: S3Location): Promise<StoredObject[]> {
  const { prefix } = location;
  const objects: StoredObject[] = [];
  let startAfter: string | undefined;
  do {
    const page = await withDeadline(
      client.list({ prefix, ...(startAfter === undefined ? {} : { startAfter }) }),
    ).catch((error: unknown) => {
      throw new StorageFault(
        `${formatStorageLocation(location)} cannot be listed: ${describeS3Error(error)}`,
        error,
      );
    });
    const contents = page.contents ?? [];
    for (const { key, size = 0, lastModified = "" } of contents) {
      const modifiedAtMs = Date.parse(lastModified);
      objects.push({ name: key.slice(prefix.length), sizeBytes: size, modifiedAtMs });
    }
    startAfter = page.isTruncated === true ? contents.at(-1)?.key : undefined;
  } while (startAfter !== undefined);
  return objects;
}

/** Errors of the client say little without their code: `ConnectionRefused`, `NoSuchBucket`, `AccessDenied`. */
function describeS3Error(error: unknown): string {
  const code = codeOf(error);
  return code === undefined ? messageOf(error) : `${code}, ${messageOf(error)}`;
}

interface ConditionalObject {
  /** Names the object in messages. */
  readonly description: string;
  /** Returns the object; undefined when there is none. */
  get(): Promise<SmallAnswer | undefined>;
  /** Writes the object; returns the status. */
  put(body: Uint8Array<ArrayBuffer>, condition: Record<string, string>): Promise<number>;
}

/** Another object came first, or two requests met: reading the object shows which. */
const CONTESTED = [409, 412];
const MAX_TRIES = 3;

/**
 * Writes `bytes` in place of the content `before`; returns false when something else is there. Storage that cannot
 * judge conditions is asked without one.
 */
async function replaceIfSame(
  { description, get, put }: ConditionalObject,
  bytes: Uint8Array,
  before: Uint8Array | undefined,
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const found = await get();
    if (!isSameContent(found?.body, before)) {
      // If the answer to a write was lost and the write was repeated, the object has these bytes already.
      return isSameContent(found?.body, bytes);
    }
    const body = new Uint8Array(bytes);
    const conditional = await put(body, conditionOn(found));
    const status = conditional === NOT_IMPLEMENTED ? await put(body, {}) : conditional;
    if (status < 300) {
      return true;
    }
    if (!CONTESTED.includes(status) || tries === MAX_TRIES) {
      throw new StorageFault(`${description} cannot be written: the storage answered ${status}`);
    }
  }
}

function conditionOn(found: SmallAnswer | undefined): Record<string, string> {
  const tag = found?.headers.get("etag");
  if (found === undefined) {
    return { "if-none-match": "*" };
  }
  return tag == null ? {} : { "if-match": tag };
}
