/** Replaces an object of S3 storage under the condition that nobody else has (`If-Match`, `If-None-Match`). */
import { isSameContent, StorageFault } from "./object-store.ts";
import { NOT_IMPLEMENTED, type SmallAnswer } from "./web-request.ts";

export interface ConditionalObject {
  /** Names the object in messages. */
  readonly description: string;
  /** Returns the object; undefined when there is none. */
  get(): Promise<SmallAnswer | undefined>;
  /** Writes the object; returns the status. */
  put(body: Uint8Array<ArrayBuffer>, condition: Record<string, string>): Promise<number>;
}

/** Another object came first, or two requests met: a look at the object tells which. */
const CONTESTED = [409, 412];
const MAX_TRIES = 3;

/**
 * Writes `bytes` in place of the content `before`; returns false when something else is there. Storage that cannot
 * judge conditions is asked without one.
 */
export async function replaceIfSame(
  { description, get, put }: ConditionalObject,
  bytes: Uint8Array,
  before: Uint8Array | undefined,
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const found = await get();
    if (!isSameContent(found?.body, before)) {
      // A write whose answer was lost was repeated, and met itself.
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
