/** Serves Weesp with all interfaces of other services, and an open key for requests without one. */
import { readWeesp, type Weesp } from "../countries/weesp-in-memory.ts";
import { openInterfaces } from "./foreign-interfaces.ts";

/** JSON of an answer, whatever it is. */
// biome-ignore lint/suspicious/noExplicitAny: answers of other services have many forms.
export type Json = any;

interface Answer {
  readonly status: number;
  readonly body: Json;
}

export interface WeespInterfaces extends Pick<Weesp, "adressen"> {
  /** Asks without a socket, by the open key; `path` is from the root. */
  ask(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Returns the JSON of an answer with 200; throws for another status. */
  askJson(path: string): Promise<Json>;
  askAny(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Asks baken's own interface; `path` is below `/api/v1`. */
  askOwn(path: string): Promise<Answer>;
  /** Of a server key. */
  readonly token: string;
  /** Serves on a port of its own for clients; returns the base URL. */
  listen(): string;
  close(): void;
}

/** Imports Weesp and serves it; takes some seconds. */
export async function serveWeespInterfaces(): Promise<WeespInterfaces> {
  const weesp = await readWeesp();
  const harness = openInterfaces({}, { dataDir: weesp.dataDir });
  const token = harness.issue({ name: "own", kind: "server" });
  let server: ReturnType<typeof Bun.serve> | undefined;
  const ask = (path: string, headers = {}) => harness.ask(path, { headers });
  const askAny = async (path: string, headers = {}) => {
    const response = await ask(path, headers);
    return { status: response.status, body: JSON.parse(await response.text()) as Json };
  };
  return {
    adressen: weesp.adressen,
    ask,
    askAny,
    async askJson(path) {
      const { status, body } = await askAny(path);
      if (status !== 200) {
        throw new Error(`${path} is answered with ${status}: ${JSON.stringify(body)}`);
      }
      return body;
    },
    token,
    askOwn: (path) => askAny(`/api/v1${path}`, { authorization: `Bearer ${token}` }),
    listen() {
      server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => harness.app.fetch(request) });
      return `http://127.0.0.1:${server.port}`;
    },
    close() {
      server?.stop(true);
      harness.close();
      weesp.close();
    },
  };
}
