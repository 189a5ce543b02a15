import type { TypeCode } from "../../registry/schema/object-types.ts";
import type { ArchiveEntry } from "../extract/archive-entry.ts";
import { parseObjectName } from "../extract/entry-names.ts";
import type { ImportReport } from "../report.ts";
import { formatIdPair, type ObjectTally, OUT_OF_ORDER } from "./read-object.ts";

/**
 * Checks that the objects of successive files of one type ascend by identificatie within a delivery; reports files
 * that do not.
 */
export class FileOrder {
  readonly #code: TypeCode;
  readonly #report: ImportReport;
  /** Identificatie of the last object, by delivery: a zip and an area in it. */
  readonly #lastIds = new Map<string, number>();

  constructor(code: TypeCode, report: ImportReport) {
    this.#code = code;
    this.#report = report;
  }

  check(entry: ArchiveEntry, { first, last }: ObjectTally): void {
    if (first === undefined || last === undefined) {
      return;
    }
    const delivery = `${parseObjectName(entry.name)?.area} ${entry.path.split(" > ", 1)[0]}`;
    const previous = this.#lastIds.get(delivery);
    if (previous !== undefined && first < previous) {
      this.#report.tolerate(
        this.#code,
        OUT_OF_ORDER,
        `${entry.path}: ${formatIdPair(this.#code, first, previous)}`,
      );
    }
    this.#lastIds.set(delivery, last);
  }
}
