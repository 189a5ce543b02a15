/** Compares the client of static files with the interface, for addresses drawn from a country of a million. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createStaticClient, type StaticClient } from "../../src/http/client/static/static-client.ts";
import { openRegistry, type Registry } from "../../src/registry/file/open-registry.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { openHarness } from "../support/servers/http-harness.ts";
import { compareLookup, comparePostcode } from "../support/servers/static-comparison.ts";
import { writeStaticFolder } from "../support/servers/static-folder.ts";

const ADDRESSES = 1_000_000;
const DRAWN = 50_000;
/** Addresses compared for each postcode whose list is compared. */
const PER_POSTCODE = 10;
const MINUTES = 60_000;

let data: string;
let registry: Registry;
let folder: string;
let api: ReturnType<typeof openHarness>;
let client: StaticClient;

beforeAll(async () => {
  data = await makeDemoFolder(ADDRESSES);
  registry = openRegistry(data);
  folder = writeStaticFolder(registry.current()!, ["positions", "records"]);
  api = openHarness(data);
  const fetch = async (url: string) => {
    const file = Bun.file(join(folder, url));
    return (await file.exists()) ? new Response(file) : new Response(null, { status: 404 });
  };
  client = createStaticClient({ baseUrl: "", records: true, fetch });
}, 20 * MINUTES);
afterAll(() => {
  registry.close();
  // Removes the data folder too.
  api.close();
  rmSync(folder, { recursive: true });
});

interface Key {
  readonly postcode: string;
  readonly huisnummer: number;
  readonly huisletter: string | null;
  readonly huisnummertoevoeging: string | null;
}

test(
  "each has the same record, its number the same candidates, and every tenth's postcode the same list",
  async () => {
    const { db } = registry.current()!;
    const keys = db
      .query<Key, []>(
        `SELECT postcode, huisnummer, huisletter, huisnummertoevoeging FROM adres WHERE postcode IS NOT NULL
         ORDER BY postcode, fid`,
      )
      .all();
    const step = keys.length / DRAWN;
    let withCandidates = 0;
    for (let i = 0; i < DRAWN; i++) {
      const { postcode, huisnummer, huisletter, huisnummertoevoeging } = keys[Math.floor(i * step)]!;
      const number = String(huisnummer);
      await compareLookup(api, client, {
        postcode,
        number,
        ...(huisletter !== null && { letter: huisletter }),
        ...(huisnummertoevoeging !== null && { addition: huisnummertoevoeging }),
      });
      withCandidates += Number((await compareLookup(api, client, { postcode, number })) > 0);
      if (i % PER_POSTCODE === 0) {
        await comparePostcode(api, client, postcode);
      }
    }
    expect(withCandidates).toBeGreaterThan(DRAWN / 100);
  },
  20 * MINUTES,
);
