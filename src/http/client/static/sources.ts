/** Reads static files for the client: single files, and the addresses of a postcode area or woonplaats. */
import {
  type AddressFile,
  type AreaRef,
  addressPath,
  type RecordFile,
  recordPath,
} from "../../../static/format.ts";
import { AddressTable } from "./address-table.ts";
import type { StaticClientOptions } from "./static-answers.ts";
import { StaticFiles } from "./static-files.ts";

/** Reads the addresses of a file; undefined when the version has no such file. */
export type ReadTable = (area: AreaRef) => Promise<AddressTable | undefined>;

export interface Sources {
  readonly files: StaticFiles;
  readonly readTable: ReadTable;
}

export function openSources(options: StaticClientOptions): Sources {
  const files = new StaticFiles(options);
  return {
    files,
    async readTable(area) {
      const records = options.records
        ? await files.findListed(recordPath(area), (file: RecordFile) => file)
        : undefined;
      const digits = typeof area === "number" ? String(area) : "";
      return files.findListed(
        addressPath(area),
        (file: AddressFile) => new AddressTable(digits, file, records),
      );
    },
  };
}
