/** Starts a server for MCP tests on a demo country, with samples of its data. The caller stops it. */
import { rmSync } from "node:fs";
import { createApp } from "../../../src/app.ts";
import { BASE_PATH } from "../../../src/http/interface-version.ts";
import { startServer } from "../../../src/http/serving/server.ts";
import { TOOLS } from "../../../src/mcp/tools.ts";
import type { Snapshot } from "../../../src/registry/file/snapshot.ts";
import { makeDemoFolder } from "../countries/import-data-folders.ts";
import { issueKey } from "./serve-process.ts";

export interface McpRequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly method?: string;
}

export async function serveMcp(addresses: number) {
  const dataDir = await makeDemoFolder(addresses);
  const token = issueKey(dataDir, {});
  const app = createApp({ dataDir, host: "127.0.0.1" });
  const server = startServer({ host: "127.0.0.1", port: 0, fetch: app.fetch });
  const url = `${server.url}/api/v1/mcp`;

  /** Sends a request, with the key and a JSON body unless overridden. */
  async function post({ headers = {}, body, method = "POST" }: McpRequestOptions) {
    const given = { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers };
    const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
    const response = await fetch(url, {
      method,
      headers: given,
      ...(text === undefined ? {} : { body: text }),
    });
    const answer = await response.text();
    return { status: response.status, headers: response.headers, text: answer, json: parsed(answer) };
  }

  /** Calls a tool; returns its result, and the size of the whole answer. */
  async function call(name: string, given: object) {
    const { json, text } = await post({ body: rpc("tools/call", { name, arguments: given }) });
    return { ...(json.result as ToolResult), sizeBytes: Buffer.byteLength(text) };
  }

  /** Returns the whole answer of an endpoint; `path` is relative to the base path. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into as they come
  async function get(path: string, parameters: Record<string, string | number> = {}): Promise<any> {
    const values = Object.entries(parameters).map(([name, value]) => [name, String(value)]);
    const query = new URLSearchParams(Object.fromEntries(values));
    const address = `${server.url}${BASE_PATH}${path}${path.includes("?") ? "&" : "?"}${query}`;
    return await (await fetch(address, { headers: { authorization: `Bearer ${token}` } })).json();
  }

  return {
    dataDir,
    token,
    get,
    url,
    origin: server.url,
    app,
    samples: samplesOf(app.registry.current()!),
    post,
    call,
    async stop() {
      await server.stop(0);
      app.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

export interface ToolResult {
  content: { type: string; text: string }[];
  isError?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into as they come
  structuredContent?: any;
}

export function rpc(method: string, params: object = {}, id: number | string = 1) {
  return { jsonrpc: "2.0", id, method, params };
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into as they come
function parsed(text: string): any {
  return text === "" ? undefined : JSON.parse(text);
}

interface AddressRow {
  postcode: string;
  number: number;
  straatnaam: string;
  pand_id: number;
  latitude: number;
  longitude: number;
  woonplaats_id: number;
}

/**
 * Returns a plain address, a number that exists only with letters or additions, the pand with most addresses, and
 * cities of one name.
 */
export function samplesOf({ db, areas }: Snapshot) {
  const plain = db
    .query<AddressRow, []>(
      `SELECT postcode, huisnummer AS number, straatnaam, pand_id, latitude, longitude, woonplaats_id FROM adres
       WHERE huisletter IS NULL AND huisnummertoevoeging IS NULL AND postcode IS NOT NULL AND pand_id IS NOT NULL
       GROUP BY postcode, huisnummer HAVING count(*) = 1 ORDER BY fid LIMIT 1`,
    )
    .get()!;
  const lettered = db
    .query<{ postcode: string; number: number; total: number }, []>(
      `SELECT postcode, huisnummer AS number, count(*) AS total FROM adres WHERE postcode IS NOT NULL
       GROUP BY 1, 2 HAVING sum(huisletter IS NULL AND huisnummertoevoeging IS NULL) = 0 ORDER BY total DESC, 1 LIMIT 1`,
    )
    .get()!;
  const largest = db
    .query<{ fid: number; total: number }, []>(
      "SELECT fid, adres_count AS total FROM pand ORDER BY adres_count DESC, fid LIMIT 1",
    )
    .get()!;
  const names = Map.groupBy(areas.woonplaatsen.values(), ({ nameKey: key }) => key).values();
  return {
    plain: { ...plain, woonplaats: areas.woonplaatsen.get(plain.woonplaats_id)! },
    lettered,
    largest: { id: String(largest.fid).padStart(16, "0"), total: largest.total },
    sameNameCities: [...names].find((places) => places.length > 1)!,
  };
}

/** Returns the argument that asks a tool for the geometry; none for a tool without it. */
export function geometryArgument(name: string): { include_geometry?: true } {
  const { inputSchema } = TOOLS.find(({ definition }) => definition.name === name)!.definition;
  return "include_geometry" in (inputSchema.properties as object) ? { include_geometry: true } : {};
}

/** Returns one valid call of each tool. */
export function callsOf({ plain, largest }: ReturnType<typeof samplesOf>): [name: string, given: object][] {
  const { postcode, number, straatnaam, latitude: lat, longitude: lng, woonplaats } = plain;
  return [
    ["lookup_address", { postcode, number }],
    ["search_addresses", { q: straatnaam }],
    ["get_postcode_info", { postcode }],
    ["get_nearby_postcodes", { postcode, number, radius: 20 }],
    ["get_building_info", { pand_id: largest.id }],
    ["get_city_info", { city_name: woonplaats.identificatie }],
    ["geocode_address", { q: `${straatnaam} ${number} ${postcode}` }],
    ["reverse_geocode", { lat, lng }],
    ["get_statistics", { area_type: "municipality", area_name: woonplaats.gemeente.code }],
  ];
}
