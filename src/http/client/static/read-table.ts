/** Reads the addresses of a postcode area or woonplaats from static files. */
import {
  type AddressFile,
  type AreaRef,
  addressPath,
  type RecordFile,
  recordPath,
} from "../../../static/format.ts";
import { AddressTable } from "./address-table.ts";
import type { StaticFiles } from "./static-files.ts";

/** Returns the addresses of a file; undefined when the version has no such file. */
export async function readTable(files: StaticFiles, area: AreaRef): Promise<AddressTable | undefined> {
  const records = files.options.records
    ? await files.findListed(recordPath(area), (file: RecordFile) => file)
    : undefined;
  const digits = typeof area === "number" ? String(area) : "";
  return files.findListed(addressPath(area), (file: AddressFile) => new AddressTable(digits, file, records));
}
