import { closeSync, openSync, writeSync } from "node:fs";
import { dosTimestamp } from "../../base/zip-headers.ts";
import { ZipWriter } from "./zip-writer.ts";

/** Time at which the official producer writes, at night; every entry of a delivery carries it. */
const PRODUCED_AT = "02:00:28";

/** Opens the outer zip at `path`, lets `fill` write it, and closes the file also when that throws. */
export async function writeDeliveryFile(
  path: string,
  date: string,
  fill: (zip: ZipWriter) => Promise<void>,
): Promise<void> {
  const file = openSync(path, "w");
  try {
    const zip = new ZipWriter(
      { write: (bytes) => writeAll(file, bytes) },
      dosTimestamp(`${date}T${PRODUCED_AT}`),
    );
    await fill(zip);
    zip.finish();
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(file, bytes, written);
  }
}
