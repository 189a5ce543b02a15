/**
 * Rechecks 10,000 rows as people have them, with damaged ids, doubles, empty rows, decoys and days of their own: every
 * row equals the oracle, also after runs that were killed, by a job and by the CSV endpoint.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Papa from "papaparse";
import { makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { WEESP } from "../support/extracts/reference-files.ts";
import { askOracle, hasOracle } from "../support/oracles/history/ask-oracle.ts";
import type { OracleRecheck } from "../support/oracles/history/recheck-form.ts";
import {
  BAKEN,
  type Child,
  collectOutcome,
  kill,
  runBaken,
  start,
} from "../support/processes/baken-process.ts";
import { until } from "../support/processes/until.ts";
import { testRandom } from "../support/seed.ts";
import { openGeocodeServer } from "../support/servers/geocode-files.ts";

setDefaultTimeout(300_000);

const ROWS = 10_000;
/** Part of the rows whose id is damaged. */
const DAMAGED = 0.02;
const SINCE = "2015-01-01";

const random = testRandom();
const below = (n: number) => Math.floor(random() * n);
const oneOf = <T>(items: readonly T[]): T => items[below(items.length)]!;

interface ListRow {
  readonly cell: string;
  readonly dayCell: string;
  /** Id and day that the cells mean; absent if the id's cell is not an id. */
  readonly asked?: readonly [id: string, day: string];
}

const dutch = (day: string) => day.split("-").reverse().map(Number).join("-");

/** Draws a row of the list. */
function drawRow(ids: readonly string[], before: readonly ListRow[]): ListRow {
  const kind = random();
  if (kind < 0.05 && before.length > 0) {
    return oneOf(before);
  }
  if (kind < 0.06) {
    return { cell: "", dayCell: "" };
  }
  const id = oneOf(ids);
  if (kind < 0.06 + DAMAGED) {
    const cell = oneOf([
      id.slice(4),
      `${id}9`,
      id.replace(/^..../, "abcd"),
      `${id.slice(0, 4)}10${id.slice(6)}`,
      "4.572E+14",
    ]);
    return { cell, dayCell: "" };
  }
  const day = `20${10 + below(12)}-${String(1 + below(12)).padStart(2, "0")}-${String(1 + below(28)).padStart(2, "0")}`;
  const dayCell = oneOf([day, dutch(day), ""]);
  const written = [
    id,
    id,
    id,
    String(Number(id)),
    `NL.IMBAG.Object.${id}`,
    ` ${id.slice(0, 4)} ${id.slice(4)}`,
  ];
  return { cell: oneOf(written), dayCell, asked: [id, dayCell === "" ? SINCE : day] };
}

const folder = mkdtempSync(join(tmpdir(), "baken-recheck-rows-"));
const input = join(folder, "lijst.csv");
const whole = join(folder, "whole.csv");
let dataDir: string;
const list: ListRow[] = [];

beforeAll(async () => {
  dataDir = await makeWeespPastFolder();
  const extractIds = hasOracle() ? await askOracle<OracleRecheck>({ extract: WEESP }, "recheck", SINCE) : [];
  const ids = extractIds.map(({ id }) => id);
  for (let i = 0; i < ROWS && ids.length > 0; i++) {
    list.push(drawRow(ids, list));
  }
  const lines = list.map(({ cell, dayCell }, i) => {
    const decoys = [45_128_899_000_000 * 100 + i, `04571000000${10_000 + i}`, dutch("1980-05-09")];
    return [`Klant ${i}`, ...decoys, cell, dayCell].join(";");
  });
  writeFileSync(input, `naam;polis;pand;geboren;nummer;peildatum\n${lines.join("\n")}\n`);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(dataDir, { recursive: true });
});

const ARGS = ["--since", SINCE, "--columns", "day=peildatum"];
const args = (out: string) => ["recheck", input, "--data", dataDir, ...ARGS, "--out", out, "--threads", "2"];
const orNull = (cell = "") => (cell === "" ? null : cell);
const listOf = (cell = "") => (cell === "" ? [] : cell.split("|"));

