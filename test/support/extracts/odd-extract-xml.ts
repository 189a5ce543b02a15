/** Odd extracts whose XML differs from that of official ones. */
import { join } from "node:path";
import { NATIONAL } from "../countries/small-country.ts";
import { writeExtractTo } from "./extract-builder.ts";
import { changeXml, makeAltered, type OddExtract } from "./make-odd-extract.ts";

const OBJECT = /(<Objecten:([A-Z]\w+)>)(.*?)(<\/Objecten:\2>)(?=<\/sl-bag-extract:bagObject>)/gs;

/** Reverses the children of an object's element; repeated ones keep their order among themselves. */
function reversedChildren(xml: string): string {
  return xml.replace(OBJECT, (_all, open: string, _name, inside: string, close: string) => {
    const children = inside.matchAll(/(?:<(Objecten:\w+)>.*?<\/\1>|<(Objecten:\w+) .*?<\/\2>)/gs);
    const byName = Map.groupBy(children, ([, plain, named]) => plain ?? named);
    const groups = [...byName.values()].map((list) => list.map(([child]) => child).join(""));
    return open + groups.reverse().join("") + close;
  });
}

const ORDER = "objects in any order of identificatie";
const VERSION = "another version of a namespace (`…/v20210101`)";
const MARKUP = "processing instructions and CDATA sections";
const IGNORED_ROW =
  "comments, CRLF, a byte order mark, spaces around values, double ones in names, attributes, prefixes of another name";

export const ODD_XML: readonly OddExtract[] = [
  {
    row: ORDER,
    what: "reversed",
    make: makeAltered((part) => part, { ...NATIONAL, objects: NATIONAL.objects.toReversed() }),
    noticeWords: ["objects are not in order of identificatie"],
  },
  {
    row: ORDER,
    what: "reversed over many files",
    make: makeAltered((part) => part, {
      ...NATIONAL,
      objects: NATIONAL.objects.toReversed(),
      standsPerFile: 3,
    }),
    noticeWords: ["objects are not in order of identificatie"],
  },
  {
    row: "an object that comes more than once",
    what: "each three times",
    make: makeAltered((part) => part, {
      ...NATIONAL,
      objects: NATIONAL.objects.flatMap((one) => [one, one, one]),
    }),
  },
  {
    row: "an object that comes more than once",
    what: "the whole extract twice",
    make: (folder) => ["a", "b"].map((name) => writeExtractTo(join(folder, `${name}.zip`), NATIONAL)),
  },
  { row: "the elements of an object in another order", what: "reversed", make: changeXml(reversedChildren) },
  {
    row: "the elements of an object in another order",
    what: "holes before what they are in",
    make: changeXml((xml) =>
      xml.replace(
        /(<gml:exterior>(?:(?!<\/gml:exterior>).)*<\/gml:exterior>)(\s*<gml:interior>.*?<\/gml:interior>)/gs,
        "$2$1",
      ),
    ),
  },
  {
    row: "unknown elements",
    what: "with a text",
    make: changeXml((xml) =>
      xml.replaceAll("<Objecten:status>", "<Objecten:nieuw>x</Objecten:nieuw><Objecten:status>"),
    ),
    noticeWords: ["unknown element <Objecten:nieuw>, not read"],
  },
  {
    row: "unknown elements",
    what: "of a namespace of their own, with text and elements in them",
    make: changeXml((xml) =>
      xml
        .replace("<sl-bag-extract:bagStand", '$& xmlns:n="urn:new"')
        .replaceAll("<sl:stand>", '<n:note n:a="1">see <n:b>this</n:b>!</n:note><sl:stand>'),
    ),
    noticeWords: ["unknown element <n:note>, not read"],
  },
  {
    row: VERSION,
    what: "of the objects",
    make: changeXml((xml) => xml.replaceAll("imbag/objecten/v20200601", "imbag/objecten/v20210101")),
    noticeWords: ["another version of a namespace", "objecten/v20210101"],
  },
  {
    row: VERSION,
    what: "of everything that has one, GEM-WPL-RELATIE too",
    make: changeXml(
      (xml) => xml.replaceAll("v20200601", "v20210101").replaceAll("generiek/1.0", "generiek/2.0"),
      () => true,
    ),
    noticeWords: ["another version of a namespace"],
  },
  {
    row: "namespaces declared below the root element",
    what: "on each object",
    make: changeXml((xml) =>
      xml
        .replace(/ xmlns:Historie="[^"]*"/, "")
        .replaceAll(
          "<Objecten:voorkomen>",
          '<Objecten:voorkomen xmlns:Historie="www.kadaster.nl/schemas/lvbag/imbag/historie/v20200601">',
        ),
    ),
    noticeWords: ["a namespace declared below the root"],
  },
  {
    row: MARKUP,
    what: "instructions",
    make: changeXml((xml) => xml.replace("?>", '?><?xml-stylesheet href="x.xsl"?>')),
    noticeWords: ["a processing instruction"],
  },
  {
    row: MARKUP,
    what: "CDATA",
    make: changeXml((xml) => xml.replaceAll(/(<Objecten:(?:naam|status)>)([^<&]*)</g, "$1<![CDATA[$2]]><")),
    noticeWords: ["a CDATA section"],
  },
  {
    row: IGNORED_ROW,
    what: "comments, in texts too",
    make: changeXml((xml) =>
      xml
        .replaceAll("<sl:stand>", "<!-- <sl:stand></sl:stand> & --><sl:stand>")
        .replaceAll("</Objecten:naam>", "<!-- x --></Objecten:naam>"),
    ),
  },
  {
    row: IGNORED_ROW,
    what: "CRLF",
    make: changeXml(
      (xml) => xml.replaceAll("\n", "\r\n").replaceAll("><", ">\r\n<"),
      () => true,
    ),
  },
  {
    row: IGNORED_ROW,
    what: "a byte order mark",
    make: changeXml(
      (xml) => `\u00ef\u00bb\u00bf${xml}`,
      () => true,
    ),
  },
  {
    row: IGNORED_ROW,
    what: "spaces around values",
    make: changeXml((xml) =>
      xml.replaceAll(
        /(<(?:Objecten|Historie|Objecten-ref):(?!naam)\w+(?: domein="[^"]*")?>)([^<>\s][^<>]*)(<\/)/g,
        "$1\n  $2\n$3",
      ),
    ),
  },
  {
    row: IGNORED_ROW,
    what: "double spaces in names",
    make: changeXml((xml) => xml.replaceAll(/<Objecten:naam>[^<]*/g, (name) => name.replaceAll(" ", "  "))),
  },
  {
    row: IGNORED_ROW,
    what: "attributes",
    make: changeXml((xml) => {
      let count = 0;
      return xml
        .replaceAll("<gml:Polygon ", () => `<gml:Polygon gml:id="p${++count}" `)
        .replaceAll("<Objecten:status>", '<Objecten:status a="1">');
    }),
  },
  {
    row: IGNORED_ROW,
    what: "prefixes",
    make: changeXml((xml) =>
      xml.replaceAll("Historie:", "h:").replaceAll(/(xmlns:|\/?)Historie(=)/g, "$1h$2"),
    ),
  },
  {
    row: "RD by another of its names (`EPSG:28992`), with heights too (`EPSG:7415`)",
    what: "both",
    make: changeXml((xml) =>
      xml
        .replaceAll("urn:ogc:def:crs:EPSG::28992", "http://www.opengis.net/def/crs/EPSG/0/28992")
        .replace("/28992", "/7415"),
    ),
    noticeWords: ["which is RD too"],
  },
];
