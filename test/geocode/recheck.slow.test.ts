/** Tests `baken recheck` as a user runs it, on a list of Weesp. The cases of the rules are in test/history. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Papa from "papaparse";
import type { GeocodePlan } from "../../src/batch/plan.ts";
import { decideRow } from "../../src/batch/review-row.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { makeWeespFolder, makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { makeXlsx, textRow } from "../support/tables/make-xlsx.ts";

/** An address that stays, one that got a postcode, one that was issued again, one with two candidates, an ended one. */
const STAYS = "0457200000198330";
const POSTCODE = "0457200000521205";
const REPLACED = "0457200000198459";
const UNDECIDED = "0457200000198596";
const ENDED = "0457200000198511";
const OBJECT = "0457010000000002";
const SINCE = "2015-01-01";

let dataDir: string;
let folder: string;
let input: string;
beforeAll(async () => {
  dataDir = await makeWeespPastFolder();
}, 120_000);
afterAll(() => rmSync(dataDir, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baken-recheck-"));
  input = join(folder, "lijst.csv");
});
afterEach(() => rmSync(folder, { recursive: true }));

const recheck = (...args: string[]) => runBaken(["recheck", input, "--data", dataDir, ...args]);
const outPath = () => join(folder, "lijst-rechecked.csv");
const parse = (path: string) =>
  Papa.parse<Record<string, string>>(readFileSync(path, "utf8").trimEnd(), { header: true }).data;
const statuses = () => parse(outPath()).map(({ recheck_status }) => recheck_status);

