/** Tests limits of one file on the page for files: its rows and the decisions about them; at each, and above. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SESSION_LIMITS } from "../../src/exports/sessions/session-limits.ts";
import { openFilesServer } from "../support/servers/files-page.ts";

const served = await openFilesServer();
beforeAll(() => served.startWork());
afterAll(() => served.close());

const rowsOf = (count: number) => `postcode;huisnummer\n${"1382KT;5\n".repeat(count)}`;

test("a file has a million rows; one with one more is refused, and nothing of it stays", async () => {
  const [most, more] = [served.tab(), served.tab()];
  const taken = await most.send(rowsOf(SESSION_LIMITS.rows));
  expect([taken.status, taken.body.data.file.rows]).toEqual([201, SESSION_LIMITS.rows]);
  await most.end();
  const refused = await more.send(rowsOf(SESSION_LIMITS.rows + 1));
  expect([refused.status, refused.body.code, refused.body.rows]).toEqual([
    413,
    "too_large",
    SESSION_LIMITS.rows + 1,
  ]);
  expect(readdirSync(join(served.dataDir, "files"))).toEqual([]);
});

test("so many decisions are kept of a file, each change counted, and no more", async () => {
  const own = served.tab();
  await own.geocode("postcode;huisnummer\n1382KT;999\n");
  const folder = join(served.dataDir, "files", createHash("sha256").update(own.secret).digest("hex"));
  const earlier = `${JSON.stringify({ index: 0, decision: null })}\n`;
  writeFileSync(join(folder, "decisions.jsonl"), earlier.repeat(SESSION_LIMITS.decisions - 1));
  const decide = () => own.post("/files/session/rows/2", { address: null });
  const last = await decide();
  expect([last.status, last.body.data.revision]).toEqual([200, SESSION_LIMITS.decisions]);
  const further = await decide();
  expect([further.status, further.body.code]).toEqual([429, "files_full"]);
  expect((await own.show()).body.data.decided).toEqual({ address: 0, none: 1 });
  expect((await own.download({ format: "csv" })).toString()).toContain("by hand");
  await own.end();
});
