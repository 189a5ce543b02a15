/**
 * Extracts unlike official ones that say the same all the same: what is unlike, as the table in docs/import.md names it,
 * the small country's extract changed so, and words that the notice must hold, where there is one.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readEntries } from "../src/demo/official-format/read-back.ts";
import { buildExtract, type ExtractSpec, writeExtractTo } from "./extract-builder.ts";
import { municipal, NATIONAL } from "./small-country.ts";
import { makeZip, type ZipPart } from "./zip-maker.ts";

export interface OddExtract {
  /** The first column of the table. */
  readonly row: string;
  readonly what: string;
  /** Makes the files in a folder and returns what to import. */
  readonly make: (folder: string) => readonly string[];
  /** The extract that says the same as official files do; NATIONAL when absent. */
  readonly same?: ExtractSpec;
  /** Words of the notice and of the refusal under --strict; none where it is no oddity. */
  readonly words?: readonly string[];
}

type Alter = (part: ZipPart) => ZipPart | undefined;

const xmlOf = (type: string) => `9999${type}08032024-000001.xml`;
const zipOf = (type: string) => `9999${type}08032024.zip`;
const HEADER = "Leveringsdocument-BAG-Extract.xml";
const RELATION = "GEM-WPL-RELATIE-08032024-000001.xml";

function altered(alter: Alter, spec: ExtractSpec = NATIONAL): OddExtract["make"] {
  return (folder) => [writeExtractTo(join(folder, "odd.zip"), { ...spec, alter })];
}

/** Every XML file of the objects rewritten; at least one must change. */
function everyXml(change: (xml: string) => string, isMeant = (name: string) => /^9999(?!I|NB)/.test(name)) {
  let changed = 0;
  const alter: Alter = (part) => {
    if (!part.name.endsWith(".xml") || !isMeant(part.name)) return part;
    const xml = part.content.toString("latin1");
    const content = Buffer.from(change(xml), "latin1");
    if (!content.equals(part.content)) changed++;
    return { ...part, content };
  };
  return (folder: string) => {
    const paths = altered(alter)(folder);
    if (changed === 0) throw new Error("nothing was changed");
    return paths;
  };
}

const only = (file: string) => (name: string) => name === file;
const renamed = (change: (name: string) => string) =>
  altered((part) => ({ ...part, name: change(part.name) }));
const without = (types: readonly string[], change: Alter): OddExtract => ({
  row: "no file of ligplaatsen or standplaatsen",
  what: types.join(" and "),
  make: altered(change),
  same: { ...NATIONAL, objects: NATIONAL.objects.filter(({ type }) => !types.includes(type)) },
  words: [`the file of type ${types[0]} is absent`],
});

const OBJECT = /(<Objecten:([A-Z]\w+)>)(.*?)(<\/Objecten:\2>)(?=<\/sl-bag-extract:bagObject>)/gs;

/** The children of an object's element in the opposite order; repeated ones among themselves as they were. */
function reversedChildren(xml: string): string {
  return xml.replace(OBJECT, (_all, open: string, _name, inside: string, close: string) => {
    const children = inside.matchAll(/(?:<(Objecten:\w+)>.*?<\/\1>|<(Objecten:\w+) .*?<\/\2>)/gs);
    const byName = Map.groupBy(children, ([, plain, named]) => plain ?? named);
    const groups = [...byName.values()].map((list) => list.map(([child]) => child).join(""));
    return open + groups.reverse().join("") + close;
  });
}

/** A folder with the entries of the outer zip as files, as unzipping it leaves them. */
function unpacked(folder: string): string[] {
  const into = join(folder, "unpacked");
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into);
  for (const { path, name, bytes } of readEntries(buildExtract(NATIONAL)))
    if (path === name && !name.includes("/")) writeFileSync(join(into, name), bytes);
  return [into];
}

