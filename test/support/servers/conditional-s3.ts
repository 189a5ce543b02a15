/**
 * Front of s3rver that treats PUT as Amazon S3 does and s3rver does not. An upload that was cut off leaves nothing.
 * `If-Match` and `If-None-Match` are judged in one step with the write. A concurrent read gets the whole earlier or
 * later object.
 */
import type { S3Server } from "./s3-server.ts";

export interface ConditionalS3 {
  /** Command that gives a process the credentials and this endpoint. */
  readonly launcher: readonly string[];
  /** Conditions that were judged: true where they held. */
  readonly judged: boolean[];
  /**
   * Called before a condition is judged. "unsupported": the answer is 501. "lost": the object is written, and the
   * answer is 503.
   */
  onCondition: () => Promise<"judge" | "unsupported" | "lost">;
  stop(): Promise<void>;
}

export function startConditionalS3(s3: S3Server): ConditionalS3 {
  const front: Pick<ConditionalS3, "judged" | "onCondition"> = {
    judged: [],
    onCondition: async () => "judge",
  };
  const forward = (request: Request, body?: Uint8Array<ArrayBuffer>) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.delete("if-match");
    const method = request.method;
    const sent = body === undefined ? { method, headers } : { method, headers, body };
    return fetch(s3.endpoint + pathname + search, sent);
  };
  const holds = async (request: Request): Promise<boolean> => {
    const { etag } = await s3.client.stat(keyOf(request)).catch(() => ({ etag: undefined }));
    const tag = request.headers.get("if-match");
    return tag === null ? etag === undefined : tag.replaceAll('"', "") === etag?.replaceAll('"', "");
  };
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  const conditionals = new Set<string>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (request.method !== "PUT" && request.method !== "POST") {
        return conditionals.has(pathname)
          ? await inTurn(async () => await readWhole(await forward(request)))
          : await forward(request);
      }
      const body = new Uint8Array(await request.arrayBuffer());
      if (!request.headers.has("if-match") && !request.headers.has("if-none-match")) {
        return await forward(request, body);
      }
      conditionals.add(pathname);
      return await inTurn(async () => {
        const action = await front.onCondition();
        const isTrue = action !== "unsupported" && (await holds(request));
        front.judged.push(isTrue);
        if (!isTrue) {
          return new Response(null, { status: action === "unsupported" ? 501 : 412 });
        }
        const written = await forward(request, body);
        return action === "lost" ? new Response(null, { status: 503 }) : written;
      });
    },
  });
  const endpoint = `S3_ENDPOINT=http://127.0.0.1:${server.port}`;
  return Object.assign(front, {
    launcher: [...s3.launcher.slice(0, -1), endpoint],
    stop: () => server.stop(true),
  });
}

async function readWhole(response: Response): Promise<Response> {
  return new Response(await response.arrayBuffer(), response);
}

/** Returns the key of an object, without the bucket. */
function keyOf(request: Request): string {
  return decodeURIComponent(new URL(request.url).pathname).split("/").slice(2).join("/");
}
