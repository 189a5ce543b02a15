/** Reads the mutations of a delivery one after another. */
import { refuseImport } from "../refuse.ts";
import type { ImportReport, OnDeviation } from "../report.ts";
import type { Delivery } from "./delivery.ts";
import {
  type Mutation,
  type MutationProblem,
  MutationReader,
  type MutationStream,
} from "./mutation-reader.ts";

/** A delivery is refused when more of its mutations are unusable than this share, and more than this number. */
const MAX_SKIPPED_SHARE = 0.01;
const MAX_SKIPPED = 10;

interface ReadTotals {
  groups: number;
  /** Number of mutations, including those left out. */
  mutations: number;
}

interface ReadOptions {
  readonly report: ImportReport;
  readonly totals: ReadTotals;
  /** Called with the number of bytes of XML that have been read. */
  readonly advance: (bytes: number) => void;
  /** True to read voorkomens as a history keeps them, too. */
  readonly withHistory?: boolean;
}

/** Streams the mutations of a delivery; throws `import_refused` at its end when too many are unusable. */
export function readMutations(delivery: Delivery, options: ReadOptions): MutationStream {
  return { ...delivery.period, mutations: streamMutations(delivery, options) };
}

function* streamMutations(
  delivery: Delivery,
  { report, totals, advance, withHistory = false }: ReadOptions,
): Generator<Mutation> {
  let mutations = 0;
  let skipped = 0;
  let firstSkipped = "";
  const onProblem = ({ code, kind, reason, example }: MutationProblem) => {
    report.add(code, kind, reason, example);
    if (kind === "skipped" && skipped++ === 0) {
      firstSkipped = `${code} ${example}: ${reason}`;
    }
  };
  const onDeviation: OnDeviation = (reason, where) => report.tolerate("file", reason, where);
  for (const entry of delivery.mutationFiles) {
    const { period } = delivery;
    const reader = new MutationReader(entry, { period, onProblem, onDeviation, withHistory });
    yield* reader.read(advance);
    mutations += reader.mutationCount;
    totals.groups += reader.groupCount;
  }
  totals.mutations += mutations;
  if (skipped > MAX_SKIPPED && skipped > mutations * MAX_SKIPPED_SHARE) {
    refuseImport(
      `${delivery.file}: ${skipped} of ${mutations} mutations cannot be read, e.g. ${firstSkipped}`,
    );
  }
}
