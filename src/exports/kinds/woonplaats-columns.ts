/** The woonplaats of an object with its gemeente and provincie, as columns. */
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { FREE_TEXT, type LayerColumn } from "./layer-columns.ts";

export type WoonplaatsFields = {
  readonly woonplaats_id: string;
  readonly woonplaats_naam: string;
  readonly gemeente_code: string;
  readonly gemeente_naam: string;
  readonly provincie_naam: string;
};

export const WOONPLAATS_COLUMNS = {
  woonplaats_id: { kind: "text", description: "Identificatie of the woonplaats, 4 digits" },
  woonplaats_naam: FREE_TEXT,
  gemeente_code: { kind: "text", description: "Code of the gemeente, 4 digits" },
  gemeente_naam: FREE_TEXT,
  provincie_naam: "text",
} as const satisfies Record<keyof WoonplaatsFields, LayerColumn>;

export function woonplaatsFields({ areas }: Snapshot, id: number): WoonplaatsFields {
  const { identificatie, naam, gemeente } = areas.woonplaatsen.get(id)!;
  return {
    woonplaats_id: identificatie,
    woonplaats_naam: naam,
    gemeente_code: gemeente.code,
    gemeente_naam: gemeente.naam,
    provincie_naam: gemeente.provincie.naam,
  };
}
