import type { TypeCode } from "../../registry/object-types.ts";
import type { ReadVoorkomen, VoorkomenHeader } from "../read-voorkomen.ts";

export type MutationKind = "toevoeging" | "wijziging" | "verwijdering";

/** One change of one voorkomen, as a delivery's mutatieGroep gives it (bag-format.md §2). */
export interface Mutation {
  readonly kind: MutationKind;
  readonly code: TypeCode;
  /** Of a wijziging and a verwijdering: the voorkomen before, of which only key and dates matter. */
  readonly was?: VoorkomenHeader | undefined;
  /** Of a toevoeging and a wijziging. */
  readonly wordt?: ReadVoorkomen | undefined;
}

/** What one delivery says, in document order; voorkomens with a malformed identificatie are left out already. */
export interface MutationStream {
  /** MutatiedatumVanaf and MutatiedatumTot, YYYYMMDD. */
  readonly from: number;
  readonly to: number;
  readonly mutations: Iterable<Mutation> | AsyncIterable<Mutation>;
}
