import type { Snapshot } from "../registry/file/snapshot.ts";

/** Text of licence fields. */
export const LICENCE =
  "Data: Basisregistratie Adressen en Gebouwen (BAG), Kadaster, CC0 1.0. Answered by baken.";

/** Returns the header that tells who answered and from which data, so that a defect is reported to the right place. */
export function sourceHeaders({ meta }: Snapshot): Readonly<Record<string, string>> {
  return { "X-Source": `baken; BAG ${meta.referenceDate}` };
}
