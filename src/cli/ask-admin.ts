/** Asks the server that runs on this machine at its admin port, with the token of the operator. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { AppError, messageOf } from "../base/errors.ts";
import type { Settings } from "../base/settings.ts";
import { loopbackOf } from "./probe.ts";
import { adminTokenPath } from "./start-admin.ts";

const TIMEOUT_MS = 10_000;

type AdminPlace = Pick<Settings, "data" | "adminHost" | "adminPort" | "adminTokenFile">;

/** Sends one request to `path` below `/api`, in a session of its own; returns the answer. Throws when it is refused. */
export async function askAdmin(
  place: AdminPlace,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const tokenPath = adminTokenPath(place);
  const token = readToken(tokenPath);
  const login = await send(place, { method: "POST", path: "login", body: { token } });
  const cookie = login.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  try {
    return (await send(place, { method, path, body, cookie })).json;
  } finally {
    await send(place, { method: "POST", path: "logout", body: {}, cookie });
  }
}

function readToken(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new AppError("unavailable", `The token of the operator cannot be read: ${messageOf(error)}`);
  }
}

interface Message {
  readonly method: string;
  readonly path: string;
  readonly body?: object | undefined;
  readonly cookie?: string;
}

/** Asks by `node:http`: unlike `fetch` it takes no proxy of the environment, which would not reach this machine. */
async function send({ adminHost, adminPort }: AdminPlace, { method, path, body, cookie }: Message) {
  if (adminPort === undefined) {
    throw new AppError("usage", "--admin-port is required: the running server is asked there.");
  }
  const host = loopbackOf(adminHost);
  const {
    status,
    headers,
    body: answer,
  } = await exchange(host, adminPort, {
    method,
    path: `/api/${path}`,
    // A name of this machine, whatever address the port listens on.
    headers: {
      host: `localhost:${adminPort}`,
      origin: `http://localhost:${adminPort}`,
      ...(body && { "content-type": "application/json" }),
      ...(cookie && { cookie }),
    },
    body: body && JSON.stringify(body),
  });
  const json = parse(answer) as { message?: string } | undefined;
  if (status === 200 && json !== undefined) {
    return { headers, json };
  }
  throw new AppError(
    "unavailable",
    `The server at ${host}, port ${adminPort}, answered ${status}: ${json?.message ?? "no answer of baken"}`,
  );
}

interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

async function exchange(
  host: string,
  port: number,
  { body, ...options }: Exchange,
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }> {
  try {
    const sent = request({ host, port, ...options, signal: AbortSignal.timeout(TIMEOUT_MS) });
    sent.end(body);
    const [response]: IncomingMessage[] = await once(sent, "response");
    const { statusCode: status, headers } = response!;
    return { status, headers, body: await text(response!) };
  } catch (error) {
    throw new AppError("unavailable", `No server answers at ${host}, port ${port}: ${messageOf(error)}`);
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
