/** The link `current.gpkg`, set by commands and servers: publish, update, restore, a `current` changed by hand. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openReadOnly } from "../../src/base/sqlite.ts";
import { runBaken, runCountry } from "../support/processes/baken-process.ts";
import { until } from "../support/processes/until.ts";
import { issueKey, startServe } from "../support/servers/serve-process.ts";

setDefaultTimeout(60_000);

const root = mkdtempSync(join(tmpdir(), "baken-link-"));
afterAll(() => rmSync(root, { recursive: true }));

const demo = (dataDir: string, addresses: number) =>
  runCountry(["--addresses", String(addresses), "--data", dataDir]);
const linkOf = (dataDir: string) => readlinkSync(join(dataDir, "current.gpkg"));
const currentOf = (dataDir: string) => readFileSync(join(dataDir, "current"), "utf8").trim();
const COUNT = "SELECT count(*) AS n FROM address";
const openLink = (dataDir: string) => openReadOnly(join(dataDir, "current.gpkg"));

test("each publish moves the link, and a reader keeps the registry that it opened", async () => {
  const dataDir = join(root, "published");
  await demo(dataDir, 100);
  const first = linkOf(dataDir);
  expect(first).toBe(currentOf(dataDir));
  using reader = openLink(dataDir);
  expect(reader.query(COUNT).get()).toEqual({ n: 100 });
  for (const addresses of [110, 120]) {
    expect(await demo(dataDir, addresses)).toMatchObject({
      exitCode: 0,
      stderr: expect.not.stringContaining("current.gpkg"),
    });
    expect(linkOf(dataDir)).toBe(currentOf(dataDir));
    using now = openLink(dataDir);
    expect(now.query(COUNT).get()).toEqual({ n: addresses });
  }
  expect(linkOf(dataDir)).not.toBe(first);
  expect(reader.query("SELECT count(DISTINCT nummeraanduiding_id) AS n FROM address").get()).toEqual({
    n: 100,
  });
});

test("a server leads the link back to what a hand wrote into `current`", async () => {
  const dataDir = join(root, "by-hand");
  await demo(dataDir, 100);
  const [first] = [currentOf(dataDir), await demo(dataDir, 110)];
  const second = currentOf(dataDir);
  writeFileSync(join(dataDir, "current"), first);
  expect((await runBaken(["status", "--data", dataDir])).stdout).toContain(
    `current.gpkg leads to ${second}, not to ${first}.`,
  );
  const server = await startServe(dataDir, ["--threads", "1"]);
  expect(linkOf(dataDir)).toBe(first);
  writeFileSync(join(dataDir, "current"), second);
  await until(() => linkOf(dataDir) === second);
  await server.signal("SIGTERM");
});

test("a restore sets the link in the folder that it fills", async () => {
  const dataDir = join(root, "backed-up");
  await demo(dataDir, 100);
  issueKey(dataDir, {});
  const [backup, elsewhere] = [join(root, "backup"), join(root, "restored")];
  await runBaken(["backup", backup, "--registry", "copy", "--data", dataDir]);
  expect(await runBaken(["restore", backup, "--data", elsewhere])).toMatchObject({ exitCode: 0 });
  expect(linkOf(elsewhere)).toBe(currentOf(dataDir));
  using restored = openLink(elsewhere);
  expect(restored.query(COUNT).get()).toEqual({ n: 100 });
});

test("a file of that name stays, and the command that publishes says so", async () => {
  const dataDir = join(root, "foreign");
  await demo(dataDir, 100);
  rmSync(join(dataDir, "current.gpkg"));
  writeFileSync(join(dataDir, "current.gpkg"), "mine");
  const said = "current.gpkg is no link, so it stays unchanged. Move it away";
  expect(await demo(dataDir, 110)).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(said) });
  expect((await runBaken(["status", "--data", dataDir])).stdout).toContain(said);
  expect(readFileSync(join(dataDir, "current.gpkg"), "utf8")).toBe("mine");
});
