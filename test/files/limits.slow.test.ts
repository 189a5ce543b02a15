/** Tests limits of one file on the page for files: bytes, rows, decisions about them; at each, and above. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SESSION_LIMITS } from "../../src/exports/sessions/session-limits.ts";
import { until } from "../support/processes/until.ts";
import { openFilesServer } from "../support/servers/files-page.ts";

const served = await openFilesServer();
beforeAll(() => served.startWork());
afterAll(() => served.close());

const rowsOf = (count: number) => `postcode;huisnummer\n${"1382KT;5\n".repeat(count)}`;

const { rows: MOST_ROWS, fileBytes: MOST_BYTES } = SESSION_LIMITS;

/** Returns CSV of as many bytes and rows as a file may have. */
function largestFile(): Buffer {
  const header = "postcode;huisnummer;opmerking\n";
  const row = (bytes: number) => `${"1382KT;5;".padEnd(bytes - 1, "x")}\n`;
  const bytesOfRows = MOST_BYTES - header.length;
  const bytesOfRow = Math.floor(bytesOfRows / MOST_ROWS);
  const longer = bytesOfRows % MOST_ROWS;
  const file = Buffer.alloc(MOST_BYTES, row(bytesOfRow));
  file.write(header);
  file.fill(row(bytesOfRow + 1), header.length, header.length + longer * (bytesOfRow + 1));
  file.fill(row(bytesOfRow), header.length + longer * (bytesOfRow + 1));
  return file;
}

test("a file has 256 MiB and a million rows; of one with a byte or a row more nothing stays", async () => {
  const file = largestFile();
  const most = served.tab();
  const taken = await most.send(file);
  expect([taken.status, taken.body.data.file.rows]).toEqual([201, MOST_ROWS]);
  await most.end();
  // Without a declared size it is counted as it comes.
  const larger = await served.tab().send(new Blob([file, "x"]).stream());
  expect([larger.status, larger.body.code]).toEqual([413, "too_large"]);
  const longer = await served.tab().send(rowsOf(MOST_ROWS + 1));
  expect([longer.status, longer.body.code, longer.body.rows]).toEqual([413, "too_large", MOST_ROWS + 1]);
  // The server removes the files after its answers.
  await until(() => readdirSync(join(served.dataDir, "files")).length === 0);
});

test("without storage a file has ten thousand rows, and none more", async () => {
  const send = async (count: number) =>
    await fetch(`${served.origin}/files/csv`, {
      method: "POST",
      body: rowsOf(count),
      headers: { "content-type": "text/csv" },
    });
  const taken = await send(10_000);
  expect([taken.status, (await taken.text()).split("\n").length]).toEqual([200, 10_002]);
  const refused = await send(10_001);
  expect([refused.status, await refused.json()]).toMatchObject([413, { code: "too_large" }]);
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
