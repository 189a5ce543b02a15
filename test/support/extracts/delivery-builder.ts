/**
 * Builds small official mutation deliveries, national or municipal, with one hook to break them anywhere: `alter`
 * receives every entry of every zip, innermost first, and may change it or leave it out.
 */
import { writeFileSync } from "node:fs";
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
import {
  MUTATION_FILE_TAIL,
  type MutationGroup,
  mutationFileHead,
  mutationGroupXml,
} from "../../../tools/country/official-format/mutation-delivery.ts";
import { makeZip, type ZipPart } from "./zip-maker.ts";

export interface DeliverySpec {
  readonly area?: DeliveryArea;
  readonly from: string;
  readonly to: string;
  readonly relaties: readonly GemeenteWoonplaatsRelatie[];
  /** Groups in the order of the delivery. */
  readonly groups?: readonly MutationGroup[];
  /** Groups of kenmerken in onderzoek. */
  readonly inOnderzoek?: readonly MutationGroup[];
  /** `ml:mutatieGroep` elements, appended after `groups`. */
  readonly xml?: readonly string[];
  /** True to wrap a gemeente's zips in another zip, as in its extract. */
  readonly isNested?: boolean;
  /** Groups per XML file; all in one file when absent. */
  readonly groupsPerFile?: number;
  readonly alter?: (part: ZipPart) => ZipPart | undefined;
}

const NATION: DeliveryArea = { kind: "national" };

export function buildDelivery(spec: DeliverySpec): Buffer {
  const { area = NATION, from, to } = spec;
  const period = `${entryDate(from)}-${entryDate(to)}`;
  const mutations = pack(spec, `${areaCode(area)}MUT${period}.zip`, mutationFiles(spec, period));
  const sideFiles = pack(spec, `${areaCode(area)}IOMUT${period}.zip`, [
    inOnderzoekFile(spec, `${areaCode(area)}IOMUT${period}-000001.xml`),
  ]);
  const outerParts = spec.isNested
    ? pack(spec, `${areaCode(area)}GEM${period}.zip`, [...sideFiles, ...mutations])
    : [...sideFiles, ...mutations];
  const relations = pack(spec, `GEM-WPL-RELATIE-${entryDate(to)}.zip`, [
    {
      name: `GEM-WPL-RELATIE-${entryDate(to)}-000001.xml`,
      content: Buffer.from(gemeenteWoonplaatsRelatieXml(to, spec.relaties)),
    },
  ]);
  const document = Buffer.from(leveringsdocumentXml(area, { kind: "mutaties", from, to }));
  const header = { name: LEVERINGSDOCUMENT_NAME, content: document };
  return pack(spec, "outer", [header, ...relations, ...outerParts])[0]!.content;
}

/** Writes the delivery and returns its path. */
export function writeDeliveryTo(path: string, spec: DeliverySpec): string {
  writeFileSync(path, buildDelivery(spec));
  return path;
}

/** Zips the parts that `alter` keeps; returns the zip as a part of the enclosing zip. */
function pack({ alter = (part) => part }: DeliverySpec, name: string, parts: readonly ZipPart[]): ZipPart[] {
  const kept = parts.map((part) => alter(part)).filter((part) => part !== undefined);
  return [{ name, content: makeZip(kept) }];
}

/** Returns the groups of kenmerken in onderzoek in one file, with its head. */
function inOnderzoekFile(spec: DeliverySpec, name: string): ZipPart {
  const xml = (spec.inOnderzoek ?? []).map(mutationGroupXml).join("");
  return { name, content: Buffer.from(mutationFileHead(spec, []) + xml + MUTATION_FILE_TAIL, "latin1") };
}

/**
 * Returns the head as file 1 and the groups from file 2 on; as in official deliveries, the last file is the first in
 * the zip.
 */
function mutationFiles(spec: DeliverySpec, period: string): ZipPart[] {
  const groups = [...(spec.groups ?? []).map(mutationGroupXml), ...(spec.xml ?? [])];
  const perFile = spec.groupsPerFile ?? Math.max(groups.length, 1);
  const file = (number: number, types: readonly string[], xml: string): ZipPart => ({
    name: `${areaCode(spec.area ?? NATION)}MUT${period}-${String(number).padStart(6, "0")}.xml`,
    content: Buffer.from(mutationFileHead(spec, types) + xml + MUTATION_FILE_TAIL, "latin1"),
  });
  const files = Array.from({ length: Math.max(Math.ceil(groups.length / perFile), 1) }, (_, i) =>
    file(i + 2, [], groups.slice(i * perFile, (i + 1) * perFile).join("")),
  );
  return [...files, file(1, groups.length > 0 ? ["PND", "NUM", "VBO"] : [], "")].toReversed();
}
