/** Opens the admin port of the real app on the registry fixture, with a clock that tests move, and logs in. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type App, createApp } from "../../../src/app.ts";
import { Readiness } from "../../../src/http/serving/readiness.ts";
import { startNodeReports } from "../../../src/operator/nodes/report-node.ts";
import { buildOperatorAssets } from "../../../src/pages/kit/server/assets.ts";
import { type AdminOptions, createAdminHandler } from "../../../src/pages/operator/server/admin-handler.ts";
import { type AdminPort, openAdminPort } from "../../../src/pages/operator/server/admin-port.ts";
import { openAdminToken } from "../../../src/pages/operator/server/admin-token.ts";
import { BAKEN } from "../processes/baken-process.ts";
import { makeDataFolder } from "./http-harness.ts";

const assets = buildOperatorAssets();

type Changes = Partial<
  Pick<AdminOptions, "adminUrl" | "adminNames" | "isInsecureAllowed" | "trustedProxies" | "clock">
>;

/** Node without shared stores. */
const ALONE = { uses: { counters: false, storage: false }, unreadyReasons: () => [] };

/** Starts the admin port of an app on a free port; its token is in the data folder. */
export async function startTestAdmin(app: App, dataDir: string, changes: Changes = {}): Promise<AdminPort> {
  const nodes = startNodeReports({ ...app, url: "http://127.0.0.1:1", ...ALONE }, undefined);
  const port = openAdminPort({ host: "127.0.0.1", port: 0, readiness: new Readiness() });
  port.attach(
    createAdminHandler({
      app: { ...app, nodes: nodes.list },
      token: openAdminToken(join(dataDir, "admin-token")),
      dataDir,
      checkCommand: [BAKEN, "use", "--check", "--data", dataDir],
      adminHost: "127.0.0.1",
      adminUrl: undefined,
      adminNames: [],
      publicUrl: "https://adres.example",
      isInsecureAllowed: false,
      trustedProxies: [],
      assets: await assets,
      ...changes,
    }),
  );
  return port;
}

export async function openOperator(changes: Changes = {}) {
  const dataDir = makeDataFolder();
  const app = createApp({ dataDir });
  const clock = { nowMs: Date.now() };
  const server = await startTestAdmin(app, dataDir, { clock: () => clock.nowMs, ...changes });
  const { token } = openAdminToken(join(dataDir, "admin-token"));
  const { host, port } = new URL(server.url);

  /** Sends a request as the pages do: from their own origin, with JSON, and a cookie when one is given. */
  async function ask(method: string, path: string, { body, cookie, headers = {} }: AskOptions = {}) {
    const response = await fetch(server.url + path, {
      method,
      headers: {
        origin: server.url,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const contentType = response.headers.get("content-type") ?? "";
    const isJson = text !== "" && /^application\/(problem\+)?json$/.test(contentType);
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    };
  }

  const logIn = (typed = token, headers: Record<string, string> = {}) =>
    ask("POST", "/api/login", { body: { token: typed }, headers });

  return {
    dataDir,
    app,
    clock,
    token,
    url: server.url,
    host,
    port,
    ask,
    logIn,
    /** Logs in; returns the cookie of the session. */
    async session(): Promise<string> {
      return cookieOf((await logIn()).headers);
    },
    async close() {
      await server.stop(0);
      app.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

export interface AskOptions {
  /** JSON; a string is sent unchanged. */
  readonly body?: unknown;
  readonly cookie?: string;
  readonly headers?: Record<string, string>;
}

/** Returns the cookie that a response sets, as a browser sends it. */
export function cookieOf(headers: Headers): string {
  return headers.get("set-cookie")!.split(";")[0]!;
}
