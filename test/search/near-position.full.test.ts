/** Tests that `lat` and `lng` break ties of search and suggestions by nearness, and change nothing else. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { openHarness } from "../support/servers/http-harness.ts";

interface Shown {
  nummeraanduiding_id: string;
  straatnaam: string;
  woonplaats_naam: string;
}

interface Street {
  straat: string;
  plaats: string;
  lat: number;
  lng: number;
}

let harness: ReturnType<typeof openHarness>;
beforeAll(async () => {
  harness = openHarness(await makeDemoFolder(20_000));
}, 120_000);
afterAll(() => harness.close());

/** Street whose name most places have, in a place so small that the suggestions without a position lack it. */
function smallestNamesake(): Street {
  const [{ straat }] = harness.app.registry
    .current()!
    .db.query<{ straat: string }, []>(
      "SELECT straatnaam AS straat FROM adres GROUP BY 1 ORDER BY count(DISTINCT woonplaats_id) DESC, 1 LIMIT 1",
    )
    .all() as [{ straat: string }];
  return harness.app.registry
    .current()!
    .db.query<Street, [string]>(
      `SELECT straatnaam AS straat, w.naam AS plaats, avg(latitude) AS lat, avg(longitude) AS lng
       FROM adres a JOIN woonplaats w ON w.fid = a.woonplaats_id WHERE straatnaam = ?
       GROUP BY w.fid ORDER BY (SELECT count(*) FROM adres b WHERE b.woonplaats_id = w.fid), w.fid LIMIT 1`,
    )
    .get(straat)!;
}

async function suggest(line: string, position = ""): Promise<Shown[]> {
  const path = `/addresses/autocomplete?q=${encodeURIComponent(line)}&include=address${position}`;
  const { body } = await harness.askJson(path);
  return body.data.map(({ address }: { address: Shown }) => address);
}

test("a street of the nearest place is suggested first, beyond the largest places too", async () => {
  const { straat, plaats, lat, lng } = smallestNamesake();
  const plain = await suggest(straat);
  expect(plain.length).toBe(10);
  expect(plain.map(({ woonplaats_naam }) => woonplaats_naam)).not.toContain(plaats);
  const [first] = await suggest(straat, `&lat=${lat}&lng=${lng}`);
  expect([first!.straatnaam, first!.woonplaats_naam]).toEqual([straat, plaats]);
  expect(await suggest(straat)).toEqual(plain);
});

test("a search finds the same addresses, those of the nearest place first", async () => {
  const { straat, plaats, lat, lng } = smallestNamesake();
  const search = async (position: string) => {
    const path = `/addresses/search?q=${encodeURIComponent(`${straat} 1`)}&per_page=100&explain=1${position}`;
    return (await harness.askJson(path)).body;
  };
  const plain = await search("");
  const near = await search(`&lat=${lat}&lng=${lng}`);
  expect(plain.meta.total).toBeGreaterThan(10);
  expect(near.meta.total).toBe(plain.meta.total);
  const ids = ({ data }: { data: Shown[] }) => data.map(({ nummeraanduiding_id }) => nummeraanduiding_id);
  expect(ids(near).toSorted()).toEqual(ids(plain).toSorted());
  expect(near.data[0].woonplaats_naam).toBe(plaats);
  expect(plain.data[0].woonplaats_naam).not.toBe(plaats);
  expect(Object.keys(near.meta.explain.best[0].scores)).toContain("nearness of the place");
  expect(Object.keys(plain.meta.explain.best[0].scores)).toContain("size of the place");
});

test("a place that is typed wins over the position", async () => {
  const { straat, lat, lng } = smallestNamesake();
  const [{ woonplaats_naam }] = (await suggest(straat)) as [Shown];
  const [first] = await suggest(`${straat} ${woonplaats_naam}`, `&lat=${lat}&lng=${lng}`);
  expect(first!.woonplaats_naam).toBe(woonplaats_naam);
});

test.each(["search", "autocomplete"])("half a position is no position: %s", async (name) => {
  const { status, body } = await harness.askJson(`/addresses/${name}?q=kerk&lat=52.1`);
  expect([status, Object.keys(body.errors)]).toEqual([422, ["lng"]]);
});
