import { entryDate } from "./area.ts";
import { writeDeliveryFile } from "./delivery-file.ts";
import { addRelaties } from "./extract.ts";
import type { GemeenteWoonplaatsRelatie } from "./gemeente-woonplaats-relatie.ts";
import { kenmerkElementName } from "./in-onderzoek.ts";
import { LEVERINGSDOCUMENT_NAME, leveringsdocumentXml } from "./leveringsdocument.ts";
import {
  MUTATION_FILE_TAIL,
  type MutationGroup,
  type MutationPeriod,
  type MutationSubject,
  mutationFileHead,
  mutationGroupXml,
} from "./mutation-file.ts";
import type { ZipWriter } from "./zip-writer.ts";

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
