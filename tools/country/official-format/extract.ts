import { setImmediate } from "node:timers/promises";
import {
  type GemeenteWoonplaatsRelatie,
  gemeenteWoonplaatsRelatieXml,
} from "./gemeente-woonplaats-relatie.ts";
import {
  areaCode,
  type DeliveryArea,
  entryDate,
  LEVERINGSDOCUMENT_NAME,
  leveringsdocumentXml,
  registratiefGebiedXml,
} from "./leveringsdocument.ts";
import { DELIVERED_TYPES, type DeliveredType } from "./objects.ts";
import { type NestedZip, writeDeliveryFile, type ZipWriter } from "./zip-writer.ts";

/** Buffer of one XML file. Reused for file after file; it grows to the size of the largest and never shrinks. */
class XmlBuffer {
  #bytes = Buffer.allocUnsafeSlow(1 << 20);
  #length = 0;

  get sizeBytes(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
  }

  /** Appends `text`, which must be ASCII: everything but GEM-WPL-RELATIE is. */
  append(text: string): void {
    const needed = this.#length + text.length;
    if (needed > this.#bytes.length) {
      this.#grow(needed);
    }
    this.#length += this.#bytes.write(text, this.#length, "latin1");
  }

  /** Returns a view that is valid until the next `append` or `clear`. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/**
 * Kind of file: main (`stand`, the state of the registry on a date), under investigation, inactive, never part of the
 * BAG.
 */
export type ExtractSection = "stand" | "IO" | "IA" | "NB";

export interface ExtractContents {
  readonly area: DeliveryArea;
  /** StandTechnischeDatum. */
  readonly referenceDate: string;
  readonly relaties: Iterable<GemeenteWoonplaatsRelatie>;
  /**
   * Returns the stands (`sl:stand` elements, each with one voorkomen of an object) by identificatie, then
   * voorkomenidentificatie. Called once for each type and section, and read lazily: only the current XML file is held
   * in memory. A type without stands has one file too, as officially.
   */
  stands(type: DeliveredType, section: ExtractSection): Iterable<string>;
}

export interface ExtractProgress {
  readonly section: ExtractSection;
  readonly type: DeliveredType;
  /** Records written of this type and section. */
  readonly stands: number;
  /** Bytes of XML of the whole delivery so far, before deflation. */
  readonly xmlBytes: number;
}

const SECTION_NAMES = { IO: "InOnderzoek", IA: "Inactief", NB: "NietBag" } as const;

/**
 * Writes an official stand delivery. National: types are in the outer zip. Municipal: one level deeper, in
 * `0457GEM….zip`. Zips in the outer zip are stored, deeper ones deflated, as in the Weesp extract.
 */
export async function writeExtract(
  path: string,
  contents: ExtractContents,
  onProgress?: (progress: ExtractProgress) => void,
): Promise<{ xmlBytes: number }> {
  const { area, referenceDate } = contents;
  const date = entryDate(referenceDate);
  const writer = new StandWriter(contents, onProgress);
  await writeDeliveryFile(path, referenceDate, async (outer) => {
    const document = leveringsdocumentXml(area, { kind: "stand", referenceDate });
    outer.addDeflated(LEVERINGSDOCUMENT_NAME, Buffer.from(document));
    addRelaties(outer, referenceDate, contents.relaties);
    if (area.kind === "national") {
      return writer.writeAll(outer, (zip, name) => zip.openStoredZip(name));
    }
    const inner = outer.openStoredZip(`${area.gemeentecode}GEM${date}.zip`);
    await writer.writeAll(inner.zip, (zip, name) => zip.openDeflatedZip(name));
    inner.finish();
  });
  return { xmlBytes: writer.xmlBytes };
}

/** Adds the GEM-WPL-RELATIE zip, which stand and mutation deliveries both contain, whole and national. */
export function addRelaties(
  outer: ZipWriter,
  referenceDate: string,
  relaties: Iterable<GemeenteWoonplaatsRelatie>,
): void {
  const name = `GEM-WPL-RELATIE-${entryDate(referenceDate)}`;
  const inner = outer.openStoredZip(`${name}.zip`);
  inner.zip.addDeflated(
    `${name}-000001.xml`,
    Buffer.from(gemeenteWoonplaatsRelatieXml(referenceDate, relaties)),
  );
  inner.finish();
}

type OpenNestedZip = (zip: ZipWriter, name: string) => NestedZip;

class StandWriter {
  readonly #contents: ExtractContents;
  readonly #onProgress: ((progress: ExtractProgress) => void) | undefined;
  readonly #buffer = new XmlBuffer();
  readonly #code: string;
  readonly #date: string;
  xmlBytes = 0;

  constructor(contents: ExtractContents, onProgress?: (progress: ExtractProgress) => void) {
    this.#contents = contents;
    this.#onProgress = onProgress;
    this.#code = areaCode(contents.area);
    this.#date = entryDate(contents.referenceDate);
  }

