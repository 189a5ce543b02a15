import type { TypeCode } from "../../registry/object-types.ts";
import type { ReadVoorkomen, VoorkomenHeader } from "../objects/read-voorkomen.ts";

export type MutationKind = "toevoeging" | "wijziging" | "verwijdering";

/** One change of one voorkomen, from a mutatieGroep of a delivery (docs/bag-format.md §2.1). */
export interface Mutation {
  readonly kind: MutationKind;
  readonly code: TypeCode;
  /** The voorkomen before a wijziging or verwijdering; only its key and dates matter. */
  readonly was?: VoorkomenHeader | undefined;
  /** The voorkomen after a toevoeging or wijziging. */
  readonly wordt?: ReadVoorkomen | undefined;
}

/** Mutations of one delivery in document order, without voorkomens that have a malformed identificatie. */
export interface MutationStream {
  /** MutatiedatumVanaf and MutatiedatumTot, YYYYMMDD. */
  readonly from: number;
  readonly to: number;
  readonly mutations: Iterable<Mutation> | AsyncIterable<Mutation>;
}
