import type { TypeCode } from "../../registry/schema/object-types.ts";
import type { ReadVoorkomen, VoorkomenHeader } from "../objects/read-voorkomen.ts";

export type MutationKind = "toevoeging" | "wijziging" | "verwijdering";

/**
 * When a voorkomen became public: `tijdstipRegistratieLV` as delivered. A synchronised object has two voorkomens of one
 * number in a delivery, the one that is marked and the new one, which differ in it (docs/bag-format.md §1.8).
 */
interface Registered {
  readonly registeredAt: string;
}

export type MutationHeader = VoorkomenHeader & Registered;
export type MutationVoorkomen = ReadVoorkomen & Registered;

/** One change of one voorkomen, from a mutatieGroep of a delivery (docs/bag-format.md §2.1). */
export interface Mutation {
  readonly kind: MutationKind;
  readonly code: TypeCode;
  /** The voorkomen before a wijziging or verwijdering; only its key, dates and registration matter. */
  readonly was?: MutationHeader | undefined;
  /** The voorkomen after a toevoeging or wijziging. */
  readonly wordt?: MutationVoorkomen | undefined;
}

/** Mutations of one delivery in document order, without voorkomens that have a malformed identificatie. */
export interface MutationStream {
  /** MutatiedatumVanaf and MutatiedatumTot, YYYYMMDD. */
  readonly from: number;
  readonly to: number;
  readonly mutations: Iterable<Mutation> | AsyncIterable<Mutation>;
}
