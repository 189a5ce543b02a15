/**
 * Reconstructs earlier days from an official extract, which has the whole history of its objects. It therefore contains
 * the extract of any earlier day and the mutations since then: each voorkomen came when it was registered
 * (tijdstipRegistratieLV) and got its end later (tijdstipEindRegistratieLV). Works on text, without the importer's
 * code.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { leveringsdocumentXml } from "../../../tools/country/official-format/leveringsdocument.ts";
import {
  MUTATION_FILE_TAIL,
  mutationFileHead,
} from "../../../tools/country/official-format/mutation-delivery.ts";
import { readEntries, type UnzippedEntry } from "../extracts/read-delivery.ts";
import { makeZip, type ZipPart } from "../extracts/zip-maker.ts";

const HEADER = "Leveringsdocument-BAG-Extract.xml";
const MAIN_FILE = /^\d{4}([A-Z]{3})(\d{8})-\d{6}\.xml$/;
const NATIONAL = { kind: "national" } as const;
const STANDS_PER_FILE = 10_000;

interface RegisteredVoorkomen {
  readonly type: string;
  /** Current XML element of the object. */
  readonly object: string;
  /** Moments; `until` is later than all others while the voorkomen has no end. */
  readonly from: string;
  readonly until: string;
}

export class History {
  readonly #voorkomens: readonly RegisteredVoorkomen[];
  readonly #relations: string;
  readonly #heads: ReadonlyMap<string, string>;
  readonly #date: string;

