/** The sample of real data: made by the first `serve` and by `import --sample`, named everywhere, replaced by any data. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../src/base/sqlite.ts";
import { makeDemoFolder, makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { REAL_DELIVERY } from "../support/extracts/reference-files.ts";
import { BAKEN, collectOutcome, fingerprintOf, runBaken, start } from "../support/processes/baken-process.ts";
import { until } from "../support/processes/until.ts";
import { type ServeProcess, startServe } from "../support/servers/serve-process.ts";

setDefaultTimeout(120_000);

const root = mkdtempSync(join(tmpdir(), "baken-sample-"));
chmodSync(root, 0o755);
afterAll(() => rmSync(root, { recursive: true }));

const ENGLISH = "Sample: Weesp, 15 October 2021 (part of Amsterdam since 2022)";
const DUTCH = "Voorbeeld: Weesp, 15 oktober 2021 (sinds 2022 deel van Amsterdam)";
const ONLY_SAMPLE = "This server has only the sample: Weesp, 15 October 2021 (part of Amsterdam since 2022).";
const LOAD = "To load the country: baken import --download --data";

/** Joins a finding of `doctor` with its advice, which is on a line of its own. */
const inOneLine = (text: string) => text.replaceAll(/\n +→ /g, " ");

const dataDir = join(root, "served");
let server: ServeProcess;
beforeAll(async () => {
  server = await startServe(dataDir);
});
afterAll(() => server.signal("SIGTERM"));

const origin = () => `http://127.0.0.1:${server.port}`;
const authorization = () => /Authorization: (Bearer [^']+)/.exec(server.printed())![1]!;
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, {
    ...init,
    headers: { authorization: authorization(), "content-type": "application/json" },
  });

describe("the first start", () => {
  test("says what it serves, and prints a request that is answered", async () => {
    expect(server.printed()).toContain(`${ENGLISH}: 12,034 addresses.`);
    expect(server.printed()).toContain(`${LOAD} ${dataDir}`);
    const [, url] = /curl -H '[^']+' '([^']+)'/.exec(server.printed())!;
    const answer = await fetch(url!, { headers: { authorization: authorization() } });
    expect(await answer.json()).toMatchObject({
      data: { full_address: "Keurstraat 5a, 1382KT Weesp", gemeente_naam: "Weesp", bouwjaar: 1970 },
    });
  });

  test("leaves no work files, and a registry with its past", async () => {
    expect(readdirSync(dataDir).filter((name) => name.startsWith("."))).toEqual([]);
    expect(readdirSync(dataDir).some((name) => name.startsWith("history-2021-10-15-"))).toBe(true);
    // Counts of the municipality: CBS and Kadaster agree on them for 15 October 2021.
    const counts = await (await ask("/changes/summary")).json();
    expect(counts).toMatchObject({
      data: { current_counts: { addresses: 12_034, buildings: 12_227 }, imports: [{ demo: true }] },
    });
  });

  test("every page names the sample, in both languages, and how to load the country", async () => {
    for (const path of [
      "/",
      "/docs",
      "/docs/guides/start",
      "/docs/addresses",
      "/docs/nothing",
      "/embed",
      "/files",
    ]) {
      for (const [language, name] of [
        ["en", ENGLISH],
        ["nl", DUTCH],
      ]) {
        const page = await (await fetch(`${origin()}${path}?lang=${language}`)).text();
        expect(page).toContain("<code>baken import --download</code></p>");
        expect({ path, language, page }).toEqual({
          path,
          language,
          page: expect.stringContaining(`<p class="site-notice"><b>${name}.</b>`),
        });
      }
    }
  });

  test("what is not found says that the server has only the sample", async () => {
    for (const path of [
      "/addresses/lookup?postcode=1011AA&number=1",
      "/demo/lookup?postcode=1011AA&number=1",
      "/buildings/0363100000000001",
      "/geocode/forward?q=dam+1+amsterdam",
      "/postcodes/1011AA",
    ]) {
      const answer = await ask(path);
      const { detail, message } = (await answer.json()) as { detail: string; message: string };
      expect({ path, status: answer.status, detail }).toEqual({
        path,
        status: 404,
        detail: expect.stringContaining(ONLY_SAMPLE),
      });
      expect(message).toBe(detail);
    }
    const job = (await (await ask("/exports/1")).json()) as { detail: string };
    expect(job.detail).not.toContain("sample");
  });

  test("assistants are told so too", async () => {
    const call = (name: string, given: object) =>
      ask("/mcp", {
        method: "POST",
        headers: {},
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name, arguments: given },
        }),
      });
    const answer = await call("lookup_address", { postcode: "1011AA", number: 1 });
    expect(await answer.text()).toContain(ONLY_SAMPLE);
  });

  test("its attribution is Kadaster's", async () => {
    const tiles = (await (
      await fetch(`${origin()}/tiles.json`, { headers: { authorization: authorization() } })
    ).json()) as { attribution: string };
    expect(tiles.attribution).toBe("BAG, Kadaster, 2021-10-15");
  });
});