describe("a list of each kind", () => {
  const LIST = `naam,id\nA,${STAYS}\nB,${POSTCODE}\nC,${REPLACED}\nD,${UNDECIDED}\nE,${ENDED}\nF,x1\nG,\n`;
  beforeEach(() => writeFileSync(input, LIST));

  test("gets its columns, a summary and a report", async () => {
    const report = join(folder, "report.html");
    const { exitCode, stdout, stderr } = await recheck(
      "--since",
      "1-1-2015",
      "--columns",
      "id=id",
      "--report",
      report,
    );
    expect([exitCode, stdout]).toEqual([0, `${outPath()}\n${report}\n`]);
    expect(stderr).toContain('column "id": the id of the nummeraanduiding or object');
    expect(stderr).toContain("day: 2015-01-01");
    const counted = stderr.split("\n").map((line) =>
      line
        .trim()
        .split(/\s{2,}/)
        .slice(0, 2)
        .join(" "),
    );
    expect(counted).toEqual(
      expect.arrayContaining([
        ...["unchanged 1", "changed 1", "postcode 1", "replaced 1", "undecided 1", "ended 1"],
        ...["unknown 2", "no id 1", "not an id 1"],
      ]),
    );
    expect(
      parse(outPath()).map(({ naam, recheck_status, recheck_reason }) => [
        naam,
        recheck_status,
        recheck_reason,
      ]),
    ).toEqual([
      ["A", "unchanged", ""],
      ["B", "changed", ""],
      ["C", "replaced", ""],
      ["D", "undecided", ""],
      ["E", "ended", ""],
      ["F", "unknown", "not an id"],
      ["G", "unknown", "no id"],
    ]);
    const page = readFileSync(report, "utf8");
    expect(page).toContain("<title>Recheck of ");
    expect(page).toContain("What became of the rows");
    expect(page).toContain("Not an id of an address");
  });

  test("--only-changed leaves out unchanged rows, --add adds columns of the present address", async () => {
    await recheck("--since", SINCE, "--columns", "id=id", "--only-changed", "--add", "location,codes");
    expect(statuses()).toEqual(["changed", "replaced", "undecided", "ended", "unknown", "unknown"]);
    const [changed] = parse(outPath());
    expect(changed).toMatchObject({
      recheck_changes: "postcode",
      recheck_was: "Verlengd Buitenveer 15, Weesp",
      recheck_compared_on: SINCE,
      recheck_date: "2021-10-15",
      recheck_full_address: "Verlengd Buitenveer 15, 1381NB Weesp",
      recheck_gemeente: "Weesp",
      recheck_gemeente_code: "0457",
    });
    expect(Number(changed!.recheck_rd_x)).toBeGreaterThan(130_000);
  });

  test("other formats, the first rows, and standard output", async () => {
    for (const format of ["xlsx", "geojson", "gpkg", "parquet"]) {
      const out = join(folder, `uit.${format}`);
      expect((await recheck("--since", SINCE, "--columns", "id=id", "--out", out)).exitCode).toBe(0);
      expect(existsSync(out)).toBe(true);
    }
    const { stdout } = await recheck("--since", SINCE, "--columns", "id=id", "--limit", "2", "--out", "-");
    expect(stdout.trim().split("\n")).toHaveLength(3);
  });

  test("the result of a run is the list of the next: its ids and its date are found", async () => {
    await recheck("--since", SINCE, "--columns", "id=id");
    const again = join(folder, "lijst-rechecked-rechecked.csv");
    const { exitCode, stderr } = await runBaken(["recheck", outPath(), "--data", dataDir]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('column "recheck_nummeraanduiding_id": the id');
    expect(stderr).toContain('column "recheck_date": the day');
    const rows = parse(again);
    expect(
      rows.map(({ recheck_status_2, recheck_reason_2 }) => recheck_status_2 + recheck_reason_2!),
    ).toEqual([
      ...["unchanged", "unchanged", "unchanged"],
      ...Array.from({ length: 4 }, () => "unknownno id"),
    ]);
  });
});

describe("the column of ids", () => {
  const decoys = "0457100000058023,4512889900017733,2014-05-01";
  const rowOf = (...ids: string[]) => `${decoys},${ids.join(",")}`;
  const list = (names: string, ...rows: string[]) =>
    writeFileSync(input, `pand,polis,geboren,${names}\n${rows.join("\n")}\n`);
  const chosen = async (...args: string[]) =>
    /column "(.*)": the id/.exec((await recheck("--since", SINCE, ...args)).stderr)?.[1];

  test("is not one of panden, of other numbers of 16 digits, or of ids that the registry does not know", async () => {
    list("a,b", rowOf(STAYS, "0999200000000001"), rowOf(POSTCODE, "0999200000000002"));
    expect(await chosen()).toBe("a");
  });

  test.each([
    ["a usual name", "a,bag_id,c", "bag_id"],
    ["the name of a geocoded file", "bag_id,result_nummeraanduiding_id,c", "result_nummeraanduiding_id"],
    [
      "the name of an earlier run",
      "recheck_nummeraanduiding_id,bag_id,result_nummeraanduiding_id",
      "recheck_nummeraanduiding_id",
    ],
    ["the rightmost", "a,b,c", "c"],
  ])("is by %s", async (_what, names, expected) => {
    list(names, rowOf(STAYS, STAYS, STAYS), rowOf(POSTCODE, POSTCODE, POSTCODE));
    expect(await chosen()).toBe(expected);
  });

  test("is one of numbers before one of objects; objects alone are ids too", async () => {
    list("a,b", rowOf(STAYS, OBJECT));
    expect(await chosen()).toBe("a");
    list("a,b", rowOf("x", OBJECT));
    expect(await chosen("--replace")).toBe("b");
    expect(statuses()).toEqual(["unchanged"]);
  });

  test("may have a damaged cell in ten", async () => {
    const rows = Array.from({ length: 9 }, () => rowOf("", STAYS));
    list("a,b", ...rows, rowOf("", "weg"));
    expect(await chosen()).toBe("b");
    list("a,b", ...rows.slice(1), rowOf("", "weg"));
    const { exitCode, stderr } = await recheck("--since", SINCE, "--replace");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("--columns id=");
  });

  test("is looked for among twenty columns that may have ids, those with a usual name first", async () => {
    const decoys = Array.from({ length: 20 }, (_, i) => `c${i}`).join(",");
    const row = rowOf(STAYS, ...Array.from({ length: 20 }, (_, i) => `09992000000000${10 + i}`));
    list(`bag_id,${decoys}`, row);
    expect(await chosen()).toBe("bag_id");
    list(`a,${decoys}`, row);
    expect(await chosen("--header", "yes", "--replace")).toBeUndefined();
    expect(await chosen("--header", "yes", "--replace", "--columns", "id=a")).toBe("a");
  });

  test("is refused when a spreadsheet has rounded its ids", async () => {
    const rounded = Array.from({ length: 20 }, (_, i) =>
      rowOf("", `17092000001339${10 + i}0`.slice(0, 15).padEnd(16, "0")),
    );
    list("a,b", ...rounded);
    for (const args of [[], ["--columns", "id=b"]]) {
      const { exitCode, stderr } = await recheck("--since", SINCE, ...args);
      expect(exitCode).toBe(1);
      expect(stderr).toContain(
        'The ids of 16 digits in the column "b" all end in 0: a spreadsheet has rounded them.',
      );
    }
    list("a,b", ...rounded.slice(1));
    expect((await recheck("--since", SINCE, "--columns", "id=b")).exitCode).toBe(0);
  });
});

describe("days", () => {
  test("of a column count, and --since where a row has none", async () => {
    writeFileSync(
      input,
      `id,dag\n${POSTCODE},2015-01-01\n${POSTCODE},1-10-2021\n${POSTCODE},\n${POSTCODE},ooit\n`,
    );
    await recheck("--columns", "day=dag");
    expect(
      parse(outPath()).map(({ recheck_status, recheck_reason }) => recheck_status + recheck_reason!),
    ).toEqual([...["changed", "unchanged", "unknownno day", "unknownno day"]]);
    await recheck("--columns", "day=dag", "--since", SINCE, "--replace");
    expect(statuses()).toEqual(["changed", "unchanged", "changed", "changed"]);
  });

  test("without a day, with a wrong one, and without a history: exit code 1, and nothing is written", async () => {
    writeFileSync(input, `id\n${STAYS}\n`);
    const none = await recheck();
    expect([none.exitCode, none.stderr]).toEqual([1, expect.stringContaining("Write --since YYYY-MM-DD")]);
    const wrong = await recheck("--since", "vorig jaar");
    expect([wrong.exitCode, wrong.stderr]).toEqual([1, expect.stringContaining("--since must be a day")]);
    const role = await recheck("--since", SINCE, "--columns", "postcode=id");
    expect([role.exitCode, role.stderr]).toEqual([1, expect.stringContaining("the roles are id, day")]);
    const withoutPast = await makeWeespFolder();
    const refused = await runBaken(["recheck", input, "--since", SINCE, "--data", withoutPast]);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("no history")]);
    rmSync(withoutPast, { recursive: true });
    expect(readdirSync(folder)).toEqual(["lijst.csv"]);
  });
});

