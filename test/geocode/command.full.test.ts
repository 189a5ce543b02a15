/** Tests `baken geocode` as a user runs it, on the addresses of Weesp. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Papa from "papaparse";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { BAKEN, collectOutcome, runBaken, start } from "../support/processes/baken-process.ts";
import { until } from "../support/processes/until.ts";
import { type ListedAddress, listAddresses, toPostcodeCsv } from "../support/tables/weesp-addresses.ts";

let dataDir: string;
let addresses: ListedAddress[];
let folder: string;
let input: string;

beforeAll(async () => {
  dataDir = await makeWeespFolder();
  addresses = listAddresses(dataDir);
}, 120_000);
afterAll(() => rmSync(dataDir, { recursive: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baken-geocode-"));
  input = join(folder, "klanten.csv");
});
afterEach(() => rmSync(folder, { recursive: true }));

const geocode = (...args: string[]) => runBaken(["geocode", input, "--data", dataDir, ...args]);
const pathOf = (name: string) => join(folder, name);
const rowsOf = (path: string) =>
  Papa.parse<Record<string, string>>(readFileSync(path, "utf8").trimEnd(), { header: true, delimiter: ";" })
    .data;

test("--lang decides the language of the sentences; another one ends with what can be asked", async () => {
  writeFileSync(input, "Postcode;Huisnr\n1382KT;5\n1382KT;999\n");
  for (const [words, sentence] of [
    [[], "The street exists, but has no number 999."],
    [["--lang", "nl"], "De straat bestaat, maar heeft geen nummer 999."],
  ] as const) {
    expect((await geocode(...words, "--replace")).exitCode).toBe(0);
    const [, row] = rowsOf(pathOf("klanten-geocoded.csv"));
    expect([row!.result_reason, row!.result_message]).toEqual(["no such number", sentence]);
  }
  const refused = await geocode("--lang", "de", "--replace");
  expect([refused.exitCode, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/--lang must be one of nl, en/),
  ]);
});

describe("columns that are not certain", () => {
  const WRITTEN = ["klanten-geocoded.csv", "klanten.csv"];

  test("most rows without an address: nothing is written, and the choice of columns is asked for; --force goes on", async () => {
    const lines = Array.from({ length: 60 }, (_, i) => `9999ZZ;${i + 1}`);
    writeFileSync(input, `Postcode;Huisnr\n${lines.join("\n")}\n`);
    const refused = await geocode();
    expect([refused.exitCode, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toMatch(/100 % have no address[\s\S]*--columns[\s\S]*--force/);
    expect(readdirSync(folder)).toEqual(["klanten.csv"]);
    expect((await geocode("--force")).exitCode).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(WRITTEN);
    expect(rowsOf(pathOf("klanten-geocoded.csv")).map(({ result_match }) => result_match)).toEqual(
      lines.map(() => "none"),
    );
  });

  test("a column that may hold additions is named first; --strict-columns stops", async () => {
    const lines = addresses
      .filter(({ postcode, suffix }) => postcode !== null && suffix === "")
      .map(({ postcode, number }) => `${postcode};${number};`);
    writeFileSync(input, `Postcode;Huisnr;x\n${lines.join("\n")}\n`);
    const refused = await geocode("--strict-columns");
    expect([refused.exitCode, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain('"x" (doubtful');
    expect(readdirSync(folder)).toEqual(["klanten.csv"]);
    const { exitCode, stderr } = await geocode();
    expect(exitCode).toBe(0);
    expect(stderr.split("geocode rows")[0]).toContain(
      'not used: "x" (doubtful: it may contain letters or additions.',
    );
  });
});

test("--former is refused without a history, with how to get one", async () => {
  writeFileSync(input, toPostcodeCsv(addresses.slice(0, 2)));
  const { exitCode, stdout, stderr } = await geocode("--former");
  expect([exitCode, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("This data has no history: import it with `--history full` to ask about history.");
  expect(readdirSync(folder)).toEqual(["klanten.csv"]);
});

describe("the file beside the input", () => {
  test("has every row in order, its cells as they were, and the right address or none", async () => {
    writeFileSync(input, toPostcodeCsv(addresses));
    const { exitCode, stdout, stderr } = await geocode();
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`${pathOf("klanten-geocoded.csv")}\n`);
    const rows = rowsOf(pathOf("klanten-geocoded.csv"));
    expect(rows.map((row) => [row["eigen id"], row.Postcode, row.Huisnr, row.Toev])).toEqual(
      addresses.map(({ id, postcode, number, suffix }) => [id, postcode ?? "", `${number}`, suffix]),
    );
    const found = rows.filter(({ result_match }) => result_match !== "none");
    expect(found.filter((row) => row.result_nummeraanduiding_id !== row["eigen id"]).length).toBeLessThan(8);
    const withPostcode = addresses.filter(({ postcode }) => postcode !== null).length;
    expect(found).toHaveLength(withPostcode);
    expect(stderr).toContain(`column "Postcode": the postcode`);
    expect(stderr).toMatch(new RegExp(`exact +${withPostcode.toLocaleString("en")}`));
    expect(readdirSync(folder).sort()).toEqual(["klanten-geocoded.csv", "klanten.csv"]);
  });

  test("is separated as the input is, and has a byte order mark where Excel needs one", async () => {
    const lines = "Naam\tAdres\nZoë\tKeurstraat 5a Weesp\n";
    writeFileSync(input, Buffer.from(lines, "latin1"));
    expect((await geocode("--add", "match")).exitCode).toBe(0);
    const bytes = readFileSync(pathOf("klanten-geocoded.csv"));
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes.toString("utf8", 3)).toStartWith("Naam\tAdres\tresult_match\tresult_corrected");
    writeFileSync(input, lines);
    expect((await geocode("--add", "match", "--replace")).exitCode).toBe(0);
    expect(readFileSync(pathOf("klanten-geocoded.csv"), "utf8")).toStartWith("Naam\tAdres");
  });

  test("numbers equal addresses in the order of the rows", async () => {
    const rows = ["Keurstraat 5a Weesp", "keurstr 5-A, Weesp", "", "niets", "Keurstraat 5a 1382KT", "NIETS"];
    writeFileSync(input, ["nr;adres", ...rows.map((row, i) => `${i};"${row}"`)].join("\n"));
    const { stderr } = await geocode("--dedupe", "--add", "match", "--columns", "text=adres");
    expect(rowsOf(pathOf("klanten-geocoded.csv")).map(({ result_group }) => result_group)).toEqual([
      "1",
      "1",
      "",
      "2",
      "1",
      "2",
    ]);
    expect(stderr).toContain("2 different addresses");
  });

  test("has only the first rows with --limit", async () => {
    writeFileSync(input, toPostcodeCsv(addresses.slice(0, 1_300)));
    await geocode("--limit", "1201", "--threads", "1");
    expect(rowsOf(pathOf("klanten-geocoded.csv"))).toHaveLength(1_201);
  });
});

test("standard output is CSV alone; a reader that stops early is no error", async () => {
  writeFileSync(input, toPostcodeCsv(addresses));
  const { stdout, exitCode } = await geocode("--out", "-", "--limit", "2", "--add", "full_address");
  expect(exitCode).toBe(0);
  expect(stdout.split("\r\n")[0]).toBe("eigen id;Postcode;Huisnr;Toev;result_match;result_full_address");
  expect(stdout.split("\r\n")).toHaveLength(4);
  const shell = start(["sh", "-c", `"${BAKEN}" geocode "${input}" --data "${dataDir}" --out - | head -1`]);
  const outcome = await collectOutcome(shell);
  expect(outcome.stdout).toStartWith("eigen id;");
  expect(outcome.stderr).not.toContain("internal error");
  expect(readdirSync(folder)).toEqual(["klanten.csv"]);
});

test.each(["xlsx", "geojson", "gpkg", "parquet"])(
  "%s is written without anything left behind",
  async (format) => {
    writeFileSync(input, toPostcodeCsv(addresses.slice(0, 50)));
    const { exitCode, stderr } = await geocode("--out", pathOf(`uit.${format}`));
    expect(`${exitCode} ${stderr}`).toStartWith("0 ");
    expect(readdirSync(folder).sort()).toEqual(["klanten.csv", `uit.${format}`].sort());
    expect(readFileSync(pathOf(`uit.${format}`)).length).toBeGreaterThan(1_000);
  },
);

describe("refuses with exit code 1, and changes nothing", () => {
  const before = () => writeFileSync(input, toPostcodeCsv(addresses.slice(0, 20)));
  const cases: [string, (path: typeof pathOf) => string[], string][] = [
    ["an output that exists", (path) => ["--out", path("bestaat.csv")], "exists; --replace replaces it"],
    ["the input as output", (path) => ["--out", path("klanten.csv"), "--replace"], "is the file to read"],
    [
      "a link to the input",
      (path) => ["--out", path("./../x/klanten.csv"), "--replace"],
      "There is no folder",
    ],
    ["the input as report", (path) => ["--report", path("klanten.csv"), "--replace"], "is the file to read"],
    ["a folder", (path) => ["--out", path("map.csv"), "--replace"], "is not a file"],
    ["a missing folder", (path) => ["--out", path("weg/uit.csv")], "There is no folder"],
    ["an unknown format", (path) => ["--out", path("uit.ods")], "must end in one of .csv, .xlsx, .geojson"],
    ["an unknown column to add", () => ["--add", "bouwjaren"], "bouwjaar"],
    ["a column that is not there", () => ["--columns", "postcode=PC"], "PC"],
    ["standard output to go on with", () => ["--out", "-", "--resume"], "nothing of a run is kept"],
    ["no threads", () => ["--threads", "0"], "--threads must be at least 1"],
  ];
  test.each(cases)("%s", async (_, args, message) => {
    before();
    writeFileSync(pathOf("bestaat.csv"), "van de gebruiker");
    mkdirSync(pathOf("map.csv"));
    const names = readdirSync(folder).sort();
    const bytes = readFileSync(input);
    const { exitCode, stderr } = await geocode(...args(pathOf));
    expect(stderr).toContain(message);
    expect(exitCode).toBe(1);
    expect(readdirSync(folder).sort()).toEqual(names);
    expect(readFileSync(input)).toEqual(bytes);
    expect(readFileSync(pathOf("bestaat.csv"), "utf8")).toBe("van de gebruiker");
  });

  test.each(["--replace", "--resume"])("a file in place of the folder, with %s", async (option) => {
    before();
    writeFileSync(pathOf("klanten-geocoded.csv"), "van de gebruiker");
    writeFileSync(pathOf("klanten-geocoded.csv.unfinished"), "ook");
    const { exitCode, stderr } = await geocode(option);
    expect(stderr).toContain(
      option === "--replace" ? "holds something else" : "exists; --replace replaces it",
    );
    expect(exitCode).toBe(1);
    expect(readFileSync(pathOf("klanten-geocoded.csv.unfinished"), "utf8")).toBe("ook");
  });

  test("a folder of that name that holds something else", async () => {
    before();
    mkdirSync(pathOf("klanten-geocoded.csv.unfinished"));
    writeFileSync(pathOf("klanten-geocoded.csv.unfinished/brief.txt"), "van de gebruiker");
    const { exitCode, stderr } = await geocode("--replace");
    expect(stderr).toContain("holds something else");
    expect(exitCode).toBe(1);
    expect(readFileSync(pathOf("klanten-geocoded.csv.unfinished/brief.txt"), "utf8")).toBe(
      "van de gebruiker",
    );
  });
});

describe("a run that was stopped", () => {
  const out = () => pathOf("klanten-geocoded.csv");
  const journal = () => `${out()}.unfinished/journal.ndjson`;

  /** Sends a signal to a run once its journal has rows; by default the signal of Ctrl-C. */
  async function stop(signal: "SIGINT" | "SIGTERM" = "SIGINT"): Promise<string> {
    writeFileSync(input, toPostcodeCsv(addresses));
    const child = start([BAKEN, "geocode", input, "--data", dataDir, "--threads", "1"]);
    const outcome = collectOutcome(child);
    await until(() => existsSync(journal()) && readFileSync(journal()).length > 100_000);
    child.kill(signal);
    const { stderr } = await outcome;
    // A shell shows 130 or 143 for a process that ended by the signal.
    expect(child.signalCode).toBe(signal);
    expect(existsSync(out())).toBe(false);
    return stderr;
  }

  test("says how to go on, and goes on to the same file", async () => {
    const stderr = await stop();
    expect(stderr).toContain(`Continue with: baken geocode ${input}`);
    const rows = readFileSync(journal(), "utf8").trimEnd().split("\n").length - 1;
    expect(stderr).toContain(`Stopped. ${rows.toLocaleString("en")} rows are kept`);
    const resumed = await geocode("--resume");
    expect(resumed.exitCode).toBe(0);
    expect(resumed.stderr).toContain(`Continuing after ${rows.toLocaleString("en")} rows`);
    const bytes = readFileSync(out());
    expect((await geocode("--replace")).exitCode).toBe(0);
    expect(readFileSync(out())).toEqual(bytes);
    expect(readdirSync(folder).sort()).toEqual(["klanten-geocoded.csv", "klanten.csv"]);
  });

  test("goes on with the columns of its journal, whatever would be chosen now", async () => {
    await stop();
    const [first = "", ...lines] = readFileSync(journal(), "utf8").split("\n");
    const reason = "says nothing more about the addresses found";
    expect(first).toContain(reason);
    writeFileSync(journal(), [first.replace(reason, "chosen by the first run"), ...lines].join("\n"));
    const { exitCode, stderr } = await geocode("--resume");
    expect(`${exitCode} ${stderr}`).toStartWith("0 ");
    expect(stderr).toContain('not used: "eigen id" (chosen by the first run)');
  });

  test("says so after SIGTERM too", async () => {
    expect(await stop("SIGTERM")).toContain(`Continue with: baken geocode ${input}`);
  });

  test("leaves nothing when it was killed while it removed its folder", async () => {
    writeFileSync(input, toPostcodeCsv(addresses.slice(0, 5)));
    expect((await geocode()).exitCode).toBe(0);
    const bytes = readFileSync(out());
    mkdirSync(`${out()}.unfinished`);
    // The lock file of a command that is no longer running.
    writeFileSync(`${out()}.unfinished/lock`, "");
    const { exitCode, stderr } = await geocode("--resume");
    expect(stderr).toContain("exists; --replace replaces it");
    expect(exitCode).toBe(1);
    expect(readFileSync(out())).toEqual(bytes);
    expect(readdirSync(folder).sort()).toEqual(["klanten-geocoded.csv", "klanten.csv"]);
  });

  test("is neither overwritten nor mixed with anything else", async () => {
    await stop();
    const kept = readFileSync(journal());
    const copy = pathOf("kopie.csv");
    copyFileSync(input, copy);
    const changed: [string[], string][] = [
      [[], "--resume continues it"],
      [["--resume", "--add", "match"], "the columns asked for"],
      [["--resume", "--limit", "5000"], "how the file is read"],
    ];
    for (const [args, message] of changed) {
      const { exitCode, stderr } = await geocode(...args);
      expect(stderr).toContain(message);
      expect(exitCode).toBe(1);
    }
    writeFileSync(input, readFileSync(input, "utf8").replace("1384CA", "1384CB"));
    expect((await geocode("--resume")).stderr).toContain("the content of the input file changed");
    copyFileSync(copy, input);
    expect(readFileSync(journal())).toEqual(kept);
    expect((await geocode("--resume")).exitCode).toBe(0);
  });
});