describe("commands", () => {
  test("status, doctor and find name the sample and how to load the country", async () => {
    const status = await runBaken(["status", "--data", dataDir]);
    expect(status.stdout).toMatch(
      new RegExp(`^data +${ENGLISH.replaceAll(/[()]/g, "\\$&")}\\. ${LOAD}`, "m"),
    );
    expect(status.stdout).toMatch(/import to 2021-10-15, [\d,]+ records, sample$/m);
    const json = JSON.parse((await runBaken(["status", "--json", "--data", dataDir])).stdout);
    expect(json.registry).toMatchObject({ isDemo: true, sample: "Weesp" });
    const doctor = await runBaken(["doctor", "--data", dataDir]);
    expect(inOneLine(doctor.stdout)).toContain(`${ENGLISH}. ${LOAD}`);
    const found = await runBaken(["find", "keurstraat 5a weesp", "--data", dataDir]);
    expect(found).toMatchObject({
      stdout: "0457200000521750  Keurstraat 5a, 1382KT Weesp\n",
      stderr: expect.stringContaining(`${ENGLISH}. ${LOAD}`),
    });
    const missing = await runBaken(["find", "dam 1 amsterdam", "--data", dataDir]);
    expect(missing.stderr).toContain("Only the sample is loaded.");
  });

  test("update refuses the sample, with what to do", async () => {
    const { exitCode, stderr } = await runBaken(["update", REAL_DELIVERY, "--data", dataDir]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringContaining(`the sample in ${dataDir} takes no updates (${ENGLISH})`),
    });
    expect(stderr).toContain("baken import --download --data");
  });

  test("import --sample takes no files", async () => {
    for (const more of [["x.zip"], ["--download"], ["--gemeenten", "x.csv"]]) {
      const { exitCode, stderr } = await runBaken([
        "import",
        "--sample",
        ...more,
        "--data",
        join(root, "none"),
      ]);
      expect({ exitCode, stderr }).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining("--sample takes no"),
      });
    }
    expect(readdirSync(root)).not.toContain("none");
  });

  test("import --sample replaces no real data without --yes; real data replaces the sample without it", async () => {
    const real = await makeWeespFolder();
    const before = fingerprintOf(real);
    const refused = await runBaken(["import", "--sample", "--data", real]);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain("holds real data, 12034 addresses of 2021-10-15");
    expect(fingerprintOf(real)).toEqual(before);
    expect(await runBaken(["import", "--sample", "--yes", "--data", real])).toMatchObject({ exitCode: 0 });
    expect((await runBaken(["status", "--data", real])).stdout).toContain(ENGLISH);
    const country = await makeDemoFolder(500);
    expect(await runBaken(["import", "--sample", "--data", country])).toMatchObject({ exitCode: 0 });
  });

  test("an invented country is generated test data, never the sample", async () => {
    const country = await makeDemoFolder(500);
    for (const command of [["status"], ["doctor"], ["find", "x"]]) {
      const { stdout, stderr } = await runBaken([...command, "--data", country]);
      expect({ command, said: inOneLine(stdout + stderr) }).toEqual({
        command,
        said: expect.stringContaining(`Generated test data. ${LOAD}`),
      });
    }
    const invented = await startServe(country);
    expect(invented.printed()).toContain("Generated test data: 500 addresses.");
    for (const [language, name] of [
      ["en", "Generated test data"],
      ["nl", "Gegenereerde testgegevens"],
    ]) {
      const page = await (await fetch(`http://127.0.0.1:${invented.port}/?lang=${language}`)).text();
      expect(page).toContain(`<b>${name}.</b>`);
      expect(page).not.toContain("Weesp, 15");
    }
    await invented.signal("SIGTERM");
  });

  test("what demo was is answered with both replacements", async () => {
    for (const words of [["demo"], ["demo", "--help"], ["demo", "--addresses", "100"]]) {
      const { exitCode, stderr } = await runBaken(words);
      expect({ words, exitCode, stderr }).toMatchObject({ words, exitCode: 1 });
      expect(stderr).toContain("baken import --sample");
      expect(stderr).toContain("npm run country");
    }
  });
});

