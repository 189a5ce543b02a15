/**
 * Measures requests of one kind within a process, without a socket: the whole pipeline, and the reads of the registry
 * alone. Prints processor time a request as JSON. `bench/run.ts` starts it.
 *
 *   bun bench/run/in-process.ts --data DIR --token TOKEN --kind lookup --rounds 5 --seconds 1
 */
import { parseArgs } from "node:util";
import { createApp } from "../../src/app.ts";
import { INTERFACE_NAMES } from "../../src/base/setting-values.ts";
import { toRequest } from "../shared/wrk.ts";
import { type KindName, makeKinds } from "./kinds.ts";
import { readsOf } from "./reads.ts";
import { PROXY } from "./servers.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    token: { type: "string" },
    kind: { type: "string" },
    rounds: { type: "string" },
    seconds: { type: "string" },
  },
});
const BATCH = 250;
export interface InProcessCost {
  /** Microseconds of processor time of each round. */
  readonly pipelineUs: readonly number[];
  /** Undefined for a kind that has no reads without HTTP. */
  readonly readsUs?: readonly number[];
}

const app = createApp({
  dataDir: values.data!,
  host: "127.0.0.1",
  trustedProxies: [PROXY],
  interfaces: INTERFACE_NAMES,
});
const snapshot = app.registry.current()!;
const kind = values.kind as KindName;
const [{ requests }] = makeKinds(snapshot, [kind]) as [ReturnType<typeof makeKinds>[number]];

/** Returns the processor time of one call in each round; `prepare` is not measured. The first round warms up. */
async function measure<T>(prepare: (index: number) => T, run: (prepared: T) => unknown): Promise<number[]> {
  let next = 0;
  const rounds: number[] = [];
  for (let round = 0; round <= Number(values.rounds); round++) {
    const endMs = performance.now() + Number(values.seconds) * 1000;
    let usedUs = 0;
    let calls = 0;
    while (performance.now() < endMs) {
      const batch = Array.from({ length: BATCH }, () => prepare(next++ % requests.length));
      const before = process.cpuUsage();
      for (const prepared of batch) {
        const pending = run(prepared);
        if (pending instanceof Promise) {
          await pending;
        }
      }
      const { user, system } = process.cpuUsage(before);
      usedUs += user + system;
      calls += batch.length;
    }
    rounds.push(usedUs / calls);
  }
  return rounds.slice(1);
}

const authorization = `Bearer ${values.token}`;
const pipelineUs = await measure(
  (index) => toRequest(requests[index]!, { authorization }),
  (request) => app.fetch(request, () => PROXY),
);
const reads = readsOf(snapshot, kind, requests);
const cost: InProcessCost = {
  pipelineUs,
  ...(reads && {
    readsUs: await measure(
      (index) => reads[index]!,
      (read) => read(),
    ),
  }),
};
process.stdout.write(`${JSON.stringify(cost)}\n`);
app.close();
