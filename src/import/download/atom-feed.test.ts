import { expect, test } from "bun:test";
import { AppError } from "../../base/errors.ts";
import { readAtomFeed } from "./atom-feed.ts";

const ADDRESS = "https://service.test/bag/atom/bag.xml";

function feed(entries: string, before = ""): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet href="https://service.test/style.xsl" type="text/xsl" media="screen"?>${before}
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss"
 xmlns:inspire_dls="http://inspire.ec.europa.eu/schemas/inspire_dls/1.0" xml:lang="nl">
 <id>${ADDRESS}</id><title>BAG</title><updated>2026-11-09T08:00:00Z</updated>
 <link href="https://service.test/other.xml" rel="alternate" type="application/atom+xml"/>
 <rights>https://creativecommons.org/publicdomain/zero/1.0/deed.nl</rights>
 <author><name>PDOK</name><email>x@y.nl</email></author>${entries}</feed>`;
}

const read = (text: string | Buffer) => readAtomFeed(Buffer.from(text), ADDRESS);

test("reads the links of entries with their dates, and none of the feed's own", () => {
  const links = read(
    feed(`
 <entry><id>1</id><title>Extract</title><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><a
  href="no"/><link href="no"/>&#233;</div></content><summary><![CDATA[<b>]]></summary>
  <link href="https://service.test/bag/atom/downloads/lvbag-extract-nl.zip" rel="alternate" type="application/zip"
   hreflang="nl" length="3610187048" title="a &amp; b" bbox="50 3 53 7"/>
  <link href='downloads/bag-light.gpkg?a=1&amp;b=2'/>
  <updated> 2026-11-08T22:00:00+01:00 </updated>
  <georss:polygon>50 3 53 3 53 7 50 7 50 3</georss:polygon><category term="x" label="y"/></entry>
 <entry><updated>once</updated><link rel="describedby" href="/m" length="-"/></entry>`),
  );
  expect(links).toEqual([
    {
      url: "https://service.test/bag/atom/downloads/lvbag-extract-nl.zip",
      rel: "alternate",
      type: "application/zip",
      lengthBytes: 3_610_187_048,
      updatedMs: Date.UTC(2026, 10, 8, 21),
    },
    {
      url: "https://service.test/bag/atom/downloads/bag-light.gpkg?a=1&b=2",
      rel: "alternate",
      type: undefined,
      lengthBytes: undefined,
      updatedMs: Date.UTC(2026, 10, 8, 21),
    },
    {
      url: "https://service.test/m",
      rel: "describedby",
      type: undefined,
      lengthBytes: undefined,
      updatedMs: 0,
    },
  ]);
});

const ENTITY = '<!DOCTYPE feed [<!ENTITY x SYSTEM "file:///etc/passwd">]>';

test.each([
  [
    "another vocabulary",
    '<html xmlns="http://www.w3.org/1999/xhtml"/>',
    "is not an Atom feed: it begins with <html>",
  ],
  ["no namespace", "<feed><entry/></feed>", "is not an Atom feed"],
  ["a feed cut short", feed("<entry>").slice(0, -7), "is not well-formed XML"],
  ["nothing", "", "is not well-formed XML"],
  ["no XML", '{"error":"not found"}', "is not well-formed XML"],
  ["a DTD", feed("", ENTITY), "has a document type declaration"],
  ["an unknown entity", feed("<entry><title>&x;</title></entry>"), "is not well-formed XML"],
  [
    "an address that is none",
    feed('<entry><link href="http://"/></entry>'),
    'without a usable address: "http://"',
  ],
  ["other text than UTF-8", Buffer.from(feed("é"), "latin1"), "is not UTF-8 text"],
])("refuses %s", (_what, text, message) => {
  expect(() => read(text)).toThrow(AppError);
  expect(() => read(text)).toThrow(message);
});
