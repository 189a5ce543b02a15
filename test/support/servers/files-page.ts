/** Serves the page for files over a real socket, and does what its script does in a tab. */
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { type AppOptions, createApp } from "../../../src/app.ts";
import { startExportThread } from "../../../src/exports/export-thread.ts";
import { startServer } from "../../../src/http/serving/server.ts";
import { buildAssets } from "../../../src/pages/kit/server/assets.ts";
import { JOB_COMMAND } from "../processes/baken-process.ts";
import { until } from "../processes/until.ts";
import { openKeyStore } from "../stores/open-key-store.ts";
import { makeDataFolder } from "./http-harness.ts";

/** A run of a test may wait for the processor on a machine that runs other tests. */
const RUN_LIMIT_MS = 100_000;

// biome-ignore lint/suspicious/noExplicitAny: answers are checked by what tests expect of them
type Data = any;

/** File or other body of a request. */
export type FileBody = NonNullable<RequestInit["body"]>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** JSON of the answer; undefined without any. */
  readonly body: Data;
}

/** Returns the secret of a new session, as a tab makes it. */
export const newSecret = () => randomBytes(32).toString("base64url");

/** One tab of a browser: a session with its secret, at the server of this origin. */
export function openTab(origin: string, secret = newSecret(), key?: string) {
  const ask = async (method: string, path: string, body?: FileBody, type?: string): Promise<Answer> => {
    const headers = new Headers({ "x-files-session": secret });
    if (type !== undefined) {
      headers.set("content-type", type);
    }
    if (key !== undefined) {
      headers.set("authorization", `Bearer ${key}`);
    }
    const response = await fetch(origin + path, { method, headers, body: body ?? null });
    const text = await response.text();
    const isJson = (response.headers.get("content-type") ?? "").includes("json") && text !== "";
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : undefined,
    };
  };
  const post = (path: string, value: object = {}) =>
    ask("POST", path, JSON.stringify(value), "application/json");
  const tab = {
    secret,
    ask,
    post,
    send: (file: FileBody, query = "") =>
      ask("POST", `/files/session${query}`, file, "application/octet-stream"),
    show: () => ask("GET", "/files/session"),
    start: () => post("/files/session/start"),
    end: () => ask("DELETE", "/files/session"),
    rows: (query = "") => ask("GET", `/files/session/rows${query}`),
    /** Waits until the run has ended; returns the state. */
    async finish(): Promise<Data> {
      let state: Data;
      const hasEnded = async () => {
        state = (await tab.show()).body?.data;
        return state?.phase === "review" || state?.phase === "failed";
      };
      await until(hasEnded, RUN_LIMIT_MS, { isRare: true });
      return state;
    },
    /** Sends a file and waits until it is geocoded; returns the state. */
    async geocode(file: FileBody): Promise<Data> {
      const sent = await tab.send(file);
      if (sent.status !== 201 || (await tab.start()).status !== 200) {
        throw new Error(JSON.stringify(sent.body));
      }
      return await tab.finish();
    },
    /** Makes the result and follows its link; returns the bytes. */
    async download(wanted: object): Promise<Buffer> {
      const made = await post("/files/session/download", wanted);
      const { url, bytes } = made.body.data;
      const content = Buffer.from(await (await fetch(origin + url)).arrayBuffer());
      if (content.length !== bytes) {
        throw new Error(`${content.length} bytes instead of ${bytes}`);
      }
      return content;
    },
  };
  return tab;
}

/** Serves the registry of a data folder, which is removed at the end. */
export async function openFilesServer(options: Partial<AppOptions> = {}, dataDir = makeDataFolder()) {
  const app = createApp({ dataDir, assets: await buildAssets(), filesPage: "on", ...options });
  const server = startServer({ host: "127.0.0.1", port: 0, fetch: app.fetch });
  let thread: ReturnType<typeof startExportThread> | undefined;
  return {
    dataDir,
    app,
    origin: server.url,
    tab: (secret?: string, key?: string) => openTab(server.url, secret, key),
    issue(settings: Partial<Parameters<ReturnType<typeof openKeyStore>["create"]>[0]> = {}) {
      const keys = openKeyStore(dataDir);
      const key = keys.create({ name: "test", kind: "server", ratePerMinute: 1_000_000, ...settings });
      keys.close();
      return key;
    },
    startWork() {
      thread ??= startExportThread({
        dataDir,
        retentionMs: 3_600_000,
        bytesPerKey: 1e9,
        jobCommand: JOB_COMMAND,
      });
    },
    async stopWork() {
      await thread?.stop();
      thread = undefined;
    },
    async close() {
      await thread?.stop();
      await server.stop(0);
      app.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
