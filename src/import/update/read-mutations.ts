import { refuse } from "../refuse.ts";
import type { ImportReport, OnOddity } from "../report.ts";
import type { Delivery } from "./delivery.ts";
import type { Mutation, MutationStream } from "./mutation.ts";
import { MutationReader, type OnTrouble } from "./mutation-reader.ts";

/** Of a delivery's mutations at most this share, or this many, may be unusable. */
const MAX_SKIPPED_SHARE = 0.01;
const MAX_SKIPPED = 10;

export interface ReadTotals {
  groups: number;
  /** Those left out included. */
  mutations: number;
}

export interface ReadOptions {
  readonly report: ImportReport;
  readonly totals: ReadTotals;
  /** Told of the bytes of XML that have been read. */
  readonly advance: (bytes: number) => void;
}

/** A delivery's mutations as they are read; refuses at the end of one of which too many are unusable. */
export function readMutations(delivery: Delivery, options: ReadOptions): MutationStream {
  return { ...delivery.period, mutations: streamMutations(delivery, options) };
}

function* streamMutations(delivery: Delivery, { report, totals, advance }: ReadOptions): Generator<Mutation> {
  let mutations = 0;
  let skipped = 0;
  let firstSkipped = "";
  const onTrouble: OnTrouble = (code, kind, reason, example) => {
    report.add(code, kind, reason, example);
    if (kind === "skipped" && skipped++ === 0) firstSkipped = `${code} ${example}: ${reason}`;
  };
  const onOddity: OnOddity = (reason, where) => report.tolerate("file", reason, where);
  for (const entry of delivery.mutations) {
    const reader = new MutationReader(entry, { period: delivery.period, onTrouble, onOddity });
    yield* reader.read(advance);
    mutations += reader.mutations;
    totals.groups += reader.groups;
  }
  totals.mutations += mutations;
  if (skipped > MAX_SKIPPED && skipped > mutations * MAX_SKIPPED_SHARE)
    refuse(`${delivery.file}: ${skipped} of ${mutations} mutations cannot be read, e.g. ${firstSkipped}`);
}