  constructor(extract: string) {
    const entries = readEntries(readFileSync(extract));
    const files = entries.filter(({ name }) => MAIN_FILE.test(name));
    this.#voorkomens = files.flatMap(voorkomensIn);
    this.#relations = textOf(entries.find(({ name }) => /^GEM-WPL-RELATIE-\d{8}-.*xml$/.test(name))!, "utf8");
    this.#heads = new Map(
      files.map((file) => {
        const text = textOf(file);
        return [MAIN_FILE.exec(file.name)![1]!, text.slice(0, text.indexOf("<sl:stand>"))];
      }),
    );
    this.#date = /StandTechnischeDatum>([\d-]+)</.exec(this.#relations)![1]!;
  }

  /** Writes what was known at the end of a day, as an extract of the area of `code`. */
  writeExtract(path: string, date: string, code = "9999"): string {
    const registeredByThen = this.#voorkomens.filter(({ from }) => dayOf(from) <= date);
    const zips = [...this.#heads].map(([type, head]): ZipPart => {
      const name = `${code}${type}${entryDate(date)}`;
      const stands = registeredByThen
        .filter((one) => one.type === type)
        .map((one) => (dayOf(one.until) <= date ? one.object : withoutEnd(one.object)))
        .map(
          (object) => `<sl:stand><sl-bag-extract:bagObject>${object}</sl-bag-extract:bagObject></sl:stand>`,
        );
      const files = Array.from(
        { length: Math.max(1, Math.ceil(stands.length / STANDS_PER_FILE)) },
        (_, i) => {
          const body = stands.slice(i * STANDS_PER_FILE, (i + 1) * STANDS_PER_FILE).join("");
          const xml = `${this.#dated(head, date)}${body}\n  </sl:standBestand>\n</sl-bag-extract:bagStand>`;
          return partOf(`${name}-${String(i + 1).padStart(6, "0")}.xml`, xml);
        },
      );
      return { name: `${name}.zip`, content: makeZip(files), isStored: true };
    });
    const header = leveringsdocumentXml(NATIONAL, { kind: "stand", referenceDate: date });
    writeFileSync(path, makeZip([partOf(HEADER, header), this.#relationsPart(date), ...zips]));
    return path;
  }

  /**
   * Writes what was registered after the day `from` until the day `to`, in order of time, one group for each moment of
   * an object.
   */
  writeDelivery(path: string, from: string, to: string): { path: string; groups: number } {
    const isWithin = (moment: string) => dayOf(moment) > from && dayOf(moment) <= to;
    const events = this.#voorkomens.flatMap((one) => eventsOf(one).filter(({ moment }) => isWithin(moment)));
    events.sort((a, b) => (a.moment < b.moment ? -1 : a.moment > b.moment ? 1 : a.order - b.order));
    const period = { from, to };
    const name = `9999MUT${entryDate(from)}-${entryDate(to)}`;
    const groups = events.map(({ xml }) => `<ml:mutatieGroep>${xml}</ml:mutatieGroep>`).join("");
    const inner = [
      partOf(`${name}-000001.xml`, mutationFileHead(period, ["NUM"]) + MUTATION_FILE_TAIL),
      partOf(`${name}-000002.xml`, mutationFileHead(period, []) + groups + MUTATION_FILE_TAIL),
    ];
    const header = leveringsdocumentXml(NATIONAL, { kind: "mutaties", ...period });
    const mutations = { name: `${name}.zip`, content: makeZip(inner) };
    writeFileSync(path, makeZip([partOf(HEADER, header), this.#relationsPart(to), mutations]));
    return { path, groups: events.length };
  }

  #relationsPart(date: string): ZipPart {
    const name = `GEM-WPL-RELATIE-${entryDate(date)}`;
    const file = { name: `${name}-000001.xml`, content: Buffer.from(this.#dated(this.#relations, date)) };
    return { name: `${name}.zip`, content: makeZip([file]), isStored: true };
  }

  #dated(text: string, date: string): string {
    return text.replace(`StandTechnischeDatum>${this.#date}<`, `StandTechnischeDatum>${date}<`);
  }
}

function textOf({ bytes }: UnzippedEntry, encoding: "latin1" | "utf8" = "latin1"): string {
  return bytes.toString(encoding);
}

function partOf(name: string, xml: string): ZipPart {
  return { name, content: Buffer.from(xml, "latin1") };
}

function entryDate(date: string): string {
  return date.slice(8) + date.slice(5, 7) + date.slice(0, 4);
}

function dayOf(moment: string): string {
  return moment.slice(0, 10);
}

function voorkomensIn(file: UnzippedEntry): RegisteredVoorkomen[] {
  const type = MAIN_FILE.exec(file.name)![1]!;
  const objects = textOf(file).matchAll(/<sl-bag-extract:bagObject>(.*?)<\/sl-bag-extract:bagObject>/gs);
  return [...objects].map(([, object]) => ({
    type,
    object: object!,
    from: /<Historie:tijdstipRegistratieLV>([^<]+)</.exec(object!)![1]!,
    until: /<Historie:tijdstipEindRegistratieLV>([^<]+)</.exec(object!)?.[1] ?? "9999",
  }));
}

const END = /<Historie:(eindGeldigheid|eindRegistratie|tijdstipEindRegistratieLV)>[^<]*<\/Historie:\1>/g;

/** Returns the object as it was until its end was registered. */
function withoutEnd(object: string): string {
  return /<Historie:tijdstipEindRegistratieLV>/.test(object) ? object.replace(END, "") : object;
}

interface Event {
  readonly moment: string;
  /** Sort order: ends come before the beginnings of the same moment. */
  readonly order: number;
  readonly xml: string;
}

function eventsOf({ object, from, until }: RegisteredVoorkomen): Event[] {
  if (from === until) {
    return [{ moment: from, order: 1, xml: toevoeging(object) }];
  }
  return [
    { moment: from, order: 1, xml: toevoeging(withoutEnd(object)) },
    { moment: until, order: 0, xml: wijziging(withoutEnd(object), object) },
  ];
}

function toevoeging(object: string): string {
  return `<ml:toevoeging><ml:wordt><mlm:bagObject>${object}</mlm:bagObject></ml:wordt></ml:toevoeging>`;
}

function wijziging(was: string, wordt: string): string {
  return `<ml:wijziging><ml:was><mlm:bagObject>${was}</mlm:bagObject></ml:was><ml:wordt><mlm:bagObject>${wordt}</mlm:bagObject></ml:wordt></ml:wijziging>`;
}
