/**
 * Compares changes in Weesp with those that the oracle finds in the XML: stocks and flows of every year, including
 * years that are partly announced only, and every change of objects in some periods.
 */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importWeesp, makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { WEESP } from "../support/extracts/reference-files.ts";
import { askOracle, writeRewound } from "../support/oracles/history/ask-oracle.ts";
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
  expect(timeline).toEqual(await countYears(WEESP, timeline));
});

/**
 * A registry of an earlier day knows all later changes of the extract as announced changes. Before 2016 six numbers
 * were on streets of another gemeente. The extract lacks these streets, so the numbers are in no place then.
 */
test.each(["2016-03-01", "2021-05-01"])(
  "stocks and flows of a registry of %s, with what is announced",
  async (day) => {
    const folder = mkdtempSync(join(tmpdir(), "baken-announced-"));
    const extract = await writeRewound(WEESP, day, join(folder, "rewound.zip"));
    const dataDir = join(folder, "data");
    await importWeesp(extract, dataDir, "full");
    const earlier = openHarness(dataDir);
    const { body } = await earlier.askJson("/statistics/timeline?gemeente_code=0457");
    earlier.close();
    const timeline: Period[] = body.data.timeline;
    expect(timeline.at(-1)!.period).toBe(day.slice(0, 4));
    expect(timeline).toEqual(await countYears(extract, timeline));
    rmSync(folder, { recursive: true, force: true });
  },
);

/** Counts the years of a timeline by the oracle; a flow that it does not find in a year is zero. */
async function countYears(extract: string, timeline: readonly Period[]): Promise<Period[]> {
  const counted = await askOracle<Period>({ extract }, "timeline", ...timeline.map(({ period }) => period));
  return counted.map(({ flows, ...rest }, at) => ({
    ...rest,
    flows: Object.fromEntries(Object.keys(timeline[at]!.flows).map((name) => [name, flows[name] ?? 0])),
  }));
}

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
