import { expect, test } from "bun:test";
import { XlsxWriter } from "./xlsx-writer.ts";

test("a sheet of more than 4 GiB is refused, with the formats to write instead", async () => {
  const text = "x".repeat(32_000);
  const columns = Array.from({ length: 100 }, (_, i) => ({ name: `c${i}`, kind: "text" as const }));
  let writtenBytes = 0;
  const writer = new XlsxWriter({ name: "large", columns }, async (bytes) => {
    writtenBytes += bytes.length;
  });
  const row = { values: columns.map(() => text), point: undefined };
  let rows = 0;
  const fill = async () => {
    for (; rows < 2_000; rows++) {
      await writer.write([row as never]);
    }
    await writer.finish();
  };
  await expect(fill()).rejects.toThrow("a sheet of Excel holds 4 GiB, the table has more; write CSV");
  // 3.2 MB a row, and some bytes of XML for each cell.
  expect(rows).toBeGreaterThan(1_330);
  expect(rows).toBeLessThan(1_345);
  expect(writtenBytes).toBeLessThan(100e6);
  await writer.close();
}, 300_000);
