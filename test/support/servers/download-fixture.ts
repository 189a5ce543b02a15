/** Gives each test an empty folder, a local server and the one file that is downloaded from it. */
import { afterAll, afterEach, beforeEach, expect } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "../../../src/base/errors.ts";
import { DownloadClient } from "../../../src/import/download/download-client.ts";
import { downloadFile, type WantedFile } from "../../../src/import/download/download-file.ts";
import { DownloadTarget } from "../../../src/import/download/download-target.ts";
import { silentProgress } from "../../../src/import/progress.ts";
import { makeZip } from "../extracts/zip-maker.ts";
import { type ServedFile, type ServedRequest, type ServedResponse, startServer } from "./download-server.ts";

/** Makes a stored, uncompressed zip of some 300 kB. */
function zipOf(seed: number): Buffer {
  const content = Buffer.alloc(300_000, `seed ${seed}`);
  return makeZip([{ name: `${seed}.xml`, content, isStored: true }]);
}

export const OLD: ServedFile = { content: zipOf(1), headers: { etag: '"one"' } };
export const NEW: ServedFile = { content: zipOf(2), headers: { etag: '"two"' } };

export class DownloadFixture {
  /** Handles a request; `count` is 1 for the first. */
  handle: (request: ServedRequest, count: number) => ServedResponse = () => ({ status: 404 });
  server = startServer((request) => this.handle(request, this.server.requests.length));
  readonly client = this.clientOf(30_000);
  readonly target: DownloadTarget;
  readonly folder: string;

  constructor(root: string) {
    this.folder = mkdtempSync(join(root, "case-"));
    this.target = new DownloadTarget(this.folder, "file.zip");
  }

  /** Returns a client that waits this long for data of a silent server. */
  clientOf(idleMs: number): DownloadClient {
    return new DownloadClient({ urls: [this.server.origin], retryMs: 1, idleMs });
  }

  wanted(changes: Partial<WantedFile> = {}): WantedFile {
    const url = `${this.server.origin}/file.zip`;
    return { url, lengthBytes: undefined, types: ["zip"], maxBytes: 1_000_000, ...changes };
  }

  async download(file = this.wanted(), progress = silentProgress, client = this.client): Promise<void> {
    await downloadFile({ file, target: this.target, client }, progress);
  }

  /** Returns a response whose connection is cut after this many bytes of the body have arrived. */
  cut(response: ServedResponse, bytes: number): ServedResponse {
    const partBytes = () => statSync(this.target.partPath, { throwIfNoEntry: false })?.size ?? 0;
    const expected = bytes + (response.status === 206 ? partBytes() : 0);
    const isWhole = bytes >= (response.body?.length ?? 0);
    return {
      ...response,
      ...(!isWhole && { closeAfterBytes: bytes, isReceived: () => partBytes() === expected }),
    };
  }

  get content(): Buffer {
    return readFileSync(this.target.path);
  }

  /** Returns the values of a header in all requests so far. */
  requestedHeaders(header: string): (string | undefined)[] {
    return this.server.requests.map(({ headers }) => headers.get(header));
  }
}

/** Returns a function that gives the fixture of the running test. */
export function useDownloads(): () => DownloadFixture {
  const root = mkdtempSync(join(tmpdir(), "baken-download-"));
  let fixture: DownloadFixture;
  beforeEach(() => {
    fixture = new DownloadFixture(root);
  });
  afterEach(() => fixture.server.stop());
  afterAll(() => rmSync(root, { recursive: true }));
  return () => fixture;
}

export async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  return (error as AppError).message;
}
