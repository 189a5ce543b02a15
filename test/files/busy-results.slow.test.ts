/** Tests that slow results do not delay the files of other users. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openFilesServer } from "../support/servers/files-page.ts";

const served = await openFilesServer();
beforeAll(() => served.startWork());
afterAll(() => served.close());

test("a file is read while results of another one are made", async () => {
  const busy = served.tab();
  await busy.geocode(`postcode;huisnummer\n${"1382KT;5\n".repeat(40_000)}`);
  let made = 0;
  const formats = ["xlsx", "gpkg", "geojson", "parquet"];
  const making = formats.map(async (format) => {
    const { status } = await busy.post("/files/session/download", { format });
    made++;
    return status;
  });
  const other = served.tab();
  const sent = await other.send("postcode;huisnummer\n1382KT;5\n");
  expect([sent.status, made < formats.length]).toEqual([201, true]);
  expect(await Promise.all(making)).toEqual([200, 200, 200, 200]);
  await Promise.all([busy.end(), other.end()]);
});
