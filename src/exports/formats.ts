import type { AdresRecord } from "../registry/records.ts";
import { CSV_HEADER, csvLine } from "./csv.ts";

export const EXPORT_FORMATS = ["csv", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** How a file of many addresses is written, piece after piece. */
interface Format {
  readonly contentType: string;
  readonly begin: string;
  /** One address; `isFirst` of the whole file. */
  write(record: AdresRecord, isFirst: boolean): string;
  readonly end: string;
  /** What an address takes on average, the compressed form included, to see beforehand whether a file fits. */
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
