import type { AdresRecord } from "../registry/records.ts";
import { CSV_HEADER, csvLine } from "./csv.ts";

export const EXPORT_FORMATS = ["csv", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** File format of an export, written incrementally. */
interface Format {
  readonly contentType: string;
  readonly begin: string;
  /** Returns the text of one address; `isFirst` is true for the first one of the file. */
  write(record: AdresRecord, isFirst: boolean): string;
  readonly end: string;
  /** Average bytes of an address including its compressed form; used to check free disk space before an export. */
  readonly bytesPerRecord: number;
}

export const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  csv: {
    contentType: "text/csv; charset=utf-8; header=present",
    begin: CSV_HEADER,
    write: csvLine,
    end: "",
    bytesPerRecord: 390,
  },
  json: {
    contentType: "application/json",
    begin: "[",
    write: (record, isFirst) => (isFirst ? "\n" : ",\n") + JSON.stringify(record),
    end: "\n]\n",
    bytesPerRecord: 830,
  },
};
