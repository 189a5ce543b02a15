/** Tests changes of one key by two processes at the same time. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { AccountsPlace } from "../../src/accounts/accounts-place.ts";
import { authenticate } from "../../src/accounts/authorize.ts";
import { KEY_STORES } from "../support/stores/key-stores.ts";

async function startChanger(place: AccountsPlace) {
  const script = join(import.meta.dir, "../support/processes/change-key.ts");
  const child = Bun.spawn([process.execPath, script, JSON.stringify(place)], {
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

const ROUNDS = 20;

describe.each(KEY_STORES)("keys in %s that two processes change at the same time", async (_name, start) => {
  const store = await start();
  const keys = await store.open("keys");
  const audit = await store.openAudit("keys");
  const place = await store.placeOf("keys");
  const processes = await Promise.all([startChanger(place), startChanger(place)]);
  afterAll(async () => {
    await Promise.all(processes.map(({ stop }) => stop()));
    audit.close();
    keys.close();
    await store.remove();
  });

  /** Sends a change to each of the processes at the same time; returns what they print. */
  const atOnce = (...lines: readonly string[]) =>
    Promise.all(lines.map((line, i) => processes[i]!.change(line)));
  const actionsOf = async (id: number, limit: number) => {
    const entries = await audit.list({ subject: `key ${id}`, limit });
    return entries.map(({ action }) => action);
  };

  test("two rotations leave two tokens that open it: the later one, and the earlier one in its overlap", async () => {
    const { key } = await keys.create({ name: "rotated", kind: "server" });
    for (let round = 0; round < ROUNDS; round++) {
      const tokens = await atOnce(`rotate ${key.id}`, `rotate ${key.id}`);
      for (const token of tokens) {
        expect(await authenticate(keys, token), `round ${round}`).toMatchObject({ id: key.id });
      }
    }
  });

  test("a rotation while the key is updated keeps the update and the new token", async () => {
    const { key } = await keys.create({ name: "updated", kind: "server" });
    for (let round = 0; round < ROUNDS; round++) {
      const [token] = await atOnce(`rotate ${key.id}`, `update ${key.id} name-${round}`);
      expect(await authenticate(keys, token!), `round ${round}`).toMatchObject({ id: key.id });
      expect((await keys.report(key.id))!.name).toBe(`name-${round}`);
      expect((await actionsOf(key.id, 2)).sort()).toEqual(["change", "rotate"]);
    }
  });

  test.each(["rotate", "update"])(
    "a %s at the time of a revocation comes before it or is refused",
    async (action) => {
      for (let round = 0; round < ROUNDS; round++) {
        const { id } = (await keys.create({ name: `key ${round}`, kind: "server" })).key;
        const [answer] = await atOnce(`${action} ${id}`, `revoke ${id}`);
        const actions = await actionsOf(id, 5);
        expect(actions[0], `round ${round}`).toBe("revoke");
        expect(actions.length, answer).toBe(answer === "unavailable" ? 2 : 3);
      }
    },
  );
});
