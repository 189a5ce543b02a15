/** Repeats the objects of an extract under other identificaties and elsewhere, so that a real town becomes many. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listEntries } from "../../../src/import/extract/archive.ts";
import { type ArchiveEntry, readEntry } from "../../../src/import/extract/archive-entry.ts";
import { entryTreatment, parseObjectName } from "../../../src/import/extract/entry-names.ts";
import { writeDeliveryFile } from "../../../tools/country/official-format/zip-writer.ts";

/** Most copies: the two digits of an identificatie that tell them apart, which are 00 in Weesp. */
const MAX_COPIES = 100;
/** Identificatie of an object that is no woonplaats: gemeente, type, the digits of the copy, the rest of the number. */
const IDENTIFICATIE = />(\d{4}(?:01|02|03|10|20|30))00(\d{8})</g;
/** Metres in RD, x and y, of a point. */
const POINT = /\b(\d{5,6}(?:\.\d+)?) (\d{6}(?:\.\d+)?)(?=[\s<])/g;
/** Distances of the copies in metres: a row of ten, then the next row. */
const STEP = 3000;
const PER_ROW = 10;

/**
 * Writes `out` with every object of `source` `copies` times; woonplaatsen and the GEM-WPL-RELATIE stay as they are. The
 * first copy is the source. Throws RangeError for fewer than 1 or more than 100 copies.
 */
export async function repeatExtract(source: string, out: string, copies: number): Promise<void> {
  if (!(copies >= 1 && copies <= MAX_COPIES)) {
    throw new RangeError(`expected 1 to ${MAX_COPIES} copies, got ${copies}`);
  }
  const folder = mkdtempSync(join(tmpdir(), "baken-repeat-"));
  try {
    const entries = await listEntries(source, folder, (name) => entryTreatment(name, "extract", true));
    const byFile = Map.groupBy(entries, ({ name }) => name.replace(/-\d{6}\.xml$/, ""));
    await writeDeliveryFile(out, "2021-10-15", async (zip) => {
      for (const [file, numbered] of byFile) {
        const kind = parseObjectName(numbered[0]!.name);
        if (kind === undefined) {
          zip.addDeflated(numbered[0]!.name, Buffer.from(readEntry(numbered[0]!)));
          continue;
        }
        const { zip: inner, finish } = zip.openStoredZip(`${file}.zip`);
        let number = 0;
        for (let copy = 0; copy < (kind.code === "WPL" ? 1 : copies); copy++) {
          for (const entry of numbered) {
            const name = `${file}-${String(++number).padStart(6, "0")}.xml`;
            inner.addDeflated(name, Buffer.from(copyOf(entry, copy), "latin1"));
          }
        }
        finish();
      }
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function copyOf(entry: ArchiveEntry, copy: number): string {
  const text = Buffer.from(readEntry(entry)).toString("latin1");
  if (copy === 0) {
    return text;
  }
  const [east, south] = [(copy % PER_ROW) * STEP, Math.floor(copy / PER_ROW) * STEP];
  return text
    .replace(IDENTIFICATIE, `>$1${String(copy).padStart(2, "0")}$2<`)
    .replace(POINT, (_, x: string, y: string) => `${moved(x, east)} ${moved(y, -south)}`);
}

/** Moves a coordinate by whole metres, with its decimals as written. */
function moved(coordinate: string, metres: number): string {
  const [whole, decimals] = coordinate.split(".");
  return `${Number(whole) + metres}${decimals === undefined ? "" : `.${decimals}`}`;
}
