/** Result of a recheck as recheck.py writes it. */
import { formatBound } from "../../../../src/registry/history/days.ts";
import type { Rechecked } from "../../../../src/registry/history/recheck.ts";
import { formatFullAddress } from "../../../../src/registry/schema/full-address.ts";

export interface OracleRecheck {
  readonly id: string;
  readonly day: string;
  readonly status: string;
  readonly reason: string | null;
  readonly changes: readonly string[];
  readonly since: string | null;
  readonly document: string | null;
  readonly relation: string | null;
  readonly was: string | null;
  readonly compared_on: string | null;
  readonly candidates: readonly (readonly [relation: string, id: string])[];
  readonly present: string | null;
}

export function toOracleForm(result: Rechecked): Omit<OracleRecheck, "id" | "day"> {
  const { status, reason, changes, since, document, relation, before, comparedOn, candidates, adres } =
    result;
  return {
    ...{ status, reason, changes, document, relation },
    was: before && formatFullAddress(before),
    since: since === null ? null : formatBound(since),
    compared_on: comparedOn === null ? null : formatBound(comparedOn),
    candidates: candidates.map((one) => [one.relation, one.address.nummeraanduiding_id] as const),
    present: adres?.nummeraanduiding_id ?? null,
  };
}
