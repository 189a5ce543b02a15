/** Serves Weesp with all interfaces of other services, also without a key. */
import { openKeyStore } from "../../../src/accounts/sqlite/sqlite-key-store.ts";
import { createApp } from "../../../src/app.ts";
import { INTERFACE_NAMES } from "../../../src/base/setting-values.ts";
import { readWeesp, type Weesp } from "../countries/weesp-in-memory.ts";
import { ORIGIN } from "./http-harness.ts";

/** JSON of an answer, whatever it is. */
// biome-ignore lint/suspicious/noExplicitAny: answers of other services have many forms.
export type Json = any;

export interface Interfaces extends Pick<Weesp, "adressen" | "snapshot"> {
  /** Asks without a socket, by the open key; `path` is from the root. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** The JSON of an answer with 200; throws for another status. */
  askJson(path: string): Promise<Json>;
  /** The JSON and the status of any answer. */
  askAny(path: string, init?: RequestInit): Promise<{ status: number; body: Json }>;
  /** Answer of baken's own interface; `path` is below `/api/v1`. */
  askOwn(path: string): Promise<{ status: number; body: Json }>;
  /** Serves on a port of its own for clients; returns the base URL. */
  listen(): string;
  close(): void;
}

/** Imports Weesp and serves it; takes some seconds. */
export async function openInterfaces(): Promise<Interfaces> {
  const weesp = await readWeesp();
  const keys = openKeyStore(weesp.dataDir);
  const rate = { ratePerMinute: 1_000_000 };
  const { token } = keys.create({ name: "own", kind: "server", ...rate });
  const open = keys.create({ name: "open", kind: "link", ...rate });
  keys.close();
  const openKey = { id: open.key.id, isToAll: true };
  const app = createApp({ dataDir: weesp.dataDir, interfaces: INTERFACE_NAMES, openKey });
  let server: ReturnType<typeof Bun.serve> | undefined;
  const ask = async (path: string, init?: RequestInit) => await app.fetch(new Request(ORIGIN + path, init));
  const askAny = async (path: string, init?: RequestInit) => {
    const response = await ask(path, init);
    return { status: response.status, body: JSON.parse(await response.text()) as Json };
  };
  return {
    adressen: weesp.adressen,
    snapshot: weesp.snapshot,
    ask,
    askAny,
    async askJson(path) {
      const { status, body } = await askAny(path);
      if (status !== 200) {
        throw new Error(`${path} is answered with ${status}: ${JSON.stringify(body)}`);
      }
      return body;
    },
    askOwn: (path) => askAny(`/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } }),
    listen() {
      server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => app.fetch(request) });
      return `http://127.0.0.1:${server.port}`;
    },
    close() {
      server?.stop(true);
      app.close();
      weesp.close();
    },
  };
}
