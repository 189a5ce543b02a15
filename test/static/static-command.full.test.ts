/** Tests `./baken static`: files written, kept and refused, and the errors that --verify finds. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sha256Of } from "../../src/base/sha256.ts";
import { folderName } from "../../src/static/version-folder.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { serveFolder } from "../support/servers/static-host.ts";

const work = mkdtempSync(join(tmpdir(), "baken-static-"));
let data: string;
beforeAll(async () => {
  data = await makeWeespFolder();
});
afterAll(() => {
  rmSync(work, { recursive: true });
  rmSync(data, { recursive: true });
});

const run = (...args: string[]) => runBaken(["static", "--data", data, ...args]);
const pathOf = (name: string) => join(work, name);
const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8"));
const versionsOf = (folder: string) => readdirSync(folder).filter((name) => name.startsWith("2021-"));

/** Returns the content of every file below a folder, by path. */
function contentsOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length), readFileSync(path, "latin1")];
    }),
  );
}

/** Changes a file of the published version, and updates the lists and names so that the folder is consistent. */
// biome-ignore lint/suspicious/noExplicitAny: any file of the format.
function forge(out: string, path: string, change: (file: any) => void): void {
  const latest = readJson(out, "latest.json");
  const version = join(out, latest.folder);
  const file = readJson(version, path);
  change(file);
  writeFileSync(join(version, path), JSON.stringify(file));
  const list = readJson(version, "files.json");
  const entry = list.files.find(([listed]: [string]) => listed === path);
  entry[2] = sha256Of(readFileSync(join(version, path)));
  writeFileSync(join(version, "files.json"), JSON.stringify(list));
  const files_sha256 = sha256Of(readFileSync(join(version, "files.json")));
  const folder = folderName(latest.data_version, files_sha256);
  renameSync(version, join(out, folder));
  writeFileSync(join(out, "latest.json"), JSON.stringify({ ...latest, folder, files_sha256 }));
}

