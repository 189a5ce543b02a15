/** Answers about days without an applied delivery say so; answers about other days do not. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentProgress } from "../../src/import/progress.ts";
import { runUpdate } from "../../src/import/update/run-update.ts";
import { resolveFormerAddress } from "../../src/mcp/tools/history.ts";
import { openSnapshot } from "../../src/registry/file/snapshot.ts";
import { toDay } from "../../src/registry/history/days.ts";
import { readingOfAdres } from "../../src/registry/history/objects-on-day.ts";
import { Past } from "../../src/registry/history/past.ts";
import { datedRecord } from "../../src/registry/history/records-on-day.ts";
import { openHarness } from "../support/servers/http-harness.ts";
import { currentOf, importAtStart, makeChain } from "../support/update-oracle/demo-chain.ts";

setDefaultTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), "baken-gap-days-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("every day from a gap on says so, also where there is nothing; the days before it do not", async () => {
  const chain = await makeChain(join(folder, "chain"), {
    ...{ addresses: 100, seed: 3, history: true, hasPc4File: false, mutations: 20 },
    kept: "full",
  });
  const dataDir = await importAtStart(chain, "start");
  // The state of 8 November; the first delivery given has the mutations of the 10th and 11th.
  await runUpdate({ dataDir, files: [chain.deliveries[2]!], allowGap: true }, silentProgress);
  const snapshot = openSnapshot(currentOf(dataDir));
  const { fid } = snapshot.db.query<{ fid: number }, []>("SELECT min(fid) AS fid FROM adres").get()!;
  const gapOn = (day: string) => {
    const record = datedRecord<object>(new Past(snapshot), readingOfAdres(fid), toDay(day));
    return record === undefined ? "none" : ((record as { gap?: boolean }).gap ?? false);
  };
  const days = ["2026-11-07", "2026-11-08", "2026-11-09", "2026-11-10", "2026-11-12"];
  expect(days.map((day) => [day, gapOn(day)])).toEqual([
    ["2026-11-07", false],
    ["2026-11-08", true],
    ["2026-11-09", true],
    ["2026-11-10", true],
    ["2026-11-12", true],
  ]);
  snapshot.close();

  const harness = openHarness(dataDir);
  const ask = async (path: string) => (await harness.askJson(path)).body;
  const id = String(fid).padStart(16, "0");
  const { postcode, openbare_ruimte_id: street } = (await ask(`/addresses/${id}/history`)).data.periods.at(
    -1,
  ).address;
  // None of these exist: a number, a key, a postcode and a building.
  const absent = [
    `/addresses/${id.slice(0, 6)}9999999999?`,
    "/addresses/lookup?postcode=9999ZZ&number=1&",
    "/postcodes/9999ZZ?",
    `/buildings/${id.slice(0, 4)}109999999999?`,
  ];
  const told = { "2026-11-07": undefined, "2026-11-08": true, "2026-11-09": true, "2026-11-10": true };
  for (const [day, gap] of Object.entries(told)) {
    for (const path of absent) {
      const { status, gap: made } = await ask(`${path}valid_on=${day}`);
      expect({ path, day, status, gap: made }).toEqual({ path, day, status: 404, gap });
    }
    for (const path of [`/postcodes/${postcode}`, `/streets/${street}/addresses`]) {
      const { meta } = await ask(`${path}?valid_on=${day}`);
      expect({ path, day, gap: meta.gap }).toEqual({ path, day, gap });
    }
    const former = await ask(`/addresses/former?postcode=9999ZZ&number=1&valid_on=${day}`);
    expect({ day, ...former.data }).toEqual({ day, current: null, former: [], ...(gap && { gap }) });
    const asked = { postcode: "9999ZZ", number: 1, valid_on: day };
    const { structuredContent, content } = resolveFormerAddress.call(harness.app.registry.current()!, asked);
    expect({ day, gap: resolveFormerAddress.output.parse(structuredContent).gap }).toEqual({ day, gap });
    expect(JSON.stringify(content).includes("lacks the changes")).toBe(gap === true);
  }
  harness.close();
});
