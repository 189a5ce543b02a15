/** Root makes keys and data in the folder of a service's user; the service, as that user, serves and changes them. */
import { afterAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createForFolderOwner, givePathToFolderOwner } from "../../src/base/folder-owner.ts";
import { printSkipped } from "../support/extracts/reference-files.ts";
import { BAKEN, collectOutcome, runBaken, start } from "../support/processes/baken-process.ts";
import { startServe } from "../support/servers/serve-process.ts";

const SERVICE = 65_534;
const asService = ["setpriv", `--reuid=${SERVICE}`, `--regid=${SERVICE}`, "--clear-groups"];
const canBeBoth = process.getuid?.() === 0 && Bun.spawnSync([...asService, BAKEN, "--version"]).success;
if (!canBeBoth) {
  printSkipped("root and the user of a service: this is not root");
}

const root = mkdtempSync(join(tmpdir(), "baken-owner-"));
chmodSync(root, 0o755);
afterAll(() => rmSync(root, { recursive: true }));

function makeFolder(name: string, uid: number): string {
  const folder = join(root, name);
  mkdirSync(folder);
  chownSync(folder, uid, uid);
  return folder;
}

const ownersOf = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).uid]));

const CREATE = ["keys", "create", "--name", "x", "--type", "server"];

describe.skipIf(!canBeBoth)("root and a service", () => {
  test("all that root makes in the service's folder is the service's", async () => {
    const dataDir = makeFolder("data", SERVICE);
    expect(await runBaken(["import", "--sample", "--data", dataDir])).toMatchObject({ exitCode: 0 });
    const { stdout: token } = await runBaken([...CREATE, "--data", dataDir]);
    expect(new Set(Object.values(ownersOf(dataDir)))).toEqual(new Set([SERVICE]));
    expect(Object.keys(ownersOf(dataDir))).toContain("accounts.db");

    const server = await startServe(dataDir, ["--threads", "1"], asService);
    const { status } = await fetch(`${server.url}/version`, {
      headers: { authorization: `Bearer ${token.trim()}` },
    });
    expect(status).toBe(200);
    await server.signal("SIGTERM");
    for (const args of [CREATE, ["keys", "revoke", "1"], ["import", "--sample"]]) {
      const outcome = await collectOutcome(start([...asService, BAKEN, ...args, "--data", dataDir]));
      expect({ args, code: outcome.exitCode, stderr: outcome.stderr }).toMatchObject({ args, code: 0 });
    }
  });

  test("in a folder of root's own nothing changes hands", async () => {
    const dataDir = makeFolder("own", 0);
    await runBaken([...CREATE, "--data", dataDir]);
    expect(ownersOf(dataDir)).toEqual({ "accounts.db": 0 });
  });

  test("what the folder's owner put there is not given away", () => {
    const folder = makeFolder("links", SERVICE);
    const secret = join(root, "secret");
    writeFileSync(secret, "root's");
    symlinkSync(secret, join(folder, "symbolic"));
    symlinkSync(join(root, "missing"), join(folder, "dangling"));
    linkSync(secret, join(folder, "hard"));
    for (const name of ["symbolic", "dangling", "hard"]) {
      createForFolderOwner(join(folder, name));
    }
    givePathToFolderOwner(join(folder, "hard"), folder);
    expect(() => givePathToFolderOwner(join(folder, "symbolic"), folder)).toThrow("ELOOP");
    expect(statSync(secret).uid).toBe(0);
    expect(readdirSync(root)).not.toContain("missing");
  });

  test("a file that root made before says how to hand it over", async () => {
    const dataDir = makeFolder("before", 0);
    await runBaken([...CREATE, "--data", dataDir]);
    chownSync(dataDir, SERVICE, SERVICE);
    const { exitCode, stderr } = await collectOutcome(
      start([...asService, BAKEN, ...CREATE, "--data", dataDir]),
    );
    expect([exitCode, stderr.trimEnd()]).toEqual([
      1,
      expect.stringMatching(/belongs to user 0, but .* user 65534: .* chown 65534 \S+\/accounts\.db$/),
    ]);
  });
});
