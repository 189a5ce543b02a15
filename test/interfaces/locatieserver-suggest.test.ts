/** The Locatieserver's Suggest caches short lines; other fields, rows or filters get their own answer. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  type Json,
  serveWeespInterfaces,
  type WeespInterfaces,
} from "../support/servers/weesp-interfaces.ts";

const ROOT = "/bzk/locatieserver/search/v3_1";
let weesp: WeespInterfaces;
beforeAll(async () => {
  weesp = await serveWeespInterfaces();
}, 120_000);
afterAll(() => weesp.close());

const ask = async (path: string): Promise<Json> => (await weesp.askJson(`${ROOT}/${path}`)).response;

test("a short line asked again gives the same, in the fields and rows asked, with the same filters", async () => {
  for (const q of ["keurs", "keurstr 5", "1382KT", "5a", "weesp"]) {
    const first = await ask(`suggest?q=${q}&fl=*,score`);
    expect(await ask(`suggest?q=${q}&fl=*,score`)).toEqual(first);
    const ids = first.docs.map(({ id }: Json) => id);
    expect((await ask(`suggest?q=${q}&fl=id`)).docs).toEqual(ids.map((id: string) => ({ id })));
    const ofWegen = (await ask(`suggest?q=${q}&fq=type:weg&fl=type`)).docs;
    expect(ofWegen.filter(({ type }: Json) => type !== "weg")).toEqual([]);
    expect((await ask(`suggest?q=${q}&rows=2&start=1&fl=id`)).docs).toEqual(
      ids.slice(1, 3).map((id: string) => ({ id })),
    );
  }
});
