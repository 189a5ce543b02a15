/**
 * Compares what changed in Weesp with what the oracle finds in the XML: stocks and flows of every year, and every change
 * of objects of some periods.
 */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { WEESP } from "../support/extracts/reference-files.ts";
import { askOracle } from "../support/oracles/history/ask-oracle.ts";
import { openHarness } from "../support/servers/http-harness.ts";

setDefaultTimeout(600_000);

const harness = openHarness(await makeWeespPastFolder());
afterAll(() => harness.close());

interface Period {
  period: string;
  stock: Record<string, number>;
  flows: Record<string, number>;
}

test("stocks and flows of every year", async () => {
  const { body } = await harness.askJson("/statistics/timeline?gemeente_code=0457");
  const timeline: Period[] = body.data.timeline;
  const years = timeline.map(({ period }) => period);
  const counted = await askOracle<Period>({ extract: WEESP }, "timeline", ...years);
  const withZeros = ({ flows, ...rest }: Period, { flows: all }: Period) => ({
    ...rest,
    flows: Object.fromEntries(Object.keys(all).map((name) => [name, flows[name] ?? 0])),
  });
  expect(timeline).toEqual(counted.map((year, at) => withZeros(year, timeline[at]!)));
});

test("every change of objects", async () => {
  const periods = ["2011-03-01 2011-05-01", "2015-12-20 2016-01-15", "2020-11-30 2021-12-01"];
  const found = await askOracle<{ period: string; change: unknown[] }>(
    { extract: WEESP },
    "changes",
    ...periods,
  );
  for (const asked of periods) {
    const expected = found
      .filter(({ period }) => period === asked)
      .map(({ change }) => JSON.stringify(change));
    expect(expected.length).toBeGreaterThan(100);
    const [from, to] = asked.split(" ");
    expect((await listChanges(`from=${from}&to=${to}`)).sort()).toEqual(expected.sort());
  }
});

async function listChanges(query: string): Promise<string[]> {
  const lines: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const path: string = `/changes/objects?gemeente_code=0457&per_page=1000&${query}${cursor && `&cursor=${cursor}`}`;
    const { data } = (await harness.askJson(path)).body;
    for (const { begin_geldigheid, identificatie, voorkomen_identificatie, change, fields } of data.changes) {
      const key = [begin_geldigheid, identificatie, voorkomen_identificatie, change];
      lines.push(JSON.stringify([...key, fields.toSorted()]));
    }
    cursor = data.next_cursor;
  }
  return lines;
}
