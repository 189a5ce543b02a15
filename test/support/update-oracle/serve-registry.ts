/** Requests answers of one registry file from the app, without a socket. */
import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openHarness } from "../servers/http-harness.ts";

const REGISTRY = "registry-2000-01-01.gpkg";

/** Opens an app in a new folder that serves the registry; closing it removes the folder. */
export function serveRegistry(folder: string, registry: string): ReturnType<typeof openHarness> {
  mkdirSync(folder);
  linkSync(registry, join(folder, REGISTRY));
  writeFileSync(join(folder, "current"), `${REGISTRY}\n`);
  return openHarness(folder);
}

/** Returns status and body, without the request id. */
export async function answerOf(response: Response): Promise<string> {
  const body = await response.text();
  return `${response.status} ${body.replace(/"request_id":"[^"]*"/g, "")}`;
}