describe("where the sample is not made", () => {
  test("a server for others ends with the command that imports", async () => {
    for (const args of [
      ["--host", "0.0.0.0"],
      ["--public-url", "https://adressen.example"],
      ["--trusted-proxies", "10.0.0.0/8"],
    ]) {
      const folder = join(root, "for others");
      const { exitCode, stderr } = await runBaken(["serve", "--port", "0", "--data", folder, ...args]);
      expect({ args, exitCode, stderr }).toEqual({
        args,
        exitCode: 1,
        stderr: expect.stringContaining("Make one with: baken import --download"),
      });
      expect(readdirSync(root)).not.toContain("for others");
    }
  });

  test("a port in use is reported before anything is imported", async () => {
    const folder = join(root, "port in use");
    const { exitCode, stderr } = await runBaken(["serve", "--port", String(server.port), "--data", folder]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringContaining("the port is in use. Choose another port with --port"),
    });
    expect(readdirSync(root)).not.toContain("port in use");
  });

  test("a folder that may not be written is exit 1, as another user too", async () => {
    const folder = join(root, "read-only");
    mkdirSync(folder);
    chmodSync(folder, 0o555);
    const asNobody =
      process.getuid?.() === 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
    for (const command of [
      ["serve", "--port", "0"],
      ["import", "--sample"],
    ]) {
      const outcome = await collectOutcome(start([...asNobody, BAKEN, ...command, "--data", folder]));
      expect({ command, ...outcome }).toMatchObject({
        command,
        exitCode: 1,
        stderr: expect.stringContaining(`the data folder ${folder} cannot be written`),
      });
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("a folder with files of its user", () => {
  test("keeps them byte for byte", async () => {
    const folder = join(root, "with a photo");
    mkdirSync(folder);
    writeFileSync(join(folder, "photo.jpg"), Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]));
    {
      using map = new Database(join(folder, "wandelroutes.gpkg"));
      map.run("PRAGMA application_id = 1196444487");
      map.run("CREATE TABLE gpkg_contents (table_name TEXT)");
    }
    const bytes = () =>
      ["photo.jpg", "wandelroutes.gpkg"].map((name) => readFileSync(join(folder, name), "hex"));
    const before = bytes();
    const own = await startServe(folder);
    expect(own.printed()).toContain(ENGLISH);
    await own.signal("SIGTERM");
    expect(bytes()).toEqual(before);
  });
});

describe("two first starts", () => {
  test("at once: one serves, the other and an import end with 1, and change nothing", async () => {
    const folder = join(root, "two");
    const first = start([BAKEN, "serve", "--port", "0", "--data", folder]);
    await until(() => readdirSync(root).includes("two") && readdirSync(folder).includes(".import"));
    // Stopped, so that the other commands certainly run during its import.
    first.kill("SIGSTOP");
    const others = await Promise.all([
      runBaken(["serve", "--port", "0", "--data", folder]),
      runBaken(["import", "--sample", "--data", folder]),
      runBaken(["serve", "--port", "0", "--data", folder]),
    ]);
    first.kill("SIGCONT");
    expect(others.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1]);
    const served = collectOutcome(first);
    await until(() => readdirSync(folder).includes("accounts.db"));
    first.kill("SIGTERM");
    expect((await served).exitCode).toBe(0);
    const registries = readdirSync(folder).filter((name) => /^registry-.*gpkg$/.test(name));
    expect(registries).toEqual(["registry-2021-10-15.gpkg"]);
  });
});
