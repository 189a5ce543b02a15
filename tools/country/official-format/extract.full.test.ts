import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  listElements,
  parseXml,
  readEntries,
  textOf,
  type UnzippedEntry,
} from "../../../test/support/extracts/read-delivery.ts";
import { REAL_DELIVERY, WEESP } from "../../../test/support/extracts/reference-files.ts";
import { writeExtract } from "./extract.ts";
import {
  type GemeenteWoonplaatsRelatie,
  gemeenteWoonplaatsRelatieXml,
} from "./gemeente-woonplaats-relatie.ts";
import { leveringsdocumentXml } from "./leveringsdocument.ts";
import {
  MUTATION_FILE_TAIL,
  mutationDeliveryName,
  mutationFileHead,
  writeMutationDelivery,
} from "./mutation-delivery.ts";
import { standXml } from "./object-xml.ts";
import type { Pand } from "./objects.ts";

/** Longer than the default, because the two processors are often shared. */
setDefaultTimeout(60_000);

const AREA = { kind: "municipal", gemeentecode: "0457", gemeentenaam: "Weesp" } as const;
const DATE = "2021-10-15";

const folder = mkdtempSync(join(tmpdir(), "baken-extract-"));
afterAll(() => rmSync(folder, { recursive: true }));

const form = ({ path, flags, method }: UnzippedEntry) => ({ path, flags, method });
const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);

describe("a municipal extract like Weesp's", () => {
  const real = readEntries(readFileSync(WEESP)).filter(({ name }) => !name.startsWith("README"));

  test("has the same entries, flags, methods, and bytes of every XML file", async () => {
    const out = join(folder, "BAGGEM0457L-15102021.zip");
    const stands = (type: string, section: string): string[] => {
      const name = `0457${section === "stand" ? "" : section}${type}15102021`;
      return real
        .filter((entry) => entry.name.startsWith(`${name}-`))
        .flatMap(({ bytes }) => bytes.toString("latin1").match(/<sl:stand>.*?<\/sl:stand>/gs) ?? []);
    };
    await writeExtract(out, { area: AREA, referenceDate: DATE, relaties: relatiesOf(real), stands });
    const written = readEntries(readFileSync(out));
    const inner = (entries: UnzippedEntry[]) =>
      entries
        .filter(({ path }) => path.includes("/"))
        .map(form)
        .sort(byPath);
    expect(inner(written)).toEqual(inner(real));
    const outer = (entries: UnzippedEntry[]) =>
      entries.filter(({ path }) => !path.includes("/")).sort(byPath);
    // The official outer zip was repacked by its publisher: its flags are not Kadaster's.
    expect(outer(written).map(({ path, method }) => ({ path, method }))).toEqual(
      outer(real).map(({ path, method }) => ({ path, method })),
    );
    for (const { path, name, bytes } of real) {
      if (!name.endsWith(".xml") || name.startsWith("GEM-WPL")) {
        continue;
      }
      expect(bytes.equals(written.find((entry) => entry.path === path)!.bytes), path).toBe(true);
    }
  });

  test("GEM-WPL-RELATIE is the same but for its comment", () => {
    const xml = real.find(({ name }) => /^GEM-WPL.*xml$/.test(name))!.bytes.toString("utf8");
    const withoutComment = (text: string) => text.replace(/<!--.*?-->/s, "");
    expect(withoutComment(gemeenteWoonplaatsRelatieXml(DATE, relatiesOf(real))) === withoutComment(xml)).toBe(
      true,
    );
  });
});

function relatiesOf(entries: readonly UnzippedEntry[]): GemeenteWoonplaatsRelatie[] {
  const xml = entries.find(({ name }) => /^GEM-WPL.*xml$/.test(name))!.bytes.toString("utf8");
  return listElements(parseXml(xml), "gwr-product:GemeenteWoonplaatsRelatie").map((row) => ({
    woonplaats: textOf(row.children[1]!, "gwr-product:identificatie")!,
    gemeente: textOf(row.children[2]!, "gwr-product:identificatie")!,
    begindatum: textOf(row, "bagtypes:begindatumTijdvakGeldigheid")!,
    einddatum: textOf(row, "bagtypes:einddatumTijdvakGeldigheid"),
    status: textOf(row, "gwr-product:status") as "definitief",
  }));
}

describe("a national mutation delivery like the real one", () => {
  const real = readEntries(readFileSync(REAL_DELIVERY));
  const period = { from: "2021-11-13", to: "2021-11-14" };
  const textNamed = (pattern: RegExp): string =>
    real.find(({ name }) => pattern.test(name))!.bytes.toString("latin1");

  test("has the same entries and flags; the outer zip stores only GEM-WPL-RELATIE", async () => {
    const out = join(folder, mutationDeliveryName(period));
    await writeMutationDelivery(out, { period, relaties: [], groups: [] });
    const written = readEntries(readFileSync(out));
    const names = (entries: UnzippedEntry[]) =>
      entries.map(({ path, flags }) => ({ path, flags })).sort(byPath);
    expect(names(written)).toEqual(names(real));
  });

  test("has the same heads and tails", () => {
    const header = textNamed(/9999MUT.*-000001\.xml/);
    expect(mutationFileHead(period, ["PND", "NUM", "VBO"]) + MUTATION_FILE_TAIL).toBe(header);
    const data = textNamed(/9999MUT.*-000002\.xml/);
    const head = mutationFileHead(period, []);
    expect(data.slice(0, head.length)).toBe(head);
    expect(data.endsWith(MUTATION_FILE_TAIL)).toBe(true);
    const document = leveringsdocumentXml({ kind: "national" }, { kind: "mutaties", ...period });
    expect(document).toBe(textNamed(/^Leveringsdocument/));
  });
});

describe("a national extract", () => {
  test("splits a type after 10,000 records and gives every type a file", async () => {
    const out = join(folder, "national.zip");
    const pand: Pand = {
      type: "PND",
      identificatie: "0457100000000001",
      geometrie: { exterior: [1, 2, 3, 4, 5, 6, 1, 2] },
      bouwjaar: 1005,
      status: "Pand in gebruik",
      documentdatum: "2020-01-01",
      documentnummer: "é<&>",
      voorkomen: {
        voorkomenidentificatie: 1,
        beginGeldigheid: "2020-01-01",
        tijdstipRegistratie: "2020-01-01T10:00:00.000",
        tijdstipRegistratieLV: "2020-01-01T10:05:00.000",
      },
    };
    await writeExtract(out, {
      area: { kind: "national" },
      referenceDate: "2026-11-08",
      relaties: [],
      stands: (type, section) =>
        type === "PND" && section === "stand" ? new Array(20_001).fill(standXml(pand)) : [],
    });
    const entries = readEntries(readFileSync(out));
    const files = entries.filter(({ path }) => path.startsWith("9999PND08112026.zip/"));
    expect(files.map(({ name }) => name)).toEqual([1, 2, 3].map((n) => `9999PND08112026-00000${n}.xml`));
    const counts = files.map(({ bytes }) => bytes.toString("latin1").split("<sl:stand>").length - 1);
    expect(counts).toEqual([10_000, 10_000, 1]);
    expect(parseXml(files[2]!.bytes.toString("latin1")).name).toBe("sl-bag-extract:bagStand");
    expect(entries.filter(({ name }) => name.endsWith(".xml")).length).toBe(2 + 7 * 4 + 2);
    expect(new Set(entries.map(({ flags }) => flags))).toEqual(new Set([0x0808]));
  });
});
