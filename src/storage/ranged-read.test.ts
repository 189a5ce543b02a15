import { afterAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { until } from "../../test/support/processes/until.ts";
import { StorageFault } from "./object-store.ts";
import { readRanged } from "./ranged-read.ts";

const CONTENT = randomBytes(1_000_000);
/** Bytes of a request; the object takes four requests. */
const REQUEST_BYTES = 300_000;

/** Faults of the next answers, in order. Later answers are sound. */
let faults: ("cut" | "503" | "200" | "404" | "shifted" | "reset")[] = [];
let requested: string[] = [];
let sentBytes = 0;
/** Number of bytes, from the beginning of the object, that the reader has received. */
let receivedBytes = 0;
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const range = request.headers.get("range")!;
    requested.push(range);
    const [first, last] = /(\d+)-(\d+)/.exec(range)!.slice(1).map(Number) as [number, number];
    const fault = faults.shift();
    if (fault === "503" || fault === "404" || fault === "200") {
      return new Response("x", { status: Number(fault) });
    }
    if (fault === "reset") {
      throw new Error("reset");
    }
    const part = CONTENT.subarray(first, last + 1);
    sentBytes += part.length;
    const start = fault === "shifted" ? first + 1 : first;
    const headers = { "content-range": `bytes ${start}-${last}/${CONTENT.length}` };
    const body = fault === "cut" ? cutStream(part.subarray(0, 1_000), first + 1_000) : part;
    return new Response(body, { status: 206, headers });
  },
  error: () => new Response("", { status: 500 }),
});
afterAll(() => server.stop(true));

/** Returns a stream that fails once the reader has these bytes; they end at position `end` of the object. */
function cutStream(bytes: Uint8Array, end: number): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream({
    async pull(controller) {
      if (isSent) {
        await until(() => receivedBytes >= end);
        controller.error(new Error("cut"));
      } else {
        controller.enqueue(bytes);
      }
      isSent = true;
    },
  });
}

const OBJECT = { description: "x", url: () => server.url.href, requestBytes: REQUEST_BYTES };
const read = (first: number, last: number) => {
  requested = [];
  sentBytes = 0;
  return readRanged(OBJECT, { first, last });
};
async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  receivedBytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    receivedBytes += chunk.length;
  }
  return Buffer.concat(chunks);
}

test("a range comes in requests of limited size, to its last byte", async () => {
  expect((await bytesOf(read(0, 999_999))).equals(CONTENT)).toBe(true);
  expect(requested).toEqual([
    "bytes=0-299999",
    "bytes=300000-599999",
    "bytes=600000-899999",
    "bytes=900000-999999",
  ]);
  for (const [first, last] of [
    [0, 0],
    [5, 299_999],
    [299_999, 300_000],
    [999_999, 999_999],
  ] as const) {
    expect((await bytesOf(read(first, last))).equals(CONTENT.subarray(first, last + 1))).toBe(true);
  }
});

test("a cut connection repeats only what is missing", async () => {
  faults = ["cut", "503", "reset", "cut"];
  expect((await bytesOf(read(0, 299_999))).equals(CONTENT.subarray(0, 300_000))).toBe(true);
  expect(requested).toEqual([
    "bytes=0-299999",
    "bytes=1000-299999",
    "bytes=1000-299999",
    "bytes=1000-299999",
    "bytes=2000-299999",
  ]);
});

test.each([
  ["a server that stays away", Array(5).fill("503"), "the server answered 503"],
  ["a server without Range", ["200"], "it must support Range"],
  ["an object that is not there", ["404"], "it does not exist"],
  ["other bytes than were asked for", ["shifted"], "bytes 0-99 were asked for"],
] as const)("%s breaks the stream: it never ends early", async (_name, given, message) => {
  faults = [...given] as typeof faults;
  const failed = await bytesOf(read(0, 99)).catch((error: Error) => error);
  expect(failed).toBeInstanceOf(StorageFault);
  expect((failed as Error).message).toContain(`x cannot be read: `);
  expect((failed as Error).message).toContain(message);
});

test("nothing is read before the reader asks, and no more than one request ahead of it", async () => {
  const reader = read(0, 999_999).getReader();
  await Bun.sleep(50);
  expect(requested).toEqual([]);
  await reader.read();
  await Bun.sleep(50);
  expect(requested).toEqual(["bytes=0-299999"]);
  expect(sentBytes).toBeLessThanOrEqual(REQUEST_BYTES);
  await reader.cancel();
});

test("a reader that leaves before the next try requests nothing more", async () => {
  let requests = 0;
  const url = () => {
    requests++;
    return server.url.href;
  };
  faults = ["503"];
  const reader = readRanged({ ...OBJECT, url }, { first: 0, last: 99 }).getReader();
  const left = reader.read();
  await until(() => faults.length === 0);
  // This answer comes after the refusal, so the first reader is pausing now.
  await bytesOf(read(0, 99));
  await reader.cancel();
  await left;
  const before = requests;
  // This pause is as long and begins later, so the first reader's pause is over when it ends.
  faults = ["503"];
  await bytesOf(read(0, 99));
  expect(requests).toBe(before);
});