test("an address can be chosen for an id that an update removed", () => {
  const registry = openRegistry(dataDir);
  const plan: GeocodePlan = {
    kind: "recheck",
    uses: [{ role: "id", index: 0, name: "id" }],
    added: [{ column: "recheck_full_address", name: "recheck_full_address" }],
    ...{ doubtful: [], unused: [], findings: [], since: SINCE },
  };
  const decided = decideRow(registry.current()!, plan, { id: STAYS, row: ["0999200000000001"] });
  registry.close();
  expect([decided.match, decided.reason, decided.values]).toEqual([
    ...["replaced", null, [expect.stringMatching(/Weesp$/)]],
  ]);
});

test("a spreadsheet: the sheet with ids is read, and a number of 16 digits is no id", async () => {
  input = join(folder, "lijst.xlsx");
  const addresses = Array.from({ length: 5 }, () => textRow("Keurstraat", "5a", "1382KT", "Weesp"));
  // Excel stores 15 digits: it keeps 457200000198330 and changes 1709200000133985 to 1709200000133980.
  const numbers = ["457200000198330", "1709200000133980"].map((value) => `<row><c><v>${value}</v></c></row>`);
  writeFileSync(
    input,
    makeXlsx({
      sheets: [
        { name: "Adressen", rows: addresses.join("") },
        { name: "Ids", rows: [...["id", STAYS, POSTCODE].map((text) => textRow(text)), ...numbers].join("") },
      ],
    }),
  );
  const out = join(folder, "uit.csv");
  const { exitCode, stderr } = await recheck("--since", SINCE, "--columns", "id=id", "--out", out);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('sheet "Ids"')]);
  expect(parse(out).map(({ recheck_status, recheck_reason }) => recheck_status + recheck_reason!)).toEqual([
    ...["unchanged", "changed", "unchanged", "unknownnot an id"],
  ]);
});