/** A folder with the extract and files of other kinds. */
function withCompany(folder: string): string[] {
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

const ORDER = "objects in any order of identificatie";
const VERSION = "another version of a namespace (`…/v20210101`)";
const NAMES = "names of files in other case, or numbered otherwise";
const MARKUP = "processing instructions and CDATA sections";
const PLAIN = "comments, CRLF, a byte order mark, spaces around values, attributes, prefixes of another name";

export const ODD_EXTRACTS: readonly OddExtract[] = [
  {
    row: ORDER,
    what: "reversed",
    make: altered((part) => part, { ...NATIONAL, objects: NATIONAL.objects.toReversed() }),
    words: ["objects are not in order of identificatie"],
  },
  {
    row: ORDER,
    what: "reversed over many files",
    make: altered((part) => part, { ...NATIONAL, objects: NATIONAL.objects.toReversed(), standsPerFile: 3 }),
    words: ["objects are not in order of identificatie"],
  },
  {
    row: "an object that comes more than once",
    what: "each three times",
    make: altered((part) => part, {
      ...NATIONAL,
      objects: NATIONAL.objects.flatMap((one) => [one, one, one]),
    }),
  },
  {
    row: "an object that comes more than once",
    what: "the whole extract twice",
    make: (folder) => ["a", "b"].map((name) => writeExtractTo(join(folder, `${name}.zip`), NATIONAL)),
  },
  { row: "the elements of an object in another order", what: "reversed", make: everyXml(reversedChildren) },
  {
    row: "unknown elements",
    what: "with a text",
    make: everyXml((xml) =>
      xml.replaceAll("<Objecten:status>", "<Objecten:nieuw>x</Objecten:nieuw><Objecten:status>"),
    ),
    words: ["unknown element <Objecten:nieuw>, not read"],
  },
  {
    row: "unknown elements",
    what: "of a namespace of their own, with text and elements in them",
    make: everyXml((xml) =>
      xml
        .replace("<sl-bag-extract:bagStand", '$& xmlns:n="urn:new"')
        .replaceAll("<sl:stand>", '<n:note n:a="1">see <n:b>this</n:b>!</n:note><sl:stand>'),
    ),
    words: ["unknown element <n:note>, not read"],
  },
  {
    row: VERSION,
    what: "of the objects",
    make: everyXml((xml) => xml.replaceAll("imbag/objecten/v20200601", "imbag/objecten/v20210101")),
    words: ["another version of a namespace", "objecten/v20210101"],
  },
  {
    row: VERSION,
    what: "of everything that has one, GEM-WPL-RELATIE too",
    make: everyXml(
      (xml) => xml.replaceAll("v20200601", "v20210101").replaceAll("generiek/1.0", "generiek/2.0"),
      () => true,
    ),
    words: ["another version of a namespace"],
  },
  {
    row: "namespaces declared below the root element",
    what: "on each object",
    make: everyXml((xml) =>
      xml
        .replace(/ xmlns:Historie="[^"]*"/, "")
        .replaceAll(
          "<Objecten:voorkomen>",
          '<Objecten:voorkomen xmlns:Historie="www.kadaster.nl/schemas/lvbag/imbag/historie/v20200601">',
        ),
    ),
    words: ["a namespace declared below the root"],
  },
  {
    row: MARKUP,
    what: "instructions",
    make: everyXml((xml) => xml.replace("?>", '?><?xml-stylesheet href="x.xsl"?>')),
    words: ["a processing instruction"],
  },
  {
    row: MARKUP,
    what: "CDATA",
    make: everyXml((xml) => xml.replaceAll(/(<Objecten:(?:naam|status)>)([^<&]*)</g, "$1<![CDATA[$2]]><")),
    words: ["a CDATA section"],
  },
  {
    row: PLAIN,
    what: "comments, in texts too",
    make: everyXml((xml) =>
      xml
        .replaceAll("<sl:stand>", "<!-- <sl:stand></sl:stand> & --><sl:stand>")
        .replaceAll("</Objecten:naam>", "<!-- x --></Objecten:naam>"),
    ),
  },
  {
    row: PLAIN,
    what: "CRLF",
    make: everyXml(
      (xml) => xml.replaceAll("\n", "\r\n").replaceAll("><", ">\r\n<"),
      () => true,
    ),
  },
  {
    row: PLAIN,
    what: "a byte order mark",
    make: everyXml(
      (xml) => `\u00ef\u00bb\u00bf${xml}`,
      () => true,
    ),
  },
  {
    row: PLAIN,
    what: "spaces around values",
    make: everyXml((xml) =>
      xml.replaceAll(
        /(<(?:Objecten|Historie|Objecten-ref):(?!naam)\w+(?: domein="[^"]*")?>)([^<>\s][^<>]*)(<\/)/g,
        "$1\n  $2\n$3",
      ),
    ),
  },
  {
    row: PLAIN,
    what: "attributes",
    make: everyXml((xml) => {
      let count = 0;
      return xml
        .replaceAll("<gml:Polygon ", () => `<gml:Polygon gml:id="p${++count}" `)
        .replaceAll("<Objecten:status>", '<Objecten:status a="1">');
    }),
  },
  {
    row: PLAIN,
    what: "prefixes",
    make: everyXml((xml) =>
      xml.replaceAll("Historie:", "h:").replaceAll(/(xmlns:|\/?)Historie(=)/g, "$1h$2"),
    ),
  },
  {
    row: "RD by another of its names (`EPSG:28992`), with heights too (`EPSG:7415`)",
    what: "both",
    make: everyXml((xml) =>
      xml
        .replaceAll("urn:ogc:def:crs:EPSG::28992", "http://www.opengis.net/def/crs/EPSG/0/28992")
        .replace("/28992", "/7415"),
    ),
    words: ["which is RD too"],
  },
  {
    row: "an empty file",
    what: "of ligplaatsen",
    make: altered((part) => (part.name === xmlOf("LIG") ? { ...part, content: Buffer.alloc(0) } : part)),
    same: { ...NATIONAL, objects: NATIONAL.objects.filter(({ type }) => type !== "LIG") },
    words: ["an empty file", xmlOf("LIG")],
  },
  without(["LIG"], (part) => (part.name === zipOf("LIG") ? undefined : part)),
  without(["LIG"], (part) => (part.name === xmlOf("LIG") ? undefined : part)),
  without(["LIG"], (part) => (part.name === zipOf("LIG") ? { ...part, content: Buffer.alloc(0) } : part)),
  without(["STA"], (part) => (part.name === zipOf("STA") ? undefined : part)),
  {
    row: NAMES,
    what: "endings in capitals",
    make: renamed((name) => name.replace(/\.(xml|zip)$/, (end) => end.toUpperCase())),
    words: ["a name unlike those of official files"],
  },
  {
    row: NAMES,
    what: "all in small letters",
    make: renamed((name) => name.toLowerCase()),
    words: ["a name unlike those of official files"],
  },
  {
    row: NAMES,
    what: "one digit, from 0 on",
    make: altered(
      (part) => ({
        ...part,
        name: part.name.replace(/-(\d{6})\.xml$/, (_all, n: string) => `-${Number(n) - 1}.xml`),
      }),
      { ...NATIONAL, standsPerFile: 2 },
    ),
    words: ["a name unlike those of official files"],
  },
  {
    row: "another date in the names of files than in their contents",
    what: "of all",
    make: renamed((name) => name.replace("08032024", "10032024")),
    words: ["named for another date than 2024-03-08"],
  },
  {
    row: "other files in the zip or the folder (`.DS_Store`, `__MACOSX`, README, schemas), folders in the zip",
    what: "in the zip",
    make: altered((part) => part, { ...NATIONAL, unknownEntries: EXTRA }),
  },
  {
    row: "other files in the zip or the folder (`.DS_Store`, `__MACOSX`, README, schemas), folders in the zip",
    what: "a folder around all, written with backslashes",
    make: renamed((name) => (name.endsWith(".zip") || name === HEADER ? `extract\\${name}` : name)),
  },
  {
    row: "another zip in the folder",
    what: "of photos",
    make: withCompany,
    words: ["left aside: a zip, but no BAG extract", "photos.zip"],
  },
  {
    row: "the zips of an extract as files of a folder",
    what: "unpacked once",
    make: unpacked,
    words: ["left aside"],
  },
  {
    row: "no Leveringsdocument",
    what: "",
    make: altered((part) => (part.name === HEADER ? undefined : part)),
  },
  {
    row: "no StandTechnischeDatum in a file, where another has it",
    what: "the Leveringsdocument",
    make: everyXml((xml) => xml.replace(STAND_DATE, ""), only(HEADER)),
    words: ["no StandTechnischeDatum", HEADER],
  },
  {
    row: "no StandTechnischeDatum in a file, where another has it",
    what: "GEM-WPL-RELATIE",
    make: everyXml((xml) => xml.replace(STAND_DATE, ""), only(RELATION)),
    words: ["no StandTechnischeDatum", RELATION],
  },
  {
    row: "no StandTechnischeDatum in a file, where another has it",
    what: "panden",
    make: everyXml(
      (xml) => xml.replace(/<sl-bag-extract:bagInfo>.*<\/sl-bag-extract:bagInfo>/s, ""),
      only(xmlOf("PND")),
    ),
    words: ["no StandTechnischeDatum, taken to be of 2024-03-08", xmlOf("PND")],
  },
  {
    row: "a row of GEM-WPL-RELATIE without woonplaats, gemeente or begin",
    what: "beside the good ones",
    make: everyXml(
      (xml) =>
        xml.replace(
          /<gwr-product:GemeenteWoonplaatsRelatie>/,
          "<gwr-product:GemeenteWoonplaatsRelatie></gwr-product:GemeenteWoonplaatsRelatie>$&",
        ),
      only(RELATION),
    ),
    words: ["a GemeenteWoonplaatsRelatie without", RELATION],
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
    words: ["no GEM-WPL-RELATIE in it", "b.zip"],
  },
];
