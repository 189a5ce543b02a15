/**
 * Tests that deliveries which differ from official ones but have the same content are applied, and reported: the
 * import's own readers parse them.
 */
import { afterAll, expect, test } from "bun:test";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { importSmallCountry } from "../support/countries/import-small-country.ts";
import { ONE_DAY } from "../support/extracts/broken-deliveries.ts";
import { type DeliverySpec, writeDeliveryTo } from "../support/extracts/delivery-builder.ts";
import { compareRegistries } from "../support/oracles/compare-registries.ts";
import { runBaken } from "../support/processes/baken-process.ts";

const { folder, dataDir: served } = await importSmallCountry();
afterAll(() => rmSync(folder, { recursive: true }));

/** Applies a delivery to a copy of the small country; returns the path of the registry, and the messages. */
async function applyDelivery(name: string, spec: DeliverySpec): Promise<{ path: string; stderr: string }> {
  const dataDir = join(folder, name);
  cpSync(served, dataDir, { recursive: true });
  const delivery = writeDeliveryTo(join(folder, `${name}.zip`), spec);
  const { exitCode, stderr } = await runBaken(["update", delivery, "--data", dataDir]);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return { path: join(dataDir, readFileSync(join(dataDir, "current"), "utf8").trim()), stderr };
}

/** Returns the delivery with every XML file rewritten. */
function changeXml(change: (xml: string) => string): DeliverySpec {
  return {
    ...ONE_DAY,
    alter: (part) =>
      part.name.endsWith(".xml")
        ? { ...part, content: Buffer.from(change(part.content.toString("latin1")), "latin1") }
        : part,
  };
}

const official = await applyDelivery("official", ONE_DAY);

test.each([
  [
    "another version of the namespaces",
    changeXml((xml) => xml.replaceAll("v20200601", "v20210101").replaceAll("generiek/1.0", "generiek/1.1")),
    "another version of a namespace",
  ],
  [
    "unknown elements",
    changeXml((xml) => xml.replaceAll("<Objecten:status>", "<Objecten:nieuw>x</Objecten:nieuw>$&")),
    "unknown element <Objecten:nieuw>, not read",
  ],
  [
    "CDATA and comments in texts",
    changeXml((xml) =>
      xml.replaceAll("<Objecten:huisnummer>3<", "<Objecten:huisnummer><!-- 5 --><![CDATA[3]]><"),
    ),
    "a CDATA section",
  ],
  ["CRLF", changeXml((xml) => xml.replaceAll("><", ">\r\n<")), undefined],
  [
    "endings in capitals",
    {
      ...ONE_DAY,
      alter: (part) => ({ ...part, name: part.name.replace(/\.(xml|zip)$/, (end) => end.toUpperCase()) }),
    },
    undefined,
  ],
] satisfies [string, DeliverySpec, string | undefined][])("a delivery with %s", async (what, spec, words) => {
  const { path, stderr } = await applyDelivery(what.replaceAll(" ", "-"), spec);
  expect(compareRegistries(path, official.path)).toEqual([]);
  const reported = stderr.split("\n").filter((line) => line.startsWith("noticed") && line.includes("(file)"));
  if (words === undefined) {
    expect(reported).toEqual([]);
  } else {
    expect(reported.join("\n")).toContain(words);
  }
});
