/** Compares answers of the client of static files with those of the interface. */
import { expect } from "bun:test";
import type { StaticAddress, StaticClient } from "../../../src/http/client/static/static-client.ts";
import type { openHarness } from "./http-harness.ts";

type Api = Pick<ReturnType<typeof openHarness>, "askJson">;

/** Half of the unit of positions, in degrees. */
const HALF_UNIT = 0.000_005_1;

/** Expects the fields of a record that static files have, and its position within a metre. */
export function expectSame(found: StaticAddress | null | undefined, record: Record<string, unknown>): void {
  const { latitude, longitude, ...fields } = found!;
  const { latitude: north, longitude: east, rd_x: _x, rd_y: _y, status: _status, ...expected } = record;
  expect(fields as Record<string, unknown>).toEqual(expected);
  expect(Math.abs(latitude! - Number(north))).toBeLessThan(HALF_UNIT);
  expect(Math.abs(longitude! - Number(east))).toBeLessThan(HALF_UNIT);
}

/** Looks up at both, and compares address or candidates; returns the number of candidates. */
export async function compareLookup(
  api: Api,
  client: StaticClient,
  key: { postcode: string; number: string; letter?: string; addition?: string },
): Promise<number> {
  const { status, body } = await api.askJson(`/addresses/lookup?${new URLSearchParams(key)}`);
  const found = await client.lookup(key);
  if (status === 200) {
    expectSame(found.address, body.data);
  } else {
    expect([status, found.address, found.candidates_total]).toEqual([404, null, body.candidates_total]);
    expect(found.candidates).toHaveLength(body.candidates.length);
    for (const [i, candidate] of body.candidates.entries()) {
      expectSame(found.candidates[i], candidate);
    }
  }
  return found.candidates_total;
}

/** Compares the addresses of a postcode and their order; of many the first hundred. */
export async function comparePostcode(api: Api, client: StaticClient, postcode: string): Promise<void> {
  const { body } = await api.askJson(`/postcodes/${postcode}?per_page=100`);
  const listed = await client.postcode(postcode);
  expect(listed).toHaveLength(body.meta.total);
  for (const [i, record] of body.data.entries()) {
    expectSame(listed[i], record);
  }
}
