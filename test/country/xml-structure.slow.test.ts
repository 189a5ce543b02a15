import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateDemo } from "../../tools/country/generate-demo.ts";
import { DELIVERED_TYPES } from "../../tools/country/official-format/objects.ts";
import { readEntries, type UnzippedEntry } from "../support/extracts/read-delivery.ts";
import { WEESP } from "../support/extracts/reference-files.ts";

/** The two processors are often shared with other work. */
setDefaultTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), "baken-demo-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("beside the real Weesp extract", () => {
  test("the generated files have no element, attribute or domein that the real ones lack", async () => {
    const { files } = await generateDemo({
      addresses: 6000,
      seed: 9,
      history: true,
      out: join(folder, "demo.zip"),
    });
    const real = readEntries(readFileSync(WEESP));
    const generated = readEntries(readFileSync(files.extract));
    for (const kind of [...DELIVERED_TYPES, "IOOPR", "IOVBO", "IOPND", "NBNUM", "NBVBO", "NBPND"]) {
      const wanted = tagsOf(real, `0457${kind}`);
      const found = [...tagsOf(generated, `9999${kind}`)];
      // Weesp has single polygons and a municipal head, no ligplaats with a history, and no marked nevenadres.
      const own = /eind|Eind|multivlak|MultiSurface|surfaceMember|gml:Polygon>|Gebied-NLD|heeftAlsNevenadres/;
      expect(found.filter((tag) => !wanted.has(tag) && !own.test(tag))).toEqual([]);
      const municipal = /Gemeente|Gebied-GEM/;
      const rare =
        /interior|ligtIn|WoonplaatsRef|Objecten:vlak|verkorteNaam|VerkorteNaam|Polygon|posList|LinearRing|exterior|eind|Eind|Nevenadres/;
      expect(
        [...wanted].filter((tag) => !found.includes(tag) && !municipal.test(tag) && !rare.test(tag)),
      ).toEqual([]);
    }
  });
});

/** Returns the opening tags with their attributes; counts are replaced by one value. */
function tagsOf(entries: readonly UnzippedEntry[], prefix: string): Set<string> {
  const tags = new Set<string>();
  for (const { name, bytes } of entries) {
    if (!name.startsWith(prefix) || !name.endsWith(".xml")) {
      continue;
    }
    for (const [tag] of bytes.toString("latin1").matchAll(/<[\w-]+:[^>]*>/g)) {
      tags.add(tag.replace(/count="\d+"/, "count"));
    }
  }
  return tags;
}
