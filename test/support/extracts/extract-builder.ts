/**
 * Builds small official extracts from objects, national or municipal, with one hook to break them anywhere: `alter`
 * receives every entry of every zip, innermost first, and may change it or leave it out.
 */
import { writeFileSync } from "node:fs";
import { STAND_FILE_TAIL, standFileHead } from "../../../tools/country/official-format/extract.ts";
import {
  type GemeenteWoonplaatsRelatie,
  gemeenteWoonplaatsRelatieXml,
} from "../../../tools/country/official-format/gemeente-woonplaats-relatie.ts";
import {
  areaCode,
  type DeliveryArea,
  entryDate,
  LEVERINGSDOCUMENT_NAME,
  leveringsdocumentXml,
} from "../../../tools/country/official-format/leveringsdocument.ts";
import { standXml } from "../../../tools/country/official-format/object-xml.ts";
import {
  type BagObject,
  DELIVERED_TYPES,
  type DeliveredType,
} from "../../../tools/country/official-format/objects.ts";
import { makeZip, type ZipPart } from "./zip-maker.ts";

/** Kinds of side file, which the importer ignores. */
type SideFileKind = "IO" | "IA" | "NB";
const SIDE_FILE_NAMES: Readonly<Record<SideFileKind, string>> = {
  IO: "InOnderzoek",
  IA: "Inactief",
  NB: "NietBag",
};

export interface ExtractSpec {
  readonly area: DeliveryArea;
  readonly referenceDate: string;
  readonly relaties: readonly GemeenteWoonplaatsRelatie[];
  /** Objects with the types in any order; voorkomens of one object are adjacent. */
  readonly objects: readonly BagObject[];
  /** `sl:stand` elements of the files in onderzoek, inactief and niet-BAG. */
  readonly sideFiles?: Partial<Record<SideFileKind, Partial<Record<DeliveredType, readonly string[]>>>>;
  /** Records per XML file; all in one file when absent. */
  readonly standsPerFile?: number;
  /** Compression of zips within zips: stored as in the national extract, or deflated as in daily deliveries. */
  readonly innerZips?: "stored" | "deflated";
  /** Additional entries of the outer zip. */
  readonly unknownEntries?: readonly ZipPart[];
  readonly alter?: (part: ZipPart) => ZipPart | undefined;
}

export function buildExtract(spec: ExtractSpec): Buffer {
  const date = entryDate(spec.referenceDate);
  const code = areaCode(spec.area);
  const pack = packer(spec);
  const typeZips = DELIVERED_TYPES.flatMap((type) =>
    pack(`${code}${type}${date}.zip`, standFiles(spec, type)),
  );
  const sideFileZips = (["IO", "IA", "NB"] as const).flatMap((kind) =>
    pack(
      `${code}${SIDE_FILE_NAMES[kind]}${date}.zip`,
      DELIVERED_TYPES.flatMap((type) =>
        pack(`${code}${kind}${type}${date}.zip`, standFiles(spec, type, kind)),
      ),
    ),
  );
  const all = [...typeZips, ...sideFileZips];
  const document = leveringsdocumentXml(spec.area, { kind: "stand", referenceDate: spec.referenceDate });
  const relaties = gemeenteWoonplaatsRelatieXml(spec.referenceDate, spec.relaties);
  const [outer] = pack("outer", [
    { name: LEVERINGSDOCUMENT_NAME, content: Buffer.from(document) },
    ...pack(`GEM-WPL-RELATIE-${date}.zip`, [
      { name: `GEM-WPL-RELATIE-${date}-000001.xml`, content: Buffer.from(relaties) },
    ]),
    ...(spec.area.kind === "national" ? all : pack(`${code}GEM${date}.zip`, all)),
    ...(spec.unknownEntries ?? []),
  ]);
  return outer!.content;
}

/** Writes the extract and returns its path. */
export function writeExtractTo(path: string, spec: ExtractSpec): string {
  writeFileSync(path, buildExtract(spec));
  return path;
}

type Pack = (name: string, parts: readonly ZipPart[]) => ZipPart[];

/** Returns a function that zips the parts `alter` keeps and returns the zip as a part of the enclosing zip. */
function packer({ alter = (part) => part, innerZips }: ExtractSpec): Pack {
  return (name, parts) => {
    const kept = parts.map((part) => alter(part)).filter((part) => part !== undefined);
    return [{ name, content: makeZip(kept), isStored: innerZips !== "deflated" }];
  };
}

function standFiles(spec: ExtractSpec, type: DeliveredType, sideFileKind?: SideFileKind): ZipPart[] {
  const stands =
    sideFileKind === undefined
      ? spec.objects.filter((object) => object.type === type).map(standXml)
      : (spec.sideFiles?.[sideFileKind]?.[type] ?? []);
  const perFile = spec.standsPerFile ?? Math.max(stands.length, 1);
  const prefix = `${areaCode(spec.area)}${sideFileKind ?? ""}${type}${entryDate(spec.referenceDate)}`;
  const head = standFileHead({ area: spec.area, referenceDate: spec.referenceDate, type });
  return Array.from({ length: Math.max(Math.ceil(stands.length / perFile), 1) }, (_, i) => ({
    name: `${prefix}-${String(i + 1).padStart(6, "0")}.xml`,
    content: Buffer.from(
      head + stands.slice(i * perFile, (i + 1) * perFile).join("") + STAND_FILE_TAIL,
      "latin1",
    ),
  }));
}
