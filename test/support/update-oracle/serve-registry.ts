/** Requests answers of one registry file from the app, without a socket. */
import { linkSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isAttachedName } from "../../../src/registry/file/attached-files.ts";
import { openHarness } from "../servers/http-harness.ts";

const REGISTRY = "registry-2000-01-01.gpkg";

/** Opens an app in a new folder that serves the registry; closing it removes the folder. */
export function serveRegistry(folder: string, registry: string): ReturnType<typeof openHarness> {
  mkdirSync(folder);
  linkSync(registry, join(folder, REGISTRY));
  for (const name of readdirSync(dirname(registry)).filter(isAttachedName)) {
    linkSync(join(dirname(registry), name), join(folder, name));
  }
  writeFileSync(join(folder, "current"), `${REGISTRY}\n`);
  return openHarness(folder);
}

/** Returns status and body, without the request id. */
export async function answerOf(response: Response): Promise<string> {
  const body = await response.text();
  return `${response.status} ${body.replace(/"request_id":"[^"]*"/g, "")}`;
}

/**
 * Returns the first requests that two registries answer differently, and the number of answers by status; a new folder
 * in `folder` serves them.
 */
export async function compareAnswers(
  folder: string,
  [made, expected]: readonly [string, string],
  requests: readonly string[],
): Promise<{ different: string[]; statuses: ReadonlyMap<string, number> }> {
  const work = mkdtempSync(join(folder, "serving-"));
  const a = serveRegistry(join(work, "made"), made);
  const b = serveRegistry(join(work, "expected"), expected);
  const different: string[] = [];
  const statuses = new Map<string, number>();
  for (const request of requests) {
    const [left, right] = [await answerOf(a.ask(request)), await answerOf(b.ask(request))];
    const status = left.slice(0, 3);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (left !== right || status >= "500") {
      different.push(`${request}\n  made     ${left}\n  expected ${right}`);
    }
  }
  a.close();
  b.close();
  return { different: different.slice(0, 5), statuses };
}
