import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { municipal, NAMES_CSV, NATIONAL } from "../../../test/support/countries/small-country.ts";
import { buildExtract, type ExtractSpec } from "../../../test/support/extracts/extract-builder.ts";
import { readEntries } from "../../../test/support/extracts/read-delivery.ts";
import { makeZip, type ZipPart } from "../../../test/support/extracts/zip-maker.ts";
import { ImportReport } from "../report.ts";
import { type GivenFiles, readSources } from "./sources.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-sources-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

function write(content: string | Buffer, name = String(++files)): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const read = (given: Partial<GivenFiles>) =>
  readSources(
    { paths: [], gemeenten: [], boundaries: [], ...given },
    { workDir: folder, report: new ImportReport(), allowsMissingFiles: false },
  );

/** Lists the types with their number of files and the depth of zips that these are in. */
async function entriesOf(spec: ExtractSpec): Promise<string[]> {
  const { extracts } = await read({ paths: [write(buildExtract(spec))] });
  return [...extracts[0]!.objects].map(
    ([code, list]) => `${code} ${list.length} in ${list[0]!.path.split(" > ").length - 1} zips`,
  );
}

test.each([
  [
    "national",
    NATIONAL,
    [
      "WPL 1 in 2 zips",
      "OPR 1 in 2 zips",
      "NUM 1 in 2 zips",
      "VBO 1 in 2 zips",
      "LIG 1 in 2 zips",
      "STA 1 in 2 zips",
      "PND 1 in 2 zips",
    ],
  ],
  [
    "municipal",
    municipal("0901"),
    [
      "WPL 1 in 3 zips",
      "OPR 1 in 3 zips",
      "NUM 1 in 3 zips",
      "VBO 1 in 3 zips",
      "LIG 1 in 3 zips",
      "STA 1 in 3 zips",
      "PND 1 in 3 zips",
    ],
  ],
  [
    "with many files to a type",
    { ...NATIONAL, standsPerFile: 10 },
    [
      "WPL 1 in 2 zips",
      "OPR 1 in 2 zips",
      "NUM 4 in 2 zips",
      "VBO 3 in 2 zips",
      "LIG 1 in 2 zips",
      "STA 1 in 2 zips",
      "PND 2 in 2 zips",
    ],
  ],
] as const)(
  "of an extract that is %s the main files are taken, none of those beside them",
  async (_layout, spec, expected) => {
    expect(await entriesOf(spec)).toEqual([...expected]);
  },
);

test("files of a type come in order of their numbers, however the zip lists them", async () => {
  const { extracts } = await read({
    paths: [write(buildExtract({ ...NATIONAL, standsPerFile: 1 }))],
  });
  const numbers = extracts[0]!.objects.get("NUM")!.map(({ name }) => Number(/-(\d{6})/.exec(name)![1]));
  expect(numbers).toEqual(Array.from({ length: 34 }, (_, i) => i + 1));
});

describe("a given file is recognised by its content, whatever its name:", () => {
  const extract = () => write(buildExtract(NATIONAL), "extract.txt");
  test.each([
    ["names with semicolons", NAMES_CSV, "gemeenten"],
    [
      "names with commas and a byte order mark",
      "\ufeffGemeentecode,GemeentecodeGM,Gemeentenaam,Provinciecode\n",
      "gemeenten",
    ],
    ["GeoJSON", '  {"type": "FeatureCollection"}', "boundaries"],
    ["a GeoPackage", "SQLite format 3\0 and so on", "boundaries"],
  ] as const)("%s", async (_what, content, key) => {
    const sources = await read({ paths: [extract(), write(content, "given.zip")] });
    expect(sources.companions[key]).toHaveLength(1);
    expect(sources.extracts).toHaveLength(1);
  });
});

test.each([
  [
    "a file's base name labels its boundaries",
    "boundaries/pc4-2018.geojson",
    "pc4-2018",
    "boundaries/pc4-2018.geojson",
  ],
  ["a label before =", "CBS 2018=boundaries/pc4.geojson", "CBS 2018", "boundaries/pc4.geojson"],
  ["a path that holds = is no label", "a/b=c.geojson", "b=c", "a/b=c.geojson"],
  ["only the first = ends the label", "CBS=a=b.gpkg", "CBS", "a=b.gpkg"],
] as const)("%s", async (_what, given, label, path) => {
  const sources = await read({ paths: [write(buildExtract(NATIONAL))], boundaries: [given] });
  expect(sources.companions.boundaries).toEqual([{ label, path }]);
});

