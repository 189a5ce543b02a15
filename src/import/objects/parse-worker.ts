/** Worker thread: parses one XML file at a time and returns its rows. */
import { AppError } from "../../base/errors.ts";
import { serveTasks } from "../../base/ordered-workers.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import type { TypeCode } from "../../registry/schema/object-types.ts";
import type { HistoryVoorkomen } from "../../registry/schema/voorkomen-life.ts";
import { type ArchiveEntry, readEntry } from "../extract/archive-entry.ts";
import type { ObjectFileKind } from "../extract/entry-names.ts";
import { type ImportProblem, ImportReport } from "../report.ts";
import { type InOnderzoekRow, readInOnderzoek } from "./in-onderzoek-reader.ts";
import { type LifeBatch, LifeBatchBuilder, lifeBuffersOf } from "./life-batch.ts";
import { ObjectSorter, type SortedObjects } from "./object-sorter.ts";
import { type ObjectTally, readObjects } from "./read-object.ts";
import { transferablesOf } from "./row-batch.ts";
import type { Voorkomen } from "./voorkomen.ts";
import { WoonplaatsLocator } from "./woonplaats-locator.ts";

export interface ParseTask {
  readonly code: TypeCode;
  readonly kind: ObjectFileKind;
  readonly entry: ArchiveEntry;
  /** YYYYMMDD. */
  readonly referenceDate: number;
  /** True when every voorkomen is read, for a history. */
  readonly withHistory: boolean;
  /** True to refuse whatever is not as in official files. */
  readonly isStrict: boolean;
}

/** Sent before panden are read: the area of each woonplaats, as GeoPackage geometry. */
export interface LocatorTask {
  readonly woonplaatsen: readonly { id: number; geom: Uint8Array }[];
}

export interface ParseResult extends SortedObjects {
  /** Voorkomens of the file for the history. */
  readonly life?: LifeBatch | undefined;
  readonly inOnderzoek?: readonly InOnderzoekRow[] | undefined;
  readonly tally: ObjectTally;
  readonly problems: readonly ImportProblem[];
}

/**
 * Number of files between forced garbage collections. Each file leaves about 20 MB of buffers and objects behind, which
 * the collector, counting live objects only, would let grow to half a gigabyte a thread. Forced collections cost 1 % of
 * the time.
 */
const FILES_BETWEEN_COLLECTIONS = 6;
let filesRead = 0;

let locator: WoonplaatsLocator | undefined;

function parse(task: ParseTask): ParseResult {
  const { code, kind, entry, referenceDate, withHistory, isStrict } = task;
  const content = readEntry(entry);
  const report = new ImportReport({ isStrict });
  const sorter = new ObjectSorter(code, referenceDate);
  const onUnidentified = (reason: string, example: string) => report.add(code, "skipped", reason, example);
  if (kind === "in onderzoek") {
    const inOnderzoek = readInOnderzoek(content, entry.path, {
      onUnidentified: (reason, example) => report.add(code, "noticed", reason, example),
      onDeviation: (reason, where) => report.tolerate("file", reason, where),
    });
    return { ...sorter.result(), inOnderzoek, tally: NO_OBJECTS, problems: report.problems };
  }
  const life = withHistory ? new LifeBatchBuilder(code) : undefined;
  const file = { code, content, source: entry.path, referenceDate, withHistory };
  const tally = readObjects(file, locator, {
    // A file of marked voorkomens has none that counts, whether it says so of each or not.
    onObject: (voorkomens, place) => {
      const isCounting = kind === "counting";
      life?.add((isCounting ? voorkomens : voorkomens.filter(({ isInactive }) => isInactive)).map(lifeOf));
      if (isCounting) {
        sorter.add(voorkomens, place);
      }
    },
    onUnidentified,
    onDeviation: (of, reason, where) => report.tolerate(of === "object" ? code : "file", reason, where),
  });
  return { ...sorter.result(), life: life?.build(), tally, problems: report.problems };
}

function lifeOf({ life }: Voorkomen): HistoryVoorkomen {
  return life!;
}

const NO_OBJECTS: ObjectTally = { voorkomens: 0, first: undefined, last: undefined };

function buffersOf({ batch, life }: ParseResult): ArrayBuffer[] {
  return [...transferablesOf(batch), ...(life === undefined ? [] : lifeBuffersOf(life))];
}

function runTask(task: ParseTask): ParseResult {
  try {
    return parse(task);
  } catch (error) {
    throw error instanceof AppError
      ? error
      : new Error(`${task.entry.path}: ${error instanceof Error ? error.stack : error}`);
  } finally {
    if (++filesRead % FILES_BETWEEN_COLLECTIONS === 0) {
      Bun.gc(true);
    }
  }
}

serveTasks(runTask, {
  buffersOf,
  onBroadcast({ woonplaatsen }: LocatorTask) {
    const decoded = woonplaatsen.map(({ id, geom }) => ({ id, geometry: decodeGpkgGeometry(geom) }));
    locator = new WoonplaatsLocator(decoded);
  },
});
