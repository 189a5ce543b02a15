import { addRelaties } from "./extract.ts";
import type { GemeenteWoonplaatsRelatie } from "./gemeente-woonplaats-relatie.ts";
import { type DemoKenmerk, kenmerkElementName, kenmerkXml } from "./in-onderzoek.ts";
import {
  entryDate,
  LEVERINGSDOCUMENT_NAME,
  leveringsdocumentXml,
  registratiefGebiedXml,
} from "./leveringsdocument.ts";
import { objectXml } from "./object-xml.ts";
import type { BagObject } from "./objects.ts";
import { writeDeliveryFile, type ZipWriter } from "./zip-writer.ts";

/** Maximum number of groups in one XML file; an estimate, since no delivery of more than one file was available. */
const GROUPS_PER_FILE = 10_000;

export interface MutationContents {
  /** Stand dates: the state before, and the state after. */
  readonly period: MutationPeriod;
  readonly relaties: Iterable<GemeenteWoonplaatsRelatie>;
  readonly groups: readonly MutationGroup[];
  /** Groups of attributes under investigation (IOMUT). */
  readonly inOnderzoek?: readonly MutationGroup[];
}

/** Returns the name of the national delivery of one period: `BAGNLDM-08112026-09112026.zip`. */
export function mutationDeliveryName({ from, to }: MutationPeriod): string {
  return `BAGNLDM-${entryDate(from)}-${entryDate(to)}.zip`;
}

/** Writes an official national mutation delivery; file -000001 is a header without groups, data starts in -000002. */
export async function writeMutationDelivery(path: string, contents: MutationContents): Promise<void> {
  const { period } = contents;
  await writeDeliveryFile(path, period.to, async (outer) => {
    const document = leveringsdocumentXml({ kind: "national" }, { kind: "mutaties", ...period });
    outer.addDeflated(LEVERINGSDOCUMENT_NAME, Buffer.from(document));
    addMutations(outer, "9999IOMUT", { period, groups: contents.inOnderzoek ?? [] });
    addRelaties(outer, period.to, contents.relaties);
    addMutations(outer, "9999MUT", { period, groups: contents.groups });
  });
}

function addMutations(
  outer: ZipWriter,
  prefix: string,
  { period, groups }: { period: MutationPeriod; groups: readonly MutationGroup[] },
): void {
  const name = `${prefix}${entryDate(period.from)}-${entryDate(period.to)}`;
  const inner = outer.openDeflatedZip(`${name}.zip`);
  const addFile = (sequence: number, xml: string): void =>
    inner.zip.addDeflated(`${name}-${String(sequence).padStart(6, "0")}.xml`, Buffer.from(xml, "latin1"));
  addFile(1, mutationFileHead(period, objectTypesOf(groups)) + MUTATION_FILE_TAIL);
  const head = mutationFileHead(period, []);
  for (let start = 0; start < groups.length || start === 0; start += GROUPS_PER_FILE) {
    const fileGroups = groups.slice(start, start + GROUPS_PER_FILE);
    addFile(
      2 + start / GROUPS_PER_FILE,
      head + fileGroups.map(mutationGroupXml).join("") + MUTATION_FILE_TAIL,
    );
  }
  inner.finish();
}

function objectTypesOf(groups: readonly MutationGroup[]): string[] {
  const nameOf = (subject: MutationSubject): string =>
    "kenmerk" in subject ? kenmerkElementName(subject.type) : subject.type;
  return [
    ...new Set(groups.flat().map((mutation) => nameOf("wordt" in mutation ? mutation.wordt : mutation.was))),
  ];
}

/** Subject of a mutation: a voorkomen (MUT files) or an attribute under investigation (IOMUT files). */
export type MutationSubject = BagObject | DemoKenmerk;

export type DeliveredMutation =
  | { readonly kind: "toevoeging"; readonly wordt: MutationSubject }
  | { readonly kind: "wijziging"; readonly was: MutationSubject; readonly wordt: MutationSubject }
  | { readonly kind: "verwijdering"; readonly was: MutationSubject };

/** Mutations of one object that belong together; an object may occur in several groups, in order. */
export type MutationGroup = readonly DeliveredMutation[];

interface MutationPeriod {
  readonly from: string;
  readonly to: string;
}

