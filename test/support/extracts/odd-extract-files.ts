/** Odd extracts whose files differ from those of official ones: names, additional files, missing or empty files. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { municipal, NATIONAL } from "../countries/small-country.ts";
import { buildExtract, writeExtractTo } from "./extract-builder.ts";
import {
  type Alter,
  changeXml,
  HEADER,
  isFile,
  makeAltered,
  type OddExtract,
  RELATION,
  xmlOf,
  zipOf,
} from "./make-odd-extract.ts";
import { readEntries } from "./read-delivery.ts";
import { makeZip, type ZipPart } from "./zip-maker.ts";

const renamed = (change: (name: string) => string) =>
  makeAltered((part) => ({ ...part, name: change(part.name) }));
const withoutFile = (types: readonly string[], change: Alter): OddExtract => ({
  row: "no file of ligplaatsen or standplaatsen",
  what: types.join(" and "),
  make: makeAltered(change),
  equivalent: [{ ...NATIONAL, objects: NATIONAL.objects.filter(({ type }) => !types.includes(type)) }],
  noticeWords: [`the file of type ${types[0]} is absent`],
});

/** Creates a folder with the entries of the outer zip as files, as unzipping leaves them. */
function unpacked(folder: string): string[] {
  const into = join(folder, "unpacked");
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into);
  for (const { path, name, bytes } of readEntries(buildExtract(NATIONAL))) {
    if (path === name && !name.includes("/")) {
      writeFileSync(join(into, name), bytes);
    }
  }
  return [into];
}

/** Creates a folder with the extract and files of other kinds. */
function withOtherFiles(folder: string): string[] {
  const into = join(folder, "company");
  rmSync(into, { recursive: true, force: true });
  mkdirSync(join(into, "older"), { recursive: true });
  writeExtractTo(join(into, "extract.zip"), NATIONAL);
  writeFileSync(join(into, ".DS_Store"), "Bud1");
  writeFileSync(join(into, "._extract.zip"), Buffer.of(0, 5, 22, 7));
  writeFileSync(join(into, "photos.zip"), makeZip([{ name: "a.jpg", content: Buffer.from("jpg") }]));
  return [into];
}

const EXTRA: readonly ZipPart[] = [
  { name: ".DS_Store", content: Buffer.from("Bud1") },
  { name: "__MACOSX/", content: Buffer.alloc(0) },
  { name: "__MACOSX/._9999PND08032024.zip", content: Buffer.of(0, 5, 22, 7) },
  { name: "README.txt", content: Buffer.from("Read me.") },
  { name: "schemas/BagvsExtract-2.1.0.xsd", content: Buffer.from("<schema/>") },
  { name: "photos.zip", content: Buffer.from("not even a zip") },
];

const STAND_DATE = /<selecties-extract:StandTechnischeDatum>.*?<\/selecties-extract:StandTechnischeDatum>/;

const NAMES = "names of files in other case, or numbered otherwise";