test("a folder gives its files in order, not those of folders inside, and leaves what it does not know", async () => {
  const given = join(folder, "given");
  mkdirSync(join(given, "inside"), { recursive: true });
  for (const name of ["b.zip", "a.zip", "inside/c.zip"]) {
    write(buildExtract(NATIONAL), `given/${name}`);
  }
  write("?", "given/unknown");
  const { extracts } = await read({ paths: [given] });
  expect(extracts.map(({ file }) => basename(file))).toEqual(["a.zip", "b.zip"]);
});

test("a zip in a folder that is no extract is ignored and reported", async () => {
  const given = join(folder, "mixed");
  mkdirSync(given);
  write(buildExtract(NATIONAL), "mixed/a.zip");
  write(makeZip([{ name: "photo.jpg", content: Buffer.of(1) }]), "mixed/b.zip");
  const report = new ImportReport();
  const { extracts } = await readSources(
    { paths: [given], gemeenten: [], boundaries: [] },
    { workDir: folder, report, allowsMissingFiles: false },
  );
  expect(extracts.map(({ file }) => basename(file))).toEqual(["a.zip"]);
  expect(report.problems).toMatchObject([
    { kind: "noticed", about: "file", examples: [join(given, "b.zip")] },
  ]);
});

test("a damaged zip in a folder is refused: it may be a part of the extract", async () => {
  const given = join(folder, "cut");
  mkdirSync(given);
  write(buildExtract(NATIONAL), "cut/a.zip");
  write(buildExtract(NATIONAL).subarray(0, 2000), "cut/b.zip");
  await expect(read({ paths: [given] })).rejects.toThrow("b.zip: not a readable zip");
});

test("links in a folder are followed", async () => {
  const given = join(folder, "linked");
  mkdirSync(given);
  symlinkSync(write(buildExtract(NATIONAL), "target.zip"), join(given, "link.zip"));
  expect((await read({ paths: [given] })).extracts).toHaveLength(1);
});

describe("an extract that was unpacked is refused with what to do:", () => {
  const XML = "9999PND08032024-000001.xml";
  const unpack = (name: string, files: Record<string, Buffer>) => {
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(join(folder, name, dirname(file)), { recursive: true });
      write(content, `${name}/${file}`);
    }
    return join(folder, name);
  };
  const xml = Buffer.from("<xml/>");
  test.each<[string, Record<string, Buffer>, string]>([
    ["XML files in a folder", { [XML]: xml }, XML],
    ["XML of a type beside zips", { "a.zip": buildExtract(NATIONAL), [XML]: xml }, XML],
    [
      "GEM-WPL-RELATIE",
      { "GEM-WPL-RELATIE-08032024-000001.xml": xml },
      "GEM-WPL-RELATIE-08032024-000001.xml",
    ],
    ["folders as zips were", { [`x/0901GEM08032024/9999PND08032024/${XML}`]: xml }, XML],
    ["zips in a folder", { "x/9999PND08032024.zip": Buffer.from("PK") }, "9999PND08032024.zip"],
  ])("%s", async (what, files, named) => {
    const given = unpack(what.replaceAll(" ", "-"), files);
    const refused = read({ paths: [given] });
    await expect(refused).rejects.toThrow(`${named}: a file of an extract that was unpacked`);
    await expect(refused).rejects.toThrow(`zip -r extract.zip ${given}`);
  });

  test("a file of it by name", async () => {
    await expect(read({ paths: [write("<xml/>", XML)] })).rejects.toThrow(
      `zip -r extract.zip ${folder}/${XML}`,
    );
  });

  test("files in onderzoek and folders deeper than those of an extract are none of it", async () => {
    const given = unpack("other", { "9999IONUM08032024-000001.xml": xml, [`a/b/c/d/${XML}`]: xml });
    await expect(read({ paths: [given] })).rejects.toThrow("no BAG extract given");
  });

  test("and zipped again as it says, it is read", async () => {
    const entries = readEntries(buildExtract(NATIONAL)).filter(({ name }) => name.endsWith(".xml"));
    const path = write(makeZip(entries.map(({ name, bytes }) => ({ name: `x/${name}`, content: bytes }))));
    const { extracts } = await read({ paths: [path] });
    expect([...extracts[0]!.objects.values()].map((list) => list.length)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });
});

test("a gap in the numbers of files is taken where the user says that none is missing", async () => {
  const name = "9999NUM08032024-000002.xml";
  const alter = (part: ZipPart) => (part.name === name ? undefined : part);
  const path = write(buildExtract({ ...NATIONAL, standsPerFile: 10, alter }));
  await expect(read({ paths: [path] })).rejects.toThrow("number 000002 of type NUM was expected");
  const report = new ImportReport();
  const given = { paths: [path], gemeenten: [], boundaries: [] };
  await readSources(given, { workDir: folder, report, allowsMissingFiles: true });
  expect(report.problems.map(({ reason }) => reason)).toEqual(["a file number is missing"]);
});
