/**
 * Builds the extract that Kadaster would deliver after some mutation deliveries: their voorkomens replace those of an
 * extract, as text, without the importer's code (docs/bag-format.md §2.2).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { DELIVERED_TYPES } from "../../../tools/country/official-format/objects.ts";
import { readEntries, type UnzippedEntry } from "../extracts/read-delivery.ts";
import { TYPE_OF_ELEMENT } from "../extracts/read-object.ts";
import { makeZip, type ZipPart } from "../extracts/zip-maker.ts";

const HEADER = "Leveringsdocument-BAG-Extract.xml";
const STANDS_PER_FILE = 10_000;

/** Text of each `sl:stand` of one type by identificatie and voorkomen. */
type Stands = Map<string, string>;

/** Area of the merged extract; by default the area of the given one. */
export interface MergedArea {
  /** Code of a gemeente, or 9999. */
  readonly code?: string;
  /** Returns true when the object with this identificatie is in the area. */
  readonly isInArea?: (identificatie: string) => boolean;
}

/** Writes to `out` the state of `extract` after the deliveries, given in order; returns the new date. */
export function mergeExtract(
  extract: string,
  deliveries: readonly string[],
  out: string,
  area: MergedArea = {},
): string {
  const entries = readEntries(readFileSync(extract));
  const stands = new Map(DELIVERED_TYPES.map((type) => [type as string, readStands(entries, type)]));
  let last = entries;
  for (const delivery of deliveries) {
    last = readEntries(readFileSync(delivery));
    applyDelivery(stands, last);
  }
  const from = dateOf(entries);
  const to = dateOf(last);
  const parts = DELIVERED_TYPES.map((type): ZipPart => {
    const name = `${area.code ?? codeOf(entries)}${type}${entryDate(to)}`;
    const frame = headAndTailOf(entries, type).map((text) => text.replaceAll(from, to)) as [string, string];
    return {
      name: `${name}.zip`,
      content: makeZip(standFiles(name, frame, select(stands.get(type)!, area))),
      isStored: true,
    };
  });
  const relations = last.find(({ path }) => /^GEM-WPL-RELATIE-\d{8}\.zip$/.test(path))!;
  const header = textOf(entries.find(({ name }) => name === HEADER)!).replaceAll(from, to);
  writeFileSync(
    out,
    makeZip([
      { name: HEADER, content: Buffer.from(header) },
      { name: relations.name, content: relations.bytes, isStored: true },
      ...parts,
    ]),
  );
  return to;
}

function textOf({ bytes }: UnzippedEntry): string {
  return bytes.toString("latin1");
}

/** Returns the area code in the file names of an extract. */
function codeOf(entries: readonly UnzippedEntry[]): string {
  return filesOf(entries, "WPL")[0]!.name.slice(0, 4);
}

function select(stands: Stands, { isInArea }: MergedArea): Stands {
  if (isInArea === undefined) {
    return stands;
  }
  return new Map([...stands].filter(([key]) => isInArea(key.split("/")[0]!)));
}

/** Returns the StandTechnischeDatum of the Leveringsdocument. */
function dateOf(entries: readonly UnzippedEntry[]): string {
  const header = entries.find(({ name }) => name === HEADER)!;
  return /StandTechnischeDatum>(\d{4}-\d\d-\d\d)</.exec(textOf(header))![1]!;
}

function entryDate(date: string): string {
  return date.slice(8) + date.slice(5, 7) + date.slice(0, 4);
}

function filesOf(entries: readonly UnzippedEntry[], type: string): UnzippedEntry[] {
  return entries.filter(({ name }) => new RegExp(`^\\d{4}${type}\\d{8}-\\d{6}\\.xml$`).test(name));
}

/** Returns the text before the first record of a type's files, and after the last. */
function headAndTailOf(entries: readonly UnzippedEntry[], type: string): [string, string] {
  const text = textOf(filesOf(entries, type)[0]!);
  const inhoud = "</sl:inhoud>";
  return [
    text.slice(0, text.indexOf(inhoud) + inhoud.length),
    "\n  </sl:standBestand>\n</sl-bag-extract:bagStand>",
  ];
}

/** Returns the text of every voorkomen of an extract, by type, with its identificatie. */
export function listVoorkomens(extract: string): Map<string, { identificatie: string; text: string }[]> {
  const entries = readEntries(readFileSync(extract));
  return new Map(
    DELIVERED_TYPES.map((type) => [
      type,
      [...readStands(entries, type)].map(([key, text]) => ({ identificatie: key.split("/")[0]!, text })),
    ]),
  );
}

