/** Requests the endpoints that have cases, and compares their answers. */
import type { openHarness } from "../support/servers/http-harness.ts";
import { type CaseAnswer, type CaseGroup, faultOf } from "./cases.ts";

export type Harness = ReturnType<typeof openHarness>;
interface Row {
  full_address: string;
  nummeraanduiding_id: string;
}
type SearchResults = CaseAnswer & { readonly ids: readonly string[] };
const NO_RESULTS: SearchResults = { labels: [], ids: [], total: 0 };

function toResults(rows: readonly Row[], total = rows.length): SearchResults {
  return {
    labels: rows.map((row) => row.full_address),
    ids: rows.map((row) => row.nummeraanduiding_id),
    total,
  };
}

export async function search(harness: Harness, line: string, perPage: number): Promise<SearchResults> {
  const { status, body } = await harness.askJson(
    `/addresses/search?per_page=${perPage}&q=${encodeURIComponent(line)}`,
  );
  return status === 200 ? toResults(body.data, body.meta.total) : NO_RESULTS;
}

/** Requests one line of a case from each endpoint. */
export const ENDPOINTS: Readonly<
  Record<NonNullable<CaseGroup["ask"]>, (harness: Harness, line: string) => Promise<SearchResults>>
> = {
  async autocomplete(harness, line) {
    const { status, body } = await harness.askJson(`/addresses/autocomplete?q=${encodeURIComponent(line)}`);
    if (status !== 200) {
      return NO_RESULTS;
    }
    const found: { id: string; label: string }[] = body.data;
    return toResults(found.map(({ id, label }) => ({ full_address: label, nummeraanduiding_id: id })));
  },
  async geocode(harness, line) {
    const { status, body } = await harness.askJson(`/geocode/forward?q=${encodeURIComponent(line)}`);
    return status === 200 ? toResults([body.data.address]) : NO_RESULTS;
  },
  async validate(harness, line) {
    const [postcode, number, letter, addition] = line.split(" ").map((part) => (part === "-" ? "" : part));
    const key = { postcode, number, ...(letter ? { letter } : {}), ...(addition ? { addition } : {}) };
    const { body } = await harness.askJson(
      `/addresses/validate?${new URLSearchParams(key as Record<string, string>)}`,
    );
    if (body.data.valid) {
      throw new Error(`${line} is valid, so there is nothing to suggest`);
    }
    return toResults(body.data.suggestions);
  },
};

/** Returns the lines whose answer is not what their group expects, with the reason. */
export async function faultsOf(groups: readonly CaseGroup[], harness: Harness): Promise<string[]> {
  const faults: string[] = [];
  for (const group of groups) {
    for (const line of group.lines.map(String)) {
      const { ask } = group;
      const answer =
        ask === undefined ? await search(harness, line, 10) : await ENDPOINTS[ask](harness, line);
      const fault = faultOf(group, line, () => answer);
      if (fault !== undefined) {
        faults.push(`${group.kind}: ${fault}`);
      }
    }
  }
  return faults;
}
