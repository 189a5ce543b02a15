import { describe, expect, test } from "bun:test";
import { inRoot, messageOf, recordsOf } from "../../../test/support/extracts/scanned-document.ts";

describe("the scanner takes what official files do not have, and reports it:", () => {
  test.each([
    [
      "nothing of a comment",
      "<a:record><b:name>x<!-- <b:name> & --> y</b:name><!-- --></a:record>",
      ["7 1=x y"],
      [],
    ],
    [
      "a CDATA section",
      "<a:record><b:name>x<![CDATA[ <&> ]]>y</b:name></a:record>",
      ["7 1=x <&> y"],
      ["a CDATA section"],
    ],
    [
      "nothing of a processing instruction",
      "<?x <b> ?><a:record><b:name>x<?y?></b:name></a:record>",
      ["7 1=x"],
      ["a processing instruction", "a processing instruction"],
    ],
    [
      "a namespace declared inside",
      '<a:record xmlns:q="urn:b"><q:name>x</q:name></a:record><a:record><b:name>y</b:name></a:record>',
      ["7 1=x", "7 1=y"],
      ["a namespace declared below the root"],
    ],
    [
      "a prefix that means one thing here and another there",
      '<a:record xmlns:q="urn:b"><q:name>x</q:name></a:record><a:record xmlns:q="urn:z"><q:else>y</q:else></a:record>',
      ["7 1=x", "7"],
      ["a namespace declared below the root", "unknown element <q:else>, not read"],
    ],
    [
      "nothing of an unknown element, text and all",
      '<a:record><z:x xmlns:z="urn:z">t<z:y srsName="EPSG:4326" srsDimension="3"/>t<b:name>no</b:name></z:x><b:name>x</b:name></a:record>',
      ["7 1=x"],
      ["a namespace declared below the root", "unknown element <z:x>, not read"],
    ],
    [
      "a closing tag with spaces",
      "<a:record><b:name>x</b:name></a:record><a:record><b:name>y</b:name ></a:record\n>",
      ["7 1=x", "7 1=y"],
      [],
    ],
    [
      "an element of varying attributes, now empty and now not",
      '<a:record n="1"><b:name>x</b:name></a:record><a:record n="2"/><a:record n="3"><b:name>y</b:name></a:record><a:record n="4"/>',
      ["7 1=x", "7", "7 1=y", "7"],
      [],
    ],
    [
      "a name that begins as one of varying attributes",
      '<a:record><b:na n="1"/><b:na n="2"/><b:name>x</b:name></a:record><a:record><b:na n="3"/><b:name>y</b:name></a:record>',
      ["7 1=x", "7 1=y"],
      [],
    ],
    [
      "RD by another name",
      '<a:record srsName="http://www.opengis.net/def/crs/EPSG/0/28992"/><a:record srsName="EPSG:7415"/>',
      ["7", "7"],
      [
        "coordinates in http://www.opengis.net/def/crs/EPSG/0/28992, which is RD too",
        "coordinates in EPSG:7415, which is RD too",
      ],
    ],
    ["an element whose name is not ASCII", "<a:record><a:coördinaat ø='1'/></a:record>", ["7"], []],
  ])("%s", (_what, inside, records, deviations) => {
    const reported: string[] = [];
    expect(recordsOf(inRoot(inside), (reason) => reported.push(reason))).toEqual(records);
    expect(reported).toEqual(deviations);
  });

  test("the bytes after a comment keep their places", () => {
    const document = inRoot("<a:record><b:name>x<!-- a comment --></b:name></a:record><c:x/>");
    const message = messageOf(() => void recordsOf(document));
    expect(message).toStartWith(`file.xml: byte ${document.indexOf("<c:x/>")}: `);
  });
});