test.skipIf(!hasOracle())("every row equals the oracle", async () => {
  expect(await runBaken(args(whole))).toMatchObject({ exitCode: 0 });
  const asked = list.flatMap(({ asked }) => (asked === undefined ? [] : [asked]));
  const answers = (await askOracle<OracleRecheck>({ extract: WEESP, lines: asked }, "recheck")).values();
  const rows = Papa.parse<Record<string, string>>(readFileSync(whole, "utf8").trimEnd(), {
    header: true,
  }).data;
  expect(rows).toHaveLength(ROWS);
  const counts: Record<string, number> = {};
  for (const [i, row] of rows.entries()) {
    const { cell, asked } = list[i]!;
    const {
      id: _,
      day: __,
      candidates,
      ...expected
    } = asked === undefined
      ? { ...NOTHING, reason: cell === "" ? "no id" : "not an id" }
      : (answers.next().value as OracleRecheck);
    counts[expected.status] = (counts[expected.status] ?? 0) + 1;
    const made: Omit<OracleRecheck, "id" | "day" | "candidates"> = {
      ...{
        status: row.recheck_status!,
        reason: orNull(row.recheck_reason),
        changes: listOf(row.recheck_changes),
      },
      ...{ since: orNull(row.recheck_since), document: orNull(row.recheck_document) },
      ...{ relation: orNull(row.recheck_relation), was: orNull(row.recheck_was) },
      ...{ compared_on: orNull(row.recheck_compared_on), present: orNull(row.recheck_nummeraanduiding_id) },
    };
    expect(made).toEqual(expected);
    expect(listOf(row.recheck_candidate_ids)).toEqual(candidates.map(([, id]) => id));
  }
  expect(counts.unknown).toBeGreaterThan(ROWS * DAMAGED);
  expect(Object.keys(counts).sort()).toEqual([
    "changed",
    "ended",
    "replaced",
    "unchanged",
    "undecided",
    "unknown",
  ]);
});

const NOTHING: OracleRecheck = {
  ...{ id: "", day: "", status: "unknown", reason: null, changes: [], since: null, document: null },
  ...{ relation: null, was: null, compared_on: null, candidates: [], present: null },
};

/** Resolves when the command has printed a text. */
async function untilSaid(child: Child, text: string): Promise<void> {
  let said = "";
  for await (const piece of child.stderr) {
    said += Buffer.from(piece).toString();
    if (said.includes(text)) {
      return;
    }
  }
}

test.skipIf(!hasOracle())(
  "killed at three places and resumed, it is the same file byte for byte",
  async () => {
    const out = join(folder, "uit.csv");
    const unfinished = `${out}.unfinished`;
    const sizeOf = (name: string) => statSync(join(unfinished, name), { throwIfNoEntry: false })?.size ?? 0;
    const places = [
      () => until(() => sizeOf("journal.ndjson") > 100_000),
      () => until(() => sizeOf("journal.ndjson") > 1_500_000),
      (child: Child) => untilSaid(child, "rows in"),
    ];
    for (const [i, reach] of places.entries()) {
      const child = start([BAKEN, ...args(out), ...(i === 0 ? [] : ["--resume"])]);
      await reach(child);
      expect(await kill(child)).toBe(true);
      expect(existsSync(out)).toBe(false);
    }
    const { exitCode, stderr } = await collectOutcome(start([BAKEN, ...args(out), "--resume"]));
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain("Continuing after");
    expect(Bun.hash(readFileSync(out))).toBe(Bun.hash(readFileSync(whole)));
  },
);

test.skipIf(!hasOracle())("a job and the CSV endpoint make the same file", async () => {
  const served = openGeocodeServer({ dataDir: await makeWeespPastFolder() });
  served.startWork();
  const query = `?since=${SINCE}&columns=day=peildatum`;
  const body = readFileSync(input);
  const expected = readFileSync(whole, "utf8");
  const direct = await served.post(`/geocode/csv${query}`, body);
  expect(direct.headers.get("x-columns")).toBe("id=nummer,day=peildatum");
  expect(await direct.text()).toBe(expected);
  const { data } = (await (await served.post(`/geocode/jobs${query}`, body)).json()) as {
    data: { job_id: string };
  };
  const job = await served.finish(data.job_id);
  expect(job).toMatchObject({ status: "completed", total_records: ROWS });
  expect(await (await served.ask(`/geocode/jobs/${data.job_id}/download`)).text()).toBe(expected);
  const changed = await served.post(`/geocode/csv${query}&only_changed=1`, body);
  const rows = expected.split("\n").filter((line) => !line.includes(";unchanged;"));
  expect(await changed.text()).toBe(rows.join("\n"));
  await served.close();
});
