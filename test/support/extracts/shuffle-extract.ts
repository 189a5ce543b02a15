/**
 * Redistributes the records of an extract: another order, other files, several zips. Their content stays, byte for
 * byte. Records wait on disk in buckets of some tens of megabytes, so a country of any size can be shuffled.
 */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listEntries } from "../../../src/import/extract/archive.ts";
import { type ArchiveEntry, readEntry } from "../../../src/import/extract/archive-entry.ts";
import { entryTreatment, isRelationName, parseObjectName } from "../../../src/import/extract/entry-names.ts";
import { TYPE_CODES, type TypeCode } from "../../../src/registry/schema/object-types.ts";
import { writeDeliveryFile, type ZipWriter } from "../../../tools/country/official-format/zip-writer.ts";
import { randomOf } from "../../relevance/random.ts";

export interface Shuffle {
  readonly seed: number;
  /** Unit that stays in one piece: an object with all its voorkomens, or each voorkomen by itself. */
  readonly unit: "object" | "voorkomen";
  /**
   * Maximum move of a unit: none, so that only the split into files changes; within its file; to any file of its type.
   */
  readonly reach: "none" | "file" | "type";
  /** Records per file; 10,000 when absent, as in official files. */
  readonly standsPerFile?: number;
}

const OPEN = "<sl:stand>";
const CLOSE = "</sl:stand>";
/** Separator of units in a bucket; XML has no such character. */
const SEPARATOR = "\0";
const BUCKET_BYTES = 32 * 1024 * 1024;

/**
 * Writes the records of `source` to the zips `outs`, each in the form of a whole extract; records are distributed among
 * them.
 */
