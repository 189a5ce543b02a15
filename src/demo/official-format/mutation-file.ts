import { registratiefGebiedXml } from "./area.ts";
import { type KenmerkInOnderzoek, kenmerkXml } from "./in-onderzoek.ts";
import { objectXml } from "./object-xml.ts";
import type { BagObject } from "./objects.ts";

/** Subject of a mutation: a voorkomen (MUT files) or an attribute under investigation (IOMUT files). */
export type MutationSubject = BagObject | KenmerkInOnderzoek;

export type Mutation =
  | { readonly kind: "toevoeging"; readonly wordt: MutationSubject }
  | { readonly kind: "wijziging"; readonly was: MutationSubject; readonly wordt: MutationSubject }
  | { readonly kind: "verwijdering"; readonly was: MutationSubject };

/** Mutations of one object that belong together; an object may occur in several groups, in order. */
export type MutationGroup = readonly Mutation[];

export interface MutationPeriod {
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

function mutationXml(mutation: Mutation): string {
  const was = "was" in mutation ? `<ml:was>${subjectXml(mutation.was)}</ml:was>` : "";
  const wordt = "wordt" in mutation ? `<ml:wordt>${subjectXml(mutation.wordt)}</ml:wordt>` : "";
  return `<ml:${mutation.kind}>${was}${wordt}</ml:${mutation.kind}>`;
}

function subjectXml(subject: MutationSubject): string {
  return "kenmerk" in subject
    ? `<mlm:kenmerkInOnderzoek>${kenmerkXml(subject)}</mlm:kenmerkInOnderzoek>`
    : `<mlm:bagObject>${objectXml(subject)}</mlm:bagObject>`;
}