  async writeAll(outer: ZipWriter, open: OpenNestedZip): Promise<void> {
    for (const type of DELIVERED_TYPES) {
      await this.#writeType(outer, open, { type, section: "stand" });
    }
    for (const section of ["IO", "IA", "NB"] as const) {
      const sectionZip = open(outer, `${this.#code}${SECTION_NAMES[section]}${this.#date}.zip`);
      for (const type of DELIVERED_TYPES) {
        await this.#writeType(sectionZip.zip, (zip, name) => zip.openDeflatedZip(name), { type, section });
      }
      sectionZip.finish();
    }
  }

  async #writeType(
    outer: ZipWriter,
    open: OpenNestedZip,
    { type, section }: { type: DeliveredType; section: ExtractSection },
  ): Promise<void> {
    const prefix = `${this.#code}${section === "stand" ? "" : section}${type}${this.#date}`;
    const inner = open(outer, `${prefix}.zip`);
    const head = standFileHead({
      area: this.#contents.area,
      referenceDate: this.#contents.referenceDate,
      type,
    });
    let stands = 0;
    let files = 0;
    const flush = (): void => {
      this.#buffer.append(STAND_FILE_TAIL);
      this.xmlBytes += this.#buffer.sizeBytes;
      files += 1;
      inner.zip.addDeflated(`${prefix}-${String(files).padStart(6, "0")}.xml`, this.#buffer.bytes());
      this.#buffer.clear();
      this.#onProgress?.({ section, type, stands, xmlBytes: this.xmlBytes });
    };
    this.#buffer.append(head);
    for (const stand of this.#contents.stands(type, section)) {
      if (stands > 0 && stands % STANDS_PER_FILE === 0) {
        flush();
        this.#buffer.append(head);
        await setImmediate(); // lets signals and timers run
      }
      this.#buffer.append(stand);
      stands += 1;
    }
    flush();
    inner.finish();
  }
}

/** Maximum number of records in one XML file; only the last file of a type has fewer. */
const STANDS_PER_FILE = 10_000;

const NAMESPACES = [
  ["DatatypenNEN3610", "www.kadaster.nl/schemas/lvbag/imbag/datatypennen3610/v20200601"],
  ["Objecten", "www.kadaster.nl/schemas/lvbag/imbag/objecten/v20200601"],
  ["gml", "http://www.opengis.net/gml/3.2"],
  ["Historie", "www.kadaster.nl/schemas/lvbag/imbag/historie/v20200601"],
  ["Objecten-ref", "www.kadaster.nl/schemas/lvbag/imbag/objecten-ref/v20200601"],
  ["nen5825", "www.kadaster.nl/schemas/lvbag/imbag/nen5825/v20200601"],
  ["KenmerkInOnderzoek", "www.kadaster.nl/schemas/lvbag/imbag/kenmerkinonderzoek/v20200601"],
  ["selecties-extract", "http://www.kadaster.nl/schemas/lvbag/extract-selecties/v20200601"],
  ["sl-bag-extract", "http://www.kadaster.nl/schemas/lvbag/extract-deelbestand-lvc/v20200601"],
  ["sl", "http://www.kadaster.nl/schemas/standlevering-generiek/1.0"],
  ["xsi", "http://www.w3.org/2001/XMLSchema-instance"],
  ["xs", "http://www.w3.org/2001/XMLSchema"],
].map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);

const SCHEMA =
  "http://www.kadaster.nl/schemas/lvbag/extract-deelbestand-lvc/v20200601 " +
  "https://developer.kadaster.nl/schemas/lvbag/extract-deelbestand-lvc/v20200601/BagvsExtractDeelbestandExtractLvc-2.1.0.xsd";

interface StandFileHead {
  readonly area: DeliveryArea;
  readonly referenceDate: string;
  readonly type: DeliveredType;
}

/** Returns everything before the first `sl:stand`, which follows `</sl:inhoud>` without a newline. */
export function standFileHead({ area, referenceDate, type }: StandFileHead): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<sl-bag-extract:bagStand${NAMESPACES.join("")} xsi:schemaLocation="${SCHEMA}">\n` +
    `  <sl-bag-extract:bagInfo>\n${registratiefGebiedXml(area, "    ")}` +
    "    <selecties-extract:LVC-Extract>\n" +
    `      <selecties-extract:StandTechnischeDatum>${referenceDate}</selecties-extract:StandTechnischeDatum>\n` +
    "    </selecties-extract:LVC-Extract>\n  </sl-bag-extract:bagInfo>\n" +
    "  <sl:standBestand>\n    <sl:dataset>LVBAG</sl:dataset>\n    <sl:inhoud>\n" +
    `      <sl:gebied>${area.kind === "national" ? "Nederland" : "GEMEENTE"}</sl:gebied>\n` +
    "      <sl:leveringsId>0000000001</sl:leveringsId>\n" +
    `      <sl:objectTypen>\n        <sl:objectType>${type}</sl:objectType>\n      </sl:objectTypen>\n    </sl:inhoud>`
  );
}

export const STAND_FILE_TAIL = "\n  </sl:standBestand>\n</sl-bag-extract:bagStand>";