export async function shuffleExtract(
  source: string,
  outs: readonly string[],
  shuffle: Shuffle,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "baken-shuffle-"));
  try {
    const entries = await listEntries(source, folder, (name) => entryTreatment(name, "extract"));
    const shuffler = new Shuffler(entries, { folder, outs: outs.length, shuffle });
    for (const type of TYPE_CODES) {
      shuffler.spread(type);
    }
    for (const [out, path] of outs.entries()) {
      await writeDeliveryFile(path, "2021-10-15", async (zip) => {
        for (const entry of shuffler.others) {
          zip.addDeflated(entry.name, bytesOf(entry));
        }
        for (const type of TYPE_CODES) {
          shuffler.write(zip, type, out);
        }
      });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface ShufflerOptions {
  readonly folder: string;
  /** Number of zips. */
  readonly outs: number;
  readonly shuffle: Shuffle;
}

class Shuffler {
  /** Leveringsdocument and GEM-WPL-RELATIE. */
  readonly others: readonly ArchiveEntry[];
  readonly #entries: ReadonlyMap<TypeCode | undefined, readonly ArchiveEntry[]>;
  readonly #options: ShufflerOptions;
  readonly #random: () => number;
  /** Text before the first and after the last record, by type. */
  readonly #frames = new Map<TypeCode, readonly [string, string]>();
  readonly #buckets = new Map<TypeCode, number>();

  constructor(entries: readonly ArchiveEntry[], options: ShufflerOptions) {
    this.#entries = Map.groupBy(entries, ({ name }) => parseObjectName(name)?.code);
    this.others = (this.#entries.get(undefined) ?? []).filter(
      ({ name }) => isRelationName(name) || name.startsWith("Leveringsdocument"),
    );
    this.#options = options;
    this.#random = randomOf(options.shuffle.seed);
  }

  /** Distributes the records of a type over buckets. */
  spread(type: TypeCode): void {
    const { outs, shuffle } = this.#options;
    const entries = this.#filesOf(type);
    const bytes = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const buckets = shuffle.reach === "type" ? Math.ceil(bytes / BUCKET_BYTES) : entries.length;
    this.#buckets.set(type, buckets);
    for (const [file, entry] of entries.entries()) {
      const text = bytesOf(entry).toString("latin1");
      this.#frames.set(type, headAndTailOf(text));
      const unitsByPath = new Map<string, string[]>();
      for (const unit of unitsOf(text, shuffle.unit)) {
        const bucket = shuffle.reach !== "type" ? file : Math.floor(this.#random() * buckets);
        const path = this.#bucket(type, Math.floor(this.#random() * outs), bucket);
        const units = unitsByPath.get(path);
        if (units === undefined) {
          unitsByPath.set(path, [unit]);
        } else {
          units.push(unit);
        }
      }
      for (const [path, units] of unitsByPath) {
        appendFileSync(path, units.join(SEPARATOR) + SEPARATOR, "latin1");
      }
    }
  }

  /** Writes the zip of a type into the outer zip. */
  write(outer: ZipWriter, type: TypeCode, out: number): void {
    const { reach, standsPerFile = 10_000 } = this.#options.shuffle;
    const [head, tail] = this.#frames.get(type)!;
    const name = this.#filesOf(type)[0]!.name.replace(/-\d{6}\.xml$/, "");
    const { zip, finish } = outer.openStoredZip(`${name}.zip`);
    let pendingUnits: string[] = [];
    let files = 0;
    const flush = () => {
      const number = String(++files).padStart(6, "0");
      zip.addDeflated(`${name}-${number}.xml`, Buffer.from(head + pendingUnits.join("") + tail, "latin1"));
      pendingUnits = [];
    };
    for (let bucket = 0; bucket < this.#buckets.get(type)!; bucket++) {
      for (const unit of this.#unitsIn(this.#bucket(type, out, bucket))) {
        if (pendingUnits.push(unit) === standsPerFile) {
          flush();
        }
      }
      if (reach === "file" && pendingUnits.length > 0) {
        flush();
      }
    }
    if (pendingUnits.length > 0 || files === 0) {
      flush();
    }
    finish();
  }

  #filesOf(type: TypeCode): readonly ArchiveEntry[] {
    const files = this.#entries.get(type) ?? [];
    return files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  #bucket(type: TypeCode, out: number, bucket: number): string {
    return join(this.#options.folder, `${type}-${out}-${bucket}`);
  }

  #unitsIn(path: string): string[] {
    if (!existsSync(path)) {
      return [];
    }
    const units = readFileSync(path, "latin1").split(SEPARATOR).slice(0, -1);
    return this.#options.shuffle.reach === "none" ? units : this.#shuffled(units);
  }

  /** Shuffles in place, unbiased. */
  #shuffled(units: string[]): string[] {
    for (let last = units.length - 1; last > 0; last--) {
      const other = Math.floor(this.#random() * (last + 1));
      [units[last], units[other]] = [units[other]!, units[last]!];
    }
    return units;
  }
}

function bytesOf(entry: ArchiveEntry): Buffer<ArrayBuffer> {
  return Buffer.from(readEntry(entry));
}

function headAndTailOf(text: string): readonly [string, string] {
  const [first, last] = [text.indexOf(OPEN), text.lastIndexOf(CLOSE)];
  if (first >= 0) {
    return [text.slice(0, first), text.slice(last + CLOSE.length)];
  }
  const end = text.indexOf("</sl:standBestand>");
  return [text.slice(0, end), text.slice(end)];
}

/** Returns the records of a file, in order; those of one object are joined when objects stay in one piece. */
function unitsOf(text: string, unit: Shuffle["unit"]): string[] {
  const units: string[] = [];
  let before: string | undefined;
  for (let start = text.indexOf(OPEN); start >= 0; ) {
    const end = text.indexOf(CLOSE, start) + CLOSE.length;
    const stand = text.slice(start, end);
    const id = /<Objecten:identificatie[^>]*>(\d+)</.exec(stand)![1]!;
    if (unit === "object" && id === before) {
      units.push(units.pop()! + stand);
    } else {
      units.push(stand);
    }
    before = id;
    start = text.indexOf(OPEN, end);
  }
  return units;
}
