/** Tests sessions of the page for files when the server process is killed or its disk is full. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canMountDisks, onSmallDisk } from "../support/processes/small-disk.ts";
import { until } from "../support/processes/until.ts";
import { newSecret, openTab } from "../support/servers/files-page.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { issueKey, startServe } from "../support/servers/serve-process.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true });
  }
});

function makeFolder(): string {
  const folder = makeDataFolder();
  folders.push(folder);
  return folder;
}

const originOf = ({ port }: { readonly port: number }) => `http://127.0.0.1:${port}`;

/** Rows that no cache can answer: each needs a search by its text. */
const rowsOf = (count: number) =>
  `adres\n${Array.from({ length: count }, (_, i) => `Keurstraat ${i}, Weesp\n`).join("")}`;

test("a server killed in the middle goes on with the run, and the rows are those of one without a kill", async () => {
  const dataDir = makeFolder();
  const secret = newSecret();
  const file = rowsOf(3_000);
  const first = await startServe(dataDir);
  const tab = openTab(originOf(first), secret);
  expect((await tab.send(file)).status).toBe(201);
  expect((await tab.start()).status).toBe(200);
  const hasRows = async () => (await tab.show()).body.data.progress.done > 0;
  await until(hasRows, 60_000, { isRare: true });
  await first.signal("SIGKILL");
  const second = await startServe(dataDir);
  try {
    const again = openTab(originOf(second), secret);
    expect((await again.finish()).phase).toBe("review");
    const whole = openTab(originOf(second));
    await whole.geocode(file);
    expect(Bun.hash(await again.download({ format: "csv" }))).toBe(
      Bun.hash(await whole.download({ format: "csv" })),
    );
    await again.end();
    await whole.end();
    expect(readdirSync(join(dataDir, "files"))).toEqual([]);
  } finally {
    await second.signal("SIGTERM");
  }
});

test("a restart after the hour removes the session; an upload that was killed is not there", async () => {
  const dataDir = makeFolder();
  const [old, torn] = [newSecret(), newSecret()];
  const first = await startServe(dataDir);
  await openTab(originOf(first), old).send("postcode;huisnummer\n1382KT;5\n");
  const [folder] = readdirSync(join(dataDir, "files"));
  const pieces = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from("postcode;huisnummer\n")),
  });
  const headers = { "x-files-session": torn };
  fetch(`${originOf(first)}/files/session`, { method: "POST", body: pieces, headers }).catch(() => undefined);
  const isComingIn = (name: string) => name !== folder && existsSync(join(dataDir, "files", name, "input"));
  await until(() => readdirSync(join(dataDir, "files")).some(isComingIn));
  await first.signal("SIGKILL");
  const anHourAgo = new Date(Date.now() - 3_600_001);
  utimesSync(join(dataDir, "files", folder!, "session.json"), anHourAgo, anHourAgo);
  const second = await startServe(dataDir);
  try {
    await until(() => !readdirSync(join(dataDir, "files")).includes(folder!));
    expect((await openTab(originOf(second), old).show()).status).toBe(404);
    expect((await openTab(originOf(second), torn).show()).status).toBe(404);
    await until(() => readdirSync(join(dataDir, "files")).length === 0);
  } finally {
    await second.signal("SIGTERM");
  }
});

test("the next server removes an upload of the API that a kill has cut off, also with the same process id", async () => {
  const dataDir = makeFolder();
  const token = issueKey(dataDir, {});
  const uploads = () => {
    const folder = join(dataDir, "geocoding");
    return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".upload")) : [];
  };
  const first = await startServe(dataDir);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from("postcode;huisnummer\n")),
  });
  const headers = { authorization: `Bearer ${token}`, "content-type": "text/csv" };
  fetch(`${first.url}/geocode/jobs`, { method: "POST", body, headers }).catch(() => undefined);
  await until(() => uploads().length === 1);
  await first.signal("SIGKILL");
  const [torn] = uploads();
  const second = await startServe(dataDir);
  await until(() => uploads().length === 0);
  // In a container each process that serves has the same id.
  const ofSameId = torn!.replace(`.${first.pid}-`, `.${second.pid}-`);
  expect(ofSameId).not.toBe(torn);
  writeFileSync(join(dataDir, "geocoding", ofSameId), "postcode;huisnummer\n");
  await second.signal("SIGTERM");
  const third = await startServe(dataDir);
  await until(() => uploads().length === 0);
  await third.signal("SIGTERM");
});

describe.skipIf(!canMountDisks("sessions on a full disk"))("on a full disk", () => {
  test("an upload is 503 and leaves nothing; a run that fills it fails in words", async () => {
    const dataDir = makeFolder();
    const mount = `${dataDir}-mount`;
    folders.push(mount);
    const sizeBytes = 2 * statSync(join(dataDir, "registry-2021-10-15.gpkg")).size + 12_000_000;
    const server = await startServe(mount, [], onSmallDisk({ sizeBytes, mount, dataDir }));
    try {
      const tab = openTab(originOf(server));
      const large = await tab.send(rowsOf(700_000));
      expect([large.status, large.body.code]).toEqual([503, "unavailable"]);
      expect((await tab.show()).status).toBe(404);
      const wide = openTab(originOf(server));
      // Each row is small in the file, and far larger with its results.
      const state = await wide.geocode(`postcode;huisnummer\n${"1382KT;5\n".repeat(60_000)}`);
      expect([state.phase, state.error.code]).toEqual(["failed", "disk_full"]);
      expect((await wide.end()).status).toBe(204);
      expect((await openTab(originOf(server)).geocode("postcode;huisnummer\n1382KT;5\n")).phase).toBe(
        "review",
      );
    } finally {
      await server.signal("SIGTERM");
    }
  });
});
