/** Tests that files for static hosts are as docs/static.md describes them: by its schemas, and by its reader. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv from "ajv/dist/2020";
import { readWeesp, type Weesp } from "../support/countries/weesp-in-memory.ts";
import { hasProgram } from "../support/processes/find-program.ts";
import { SMALL_PAGES, writeStaticFolder } from "../support/servers/static-folder.ts";

const DOCS = join(import.meta.dir, "../../docs");
const HAS_PYTHON = hasProgram("python3", "python3");

let weesp: Weesp;
let folder: string;
beforeAll(async () => {
  weesp = await readWeesp();
  folder = writeStaticFolder(weesp.snapshot, ["positions", "records"], SMALL_PAGES);
});
afterAll(() => {
  weesp.close();
  rmSync(folder, { recursive: true });
});

/** Kind of file in the schemas, by the beginning of its path. */
const KINDS = [
  [/^(latest|files|present)\.json$/, undefined],
  [/^(postcode|place)\//, "addresses"],
  [/^record\//, "record"],
  [/^names\/begin\//, "names/begin"],
  [/^names\//, "names"],
  [/^grid\//, "grid"],
] as const;

describe("the format of files for static hosts", () => {
  test("every file has the form of its schema", () => {
    const schema = JSON.parse(readFileSync(join(DOCS, "static.schema.json"), "utf8"));
    const ajv = new Ajv({ strict: false, schemas: { format: schema } });
    const { folder: version } = JSON.parse(readFileSync(join(folder, "latest.json"), "utf8"));
    const paths = readdirSync(join(folder, version), { recursive: true, encoding: "utf8" });
    const files = paths
      .filter((path) => path.endsWith(".json"))
      .map((path) => [path, join(version, path)] as const);
    const seen = new Set<string>();
    for (const [path, file] of [...files, ["latest.json", "latest.json"] as const]) {
      const found = KINDS.find(([pattern]) => pattern.test(path))!;
      const kind = found[1] ?? path;
      seen.add(kind);
      const reference = `format#/$defs/${kind.replaceAll("/", "~1")}`;
      const isValid = ajv.validate(reference, JSON.parse(readFileSync(join(folder, file), "utf8")));
      expect([path, isValid, ajv.errors]).toEqual([path, true, null]);
    }
    expect(seen.size).toBe(8);
  });

  test.skipIf(!HAS_PYTHON)(
    "a reader in Python, written from the page, answers lookups as the registry",
    () => {
      const lines = readFileSync(join(DOCS, "static_reader.py"), "utf8").split("\n");
      expect(lines.length - 1).toBeLessThan(60);
      const asked = weesp.adressen.filter(({ postcode }, i) => postcode !== null && i % 100 === 0);
      const keys = asked.map(({ postcode, huisnummer, huisletter, huisnummertoevoeging }) => [
        postcode,
        `${huisnummer}${huisletter ?? ""}${huisnummertoevoeging === null ? "" : `-${huisnummertoevoeging}`}`,
      ]);
      const work = mkdtempSync(join(tmpdir(), "baken-static-"));
      writeFileSync(join(work, "keys.json"), JSON.stringify(keys));
      writeFileSync(
        join(work, "ask.py"),
        `import json, sys
sys.path.insert(0, ${JSON.stringify(DOCS)})
sys.dont_write_bytecode = True
from static_reader import lookup
keys = json.load(open(${JSON.stringify(join(work, "keys.json"))}))
found = [lookup(${JSON.stringify(folder)}, *key)[0] for key in keys]
candidates = lookup(${JSON.stringify(folder)}, "1381AG", "3")[1]
print(json.dumps([found, candidates]))`,
      );
      const { stdout, stderr } = Bun.spawnSync(["python3", join(work, "ask.py")]);
      rmSync(work, { recursive: true });
      expect(stderr.toString()).toBe("");
      const [found, candidates] = JSON.parse(stdout.toString());
      expect(found).toHaveLength(asked.length);
      for (const [i, adres] of asked.entries()) {
        const { second: _second, latitude, longitude, ...fields } = found[i];
        expect({ ...adres, ...fields }).toEqual(adres);
        expect(Math.abs(latitude - adres.latitude) + Math.abs(longitude - adres.longitude)).toBeLessThan(
          0.000_011,
        );
      }
      expect(candidates.map(({ huisletter }: { huisletter: string }) => huisletter)).toEqual([
        "a",
        "b",
        "c",
        "d",
        "e",
      ]);
    },
  );
});