export const ODD_FILES: readonly OddExtract[] = [
  {
    row: "an empty file",
    what: "of ligplaatsen",
    make: makeAltered((part) => (part.name === xmlOf("LIG") ? { ...part, content: Buffer.alloc(0) } : part)),
    equivalent: [{ ...NATIONAL, objects: NATIONAL.objects.filter(({ type }) => type !== "LIG") }],
    noticeWords: ["an empty file", xmlOf("LIG")],
  },
  withoutFile(["LIG"], (part) => (part.name === zipOf("LIG") ? undefined : part)),
  withoutFile(["LIG"], (part) => (part.name === xmlOf("LIG") ? undefined : part)),
  withoutFile(["LIG"], (part) => (part.name === zipOf("LIG") ? { ...part, content: Buffer.alloc(0) } : part)),
  withoutFile(["STA"], (part) => (part.name === zipOf("STA") ? undefined : part)),
  {
    row: NAMES,
    what: "endings in capitals",
    make: renamed((name) => name.replace(/\.(xml|zip)$/, (end) => end.toUpperCase())),
    noticeWords: ["a file name that differs from official file names"],
  },
  {
    row: NAMES,
    what: "all in small letters",
    make: renamed((name) => name.toLowerCase()),
    noticeWords: ["a file name that differs from official file names"],
  },
  {
    row: NAMES,
    what: "one digit, from 0 on",
    make: makeAltered(
      (part) => ({
        ...part,
        name: part.name.replace(/-(\d{6})\.xml$/, (_all, n: string) => `-${Number(n) - 1}.xml`),
      }),
      { ...NATIONAL, standsPerFile: 2 },
    ),
    noticeWords: ["a file name that differs from official file names"],
  },
  {
    row: "another date in the names of files than in their contents",
    what: "of all",
    make: renamed((name) => name.replace("08032024", "10032024")),
    noticeWords: ["named for another date than 2024-03-08"],
  },
  {
    row: "other files in the zip or the folder (`.DS_Store`, `__MACOSX`, README, schemas), folders in the zip",
    what: "in the zip",
    make: makeAltered((part) => part, { ...NATIONAL, unknownEntries: EXTRA }),
  },
  {
    row: "other files in the zip or the folder (`.DS_Store`, `__MACOSX`, README, schemas), folders in the zip",
    what: "a folder around all, written with backslashes",
    make: renamed((name) => (name.endsWith(".zip") || name === HEADER ? `extract\\${name}` : name)),
  },
  {
    row: "another zip in the folder",
    what: "of photos",
    make: withOtherFiles,
    noticeWords: ["ignored: a zip, but no BAG extract", "photos.zip"],
  },
  {
    row: "the zips of an extract as files of a folder",
    what: "unpacked once",
    make: unpacked,
    noticeWords: ["ignored"],
  },
  ...[NATIONAL, municipal("0901")].map((spec, i): OddExtract => {
    const inner = ["lvbag-extract-nl.zip", "BAGGEM0901L-08032024.zip"][i]!;
    return {
      row: "a zip around the extract",
      what: inner,
      make(folder) {
        const path = join(folder, "around.zip");
        writeFileSync(path, makeZip([{ name: `download/${inner}`, content: buildExtract(spec) }]));
        return [path];
      },
      equivalent: [spec],
      noticeWords: ["a file name that differs from official file names", inner],
    };
  }),
  {
    row: "no Leveringsdocument",
    what: "",
    make: makeAltered((part) => (part.name === HEADER ? undefined : part)),
  },
  {
    row: "no StandTechnischeDatum in a file, where another has it",
    what: "the Leveringsdocument",
    make: changeXml((xml) => xml.replace(STAND_DATE, ""), isFile(HEADER)),
    noticeWords: ["no StandTechnischeDatum", HEADER],
  },
  {
    row: "no StandTechnischeDatum in a file, where another has it",
    what: "GEM-WPL-RELATIE",
    make: changeXml((xml) => xml.replace(STAND_DATE, ""), isFile(RELATION)),
    noticeWords: ["no StandTechnischeDatum", RELATION],
  },
  {
    row: "no StandTechnischeDatum in a file, where another has it",
    what: "panden",
    make: changeXml(
      (xml) => xml.replace(/<sl-bag-extract:bagInfo>.*<\/sl-bag-extract:bagInfo>/s, ""),
      isFile(xmlOf("PND")),
    ),
    noticeWords: ["no StandTechnischeDatum; 2024-03-08 is assumed", xmlOf("PND")],
  },
  {
    row: "a row of GEM-WPL-RELATIE without woonplaats, gemeente or begin",
    what: "beside the good ones",
    make: changeXml(
      (xml) =>
        xml.replace(
          /<gwr-product:GemeenteWoonplaatsRelatie>/,
          "<gwr-product:GemeenteWoonplaatsRelatie></gwr-product:GemeenteWoonplaatsRelatie>$&",
        ),
      isFile(RELATION),
    ),
    noticeWords: ["a GemeenteWoonplaatsRelatie without", RELATION],
  },
  {
    row: "GEM-WPL-RELATIE in one of several extracts only",
    what: "the first",
    make: (folder) => [
      writeExtractTo(join(folder, "a.zip"), municipal("0901")),
      writeExtractTo(join(folder, "b.zip"), {
        ...municipal("0902"),
        alter: (part) => (part.name.startsWith("GEM-WPL") ? undefined : part),
      }),
    ],
    equivalent: [municipal("0901"), municipal("0902")],
    noticeWords: ["no GEM-WPL-RELATIE in it", "b.zip"],
  },
];