const NAMESPACES = [
  ["xsi", "http://www.w3.org/2001/XMLSchema-instance"],
  ["ml", "http://www.kadaster.nl/schemas/mutatielevering-generiek/1.0"],
  ["gml", "http://www.opengis.net/gml/3.2"],
  ["selecties-extract", "http://www.kadaster.nl/schemas/lvbag/extract-selecties/v20200601"],
  ["mlm", "http://www.kadaster.nl/schemas/lvbag/extract-deelbestand-mutaties-lvc/v20200601"],
  ["nen5825", "www.kadaster.nl/schemas/lvbag/imbag/nen5825/v20200601"],
  ["KenmerkInOnderzoek", "www.kadaster.nl/schemas/lvbag/imbag/kenmerkinonderzoek/v20200601"],
  ["DatatypenNEN3610", "www.kadaster.nl/schemas/lvbag/imbag/datatypennen3610/v20200601"],
  ["Historie", "www.kadaster.nl/schemas/lvbag/imbag/historie/v20200601"],
  ["Objecten", "www.kadaster.nl/schemas/lvbag/imbag/objecten/v20200601"],
  ["Objecten-ref", "www.kadaster.nl/schemas/lvbag/imbag/objecten-ref/v20200601"],
].map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);

const SCHEMA =
  "http://www.kadaster.nl/schemas/lvbag/extract-deelbestand-mutaties-lvc/v20200601 " +
  "https://developer.kadaster.nl/schemas/lvbag/extract-deelbestand-mutaties-lvc/v20200601/BagvsExtractDeelbestandMutatieLvc-2.1.0.xsd";

/** Returns everything before the first group. The header-only file lists its object types, the data file none. */
export function mutationFileHead(period: MutationPeriod, objectTypes: readonly string[]): string {
  const listed = objectTypes.map((type) => `        <ml:objectType>${type}</ml:objectType>\n`).join("");
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<mlm:bagMutaties${NAMESPACES.join("")} xsi:schemaLocation="${SCHEMA}">\n` +
    `  <mlm:bagInfo>\n${registratiefGebiedXml({ kind: "national" }, "    ")}    <selecties-extract:MUT-Extract>\n` +
    `      <selecties-extract:StandTechnischeDatum>${period.to}</selecties-extract:StandTechnischeDatum>\n` +
    "      <selecties-extract:Mutatieperiode>\n" +
    `        <selecties-extract:MutatiedatumVanaf>${period.from}</selecties-extract:MutatiedatumVanaf>\n` +
    `        <selecties-extract:MutatiedatumTot>${period.to}</selecties-extract:MutatiedatumTot>\n` +
    "      </selecties-extract:Mutatieperiode>\n    </selecties-extract:MUT-Extract>\n  </mlm:bagInfo>\n" +
    "  <ml:mutatieBericht>\n    <ml:dataset>LVBAG</ml:dataset>\n    <ml:inhoud>\n      <ml:gebied>NEDERLAND</ml:gebied>\n" +
    "      <ml:leveringsId>0000000001</ml:leveringsId>\n" +
    (listed ? `      <ml:objectTypen>\n${listed}      </ml:objectTypen>\n` : "      <ml:objectTypen />\n") +
    "    </ml:inhoud>"
  );
}

export const MUTATION_FILE_TAIL = "\n  </ml:mutatieBericht>\n</mlm:bagMutaties>";

export function mutationGroupXml(group: MutationGroup): string {
  return `<ml:mutatieGroep>${group.map(mutationXml).join("")}</ml:mutatieGroep>`;
}

function mutationXml(mutation: DeliveredMutation): string {
  const was = "was" in mutation ? `<ml:was>${subjectXml(mutation.was)}</ml:was>` : "";
  const wordt = "wordt" in mutation ? `<ml:wordt>${subjectXml(mutation.wordt)}</ml:wordt>` : "";
  return `<ml:${mutation.kind}>${was}${wordt}</ml:${mutation.kind}>`;
}

function subjectXml(subject: MutationSubject): string {
  return "kenmerk" in subject
    ? `<mlm:kenmerkInOnderzoek>${kenmerkXml(subject)}</mlm:kenmerkInOnderzoek>`
    : `<mlm:bagObject>${objectXml(subject)}</mlm:bagObject>`;
}