function readStands(entries: readonly UnzippedEntry[], type: string): Stands {
  const stands: Stands = new Map();
  for (const file of filesOf(entries, type)) {
    for (const [stand, object] of textOf(file).matchAll(
      /<sl:stand>\s*<sl-bag-extract:bagObject>(.*?)<\/sl-bag-extract:bagObject>\s*<\/sl:stand>/gs,
    )) {
      stands.set(keyOf(object!), stand);
    }
  }
  return stands;
}

/** Returns a key that sorts by identificatie, then voorkomen. */
function keyOf(object: string): string {
  const identificatie = matchOnce(object, /<Objecten:identificatie [^>]*>(\d+)</g);
  return `${identificatie}/${matchOnce(object, /<Historie:voorkomenidentificatie>(\d+)</g).padStart(6, "0")}`;
}

function matchOnce(text: string, pattern: RegExp): string {
  const found = [...text.matchAll(pattern)];
  if (found.length !== 1) {
    throw new Error(`${found.length} times ${pattern} in ${text}`);
  }
  return found[0]![1]!;
}

function applyDelivery(stands: ReadonlyMap<string, Stands>, entries: readonly UnzippedEntry[]): void {
  const files = entries
    .filter(({ name }) => /^\d{4}MUT\d{8}-\d{8}-\d{6}\.xml$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const file of files) {
    for (const [, kind, mutation] of textOf(file).matchAll(
      /<ml:(toevoeging|wijziging|verwijdering)>(.*?)<\/ml:\1>/gs,
    )) {
      applyMutation(stands, kind!, mutation!);
    }
  }
}

/**
 * Removes the voorkomen of `was`, but not another one with its number. Adds the voorkomen of `wordt`, or removes it
 * when it is marked inactief or niet-BAG.
 */
function applyMutation(stands: ReadonlyMap<string, Stands>, kind: string, mutation: string): void {
  if (kind !== "toevoeging") {
    const was = subjectOf(mutation, "was");
    remove(standsOf(stands, was), was);
  }
  if (kind === "verwijdering") {
    return;
  }
  const wordt = subjectOf(mutation, "wordt");
  const own = standsOf(stands, wordt);
  if (/<Historie:tijdstip(Inactief|InactiefLV|NietBagLV)>/.test(wordt)) {
    remove(own, wordt);
  } else {
    own.set(
      keyOf(wordt),
      `<sl:stand><sl-bag-extract:bagObject>${wordt}</sl-bag-extract:bagObject></sl:stand>`,
    );
  }
}

function remove(stands: Stands, object: string): void {
  const stored = stands.get(keyOf(object));
  if (stored !== undefined && lifeOf(stored) === lifeOf(object)) {
    stands.delete(keyOf(object));
  }
}

/** Returns a key that distinguishes voorkomens of one number (docs/bag-format.md §1.8). */
function lifeOf(object: string): string {
  const registered = matchOnce(object, /<Historie:tijdstipRegistratieLV>([^<]*)</g);
  return `${registered} ${matchOnce(object, /<Historie:beginGeldigheid>([^<]*)</g)}`;
}

function subjectOf(mutation: string, side: "was" | "wordt"): string {
  return matchOnce(
    mutation,
    new RegExp(`<ml:${side}>\\s*<mlm:bagObject>(.*?)</mlm:bagObject>\\s*</ml:${side}>`, "gs"),
  );
}

function standsOf(stands: ReadonlyMap<string, Stands>, object: string): Stands {
  const element = /^\s*<Objecten:(\w+)/.exec(object)![1]!;
  return stands.get(TYPE_OF_ELEMENT[element]!)!;
}

function standFiles(name: string, [head, tail]: [string, string], stands: Stands): ZipPart[] {
  const texts = [...stands].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return Array.from({ length: Math.max(1, Math.ceil(texts.length / STANDS_PER_FILE)) }, (_, i) => ({
    name: `${name}-${String(i + 1).padStart(6, "0")}.xml`,
    content: Buffer.from(
      head + texts.slice(i * STANDS_PER_FILE, (i + 1) * STANDS_PER_FILE).join("") + tail,
      "latin1",
    ),
  }));
}
