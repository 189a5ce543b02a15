/** Tests changes of one key by two processes at the same time. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { authenticate } from "../../src/accounts/authorize.ts";
import { openAuditLog } from "../../src/accounts/open-accounts.ts";
import { openKeyStore } from "../../src/accounts/sqlite/sqlite-key-store.ts";

const dataDir = mkdtempSync(join(tmpdir(), "baken-at-once-"));
const keys = openKeyStore(dataDir);
const processes = await Promise.all([startChanger(), startChanger()]);
afterAll(async () => {
  await Promise.all(processes.map(({ stop }) => stop()));
  keys.close();
  rmSync(dataDir, { recursive: true });
});

async function startChanger() {
  const script = join(import.meta.dir, "../support/processes/change-key.ts");
  const child = Bun.spawn([process.execPath, script, dataDir], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = createInterface({ input: Readable.fromWeb(child.stdout as never) })[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  await nextLine();
  return {
    async change(line: string) {
      child.stdin.write(`${line}\n`);
      child.stdin.flush();
      return await nextLine();
    },
    async stop() {
      child.stdin.end();
      await child.exited;
    },
  };
}

/** Sends a change to each of the processes at the same time; returns what they print. */
const atOnce = (...lines: readonly string[]) =>
  Promise.all(lines.map((line, i) => processes[i]!.change(line)));
const ROUNDS = 20;

test("two rotations of a key leave two tokens that open it: the later one, and the earlier one in its overlap", async () => {
  const { key } = keys.create({ name: "rotated", kind: "server" });
  for (let round = 0; round < ROUNDS; round++) {
    const tokens = await atOnce(`rotate ${key.id}`, `rotate ${key.id}`);
    for (const token of tokens) {
      expect(await authenticate(keys, token), `round ${round}`).toMatchObject({ id: key.id });
    }
  }
});

test.each(["rotate", "update"])(
  "a %s at the time of a revocation comes before it or is refused",
  async (action) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = keys.create({ name: `key ${round}`, kind: "server" }).key;
      const [answer] = await atOnce(`${action} ${id}`, `revoke ${id}`);
      const audit = await openAuditLog({ dataDir });
      const entries = await audit.list({ subject: `key ${id}`, limit: 5 });
      audit.close();
      const actions = entries.map((entry) => entry.action);
      expect(actions[0], `round ${round}`).toBe("revoke");
      expect(actions.length, answer).toBe(answer === "unavailable" ? 2 : 3);
    }
  },
);