describe("./baken static", () => {
  test("the same registry gives the same bytes; everything but latest.json is in the folder that it names", async () => {
    const [first, second] = [await run("--out", pathOf("a")), await run("--out", pathOf("b"))];
    expect([first.exitCode, second.exitCode]).toEqual([0, 0]);
    const files = contentsOf(pathOf("a"));
    expect(contentsOf(pathOf("b"))).toEqual(files);
    const latest = readJson(pathOf("a"), "latest.json");
    expect(latest).toMatchObject({ format: 1, data_date: "2021-10-15", addresses: 12_034 });
    const list = readJson(pathOf("a"), latest.folder, "files.json").files.map(([path]: [string]) => path);
    const written = [...files.keys()].filter((path) => path.startsWith(`/${latest.folder}/`));
    expect(written.sort()).toEqual([...list, "files.json"].map((path) => `/${latest.folder}/${path}`).sort());
    expect(files.get("/_headers")).toContain(
      `/${latest.folder}/*\n  Cache-Control: public, max-age=31536000, immutable`,
    );
  });

  test("a second version comes beside the first; --keep removes the older one, but no file of others", async () => {
    const out = pathOf("kept");
    await run("--out", out);
    const [first] = versionsOf(out) as [string];
    writeFileSync(join(out, first, "mine.txt"), "mine");
    writeFileSync(join(out, "CNAME"), "addresses.example");
    await run("--out", out, "--include", "none");
    expect(versionsOf(out)).toHaveLength(2);
    const { stderr } = await run("--out", out, "--include", "positions,records", "--keep", "2");
    expect(stderr).toContain(`Removed version ${first}.`);
    expect(versionsOf(out)).toHaveLength(3);
    expect(readdirSync(join(out, first))).toEqual(["mine.txt"]);
    expect(existsSync(join(out, "CNAME"))).toBe(true);
    const { folder, include } = readJson(out, "latest.json");
    expect(include).toEqual(["positions", "records"]);
    expect(existsSync(join(out, folder, "record/postcode/1382.json"))).toBe(true);
  });

  test("a folder, page or headers of somebody else are left as they are", async () => {
    const out = pathOf("foreign");
    mkdirSync(out);
    writeFileSync(join(out, "thesis.txt"), "do not touch");
    const refused = await run("--out", out);
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringContaining("give an empty folder or a new name"),
    ]);
    expect(readdirSync(out)).toEqual(["thesis.txt"]);

    const own = pathOf("own");
    await run("--out", own);
    writeFileSync(join(own, "index.html"), "my page");
    writeFileSync(join(own, "_headers"), "/*\n  X-Mine: 1\n");
    const site = await run("--out", own, "--site");
    expect([site.exitCode, site.stderr]).toEqual([1, expect.stringContaining("index.html is not baken's")]);
    const again = await run("--out", own, "--include", "none");
    expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining("_headers is not baken's")]);
    expect(readFileSync(join(own, "index.html"), "utf8")).toBe("my page");
    expect(readFileSync(join(own, "_headers"), "utf8")).toBe("/*\n  X-Mine: 1\n");
  });

  test("--site brings the files of its map, and takes those of another baken away", async () => {
    const out = pathOf("site");
    await run("--out", out, "--site");
    const embed = join(out, "embed");
    writeFileSync(join(embed, "maplibre-gl.js"), "of another baken");
    writeFileSync(join(embed, "mine.js"), "mine");
    await run("--out", out, "--site");
    const there = readdirSync(embed);
    expect(there).toContain("mine.js");
    const named = readFileSync(join(embed, "site-map.js"), "utf8").matchAll(/maplibre-[\w-]+\.(?:js|css)/g);
    const expected = [...new Set([...named].map(([name]) => name))].sort();
    expect(expected.length).toBeGreaterThan(4);
    expect(there.filter((name) => name.startsWith("maplibre-")).sort()).toEqual(expected);
  });

  test("--precompressed writes the same content as .gz and .br", async () => {
    const out = pathOf("compressed");
    await run("--out", out, "--precompressed", "--areas", "1383");
    const { folder } = readJson(out, "latest.json");
    const path = join(out, folder, "postcode/1383.json");
    const plain = readFileSync(path, "utf8");
    expect(gunzipSync(readFileSync(`${path}.gz`)).toString()).toBe(plain);
    expect(brotliDecompressSync(readFileSync(`${path}.br`)).toString()).toBe(plain);
    expect(readdirSync(join(out, folder, "postcode"))).toHaveLength(3);

    // A version that already exists gets its missing files.
    rmSync(`${path}.br`);
    rmSync(path);
    await run("--out", out, "--precompressed", "--areas", "1383");
    expect(readFileSync(path, "utf8")).toBe(plain);
    expect(readdirSync(join(out, folder, "postcode"))).toHaveLength(3);
  });

  test("--bbox takes the postcode areas in it; wrong values are named", async () => {
    const out = pathOf("part");
    await run("--out", out, "--bbox", "5.0,52.29,5.04,52.30");
    const { folder, addresses } = readJson(out, "latest.json");
    expect(readdirSync(join(out, folder, "postcode"))).toEqual(["1383.json"]);
    expect(addresses).toBeLessThan(12_034);
    for (const [args, fault] of [
      [["--areas", "1382,2000"], "no postcode that begins with 2000"],
      [["--areas", "138"], "four digits"],
      [["--areas", "1382", "--bbox", "4,52,5,53"], "not both"],
      [["--bbox", "4,52"], "--bbox must be four numbers"],
      [["--include", "footprints"], "--include must be of positions, records"],
      [["--keep", "0"], "at least 1"],
    ] as const) {
      const { exitCode, stderr } = await run("--out", out, ...args);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(fault)]);
    }
    expect((await run()).stderr).toContain("Give --out");
  });

  test("--verify finds a published folder whole, and every damage", async () => {
    const out = pathOf("verified");
    await run("--out", out);
    const host = serveFolder(out);
    const sound = await run("--verify", host.url);
    expect([sound.exitCode, sound.stdout]).toEqual([
      0,
      expect.stringMatching(
        /all whole\.\nIt has 12,034 of the 12,034 addresses of the registry, each as there/,
      ),
    ]);
    const { folder } = readJson(out, "latest.json");
    writeFileSync(join(out, folder, "postcode/1382.json"), "{}");
    rmSync(join(out, folder, "names/0.json"));
    const damaged = await run("--verify", host.url);
    expect([damaged.exitCode, damaged.stderr]).toEqual([1, expect.stringContaining("2 faults")]);
    expect(damaged.stderr).toContain("postcode/1382.json differs from what was written");
    expect(damaged.stderr).toContain("names/0.json cannot be read: the host answers 404");
    await host.stop();

    const other = pathOf("other");
    cpSync(pathOf("a"), other, { recursive: true });
    const latest = readJson(other, "latest.json");
    writeFileSync(
      join(other, "latest.json"),
      JSON.stringify({ ...latest, data_version: "2020-01-01-000000000000" }),
    );
    expect((await run("--verify", other)).stderr).toContain("which differs from its list");
  });

  test("--verify compares each address with the registry, and says what differs", async () => {
    const out = pathOf("compared");
    await run("--out", out, "--include", "positions,records");
    expect((await run("--verify", out)).stdout).toContain("each as there");
    forge(out, "postcode/1383.json", (file) => {
      file.places[0][1] = "Wesp";
    });
    forge(out, "record/postcode/1381.json", (file) => {
      file.years[0]++;
    });
    forge(out, "postcode/1382.json", (file) => {
      // Another identificatie in the last row: one address is missing, one is unknown.
      file.ids[file.ids.length - 1] += 5_000_000;
      file.lat[0] += 2;
      file.lat[1] -= 2;
    });
    const { exitCode, stderr } = await run("--verify", out);
    expect(exitCode).toBe(1);
    const { numbers } = readJson(out, readJson(out, "latest.json").folder, "postcode/1383.json");
    const differing = numbers.length + 4;
    expect(stderr).toContain(`is not as the registry: ${differing.toLocaleString("en")} differences.`);
    expect(stderr).toMatch(/postcode\/1381.json: .* \(0457\d{12}\) has bouwjaar \d{4}, not \d{4}/);
    expect(stderr).toMatch(/postcode\/1382.json: .* has latitude 52\.\d+, not 52\.\d+/);
    expect(stderr).toMatch(/postcode\/1382.json: .* \(0457\d{12}\) is not in the registry/);
    expect(stderr).toMatch(/postcode\/1382.json: .* \(0457\d{12}\) is missing/);
    expect(stderr).toContain('has woonplaats_naam "Wesp", not "Weesp"');
  });
});
