/**
 * Measures requests of one kind within a process, without a socket: the whole pipeline, and the reads of the registry
 * alone. Prints processor time a request as JSON. `bench/run.ts` starts it.
 *
 *   bun bench/run/in-process.ts --data DIR --token TOKEN --kind lookup --seconds 1
 */
import { parseArgs } from "node:util";
import { createApp } from "../../src/app.ts";
import { type KindName, makeKinds } from "./kinds.ts";
import { readsOf } from "./reads.ts";
import { PROXY } from "./servers.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    token: { type: "string" },
    kind: { type: "string" },
    seconds: { type: "string" },
  },
});
const BATCH = 500;
/** Share of the seconds that goes before, unmeasured. */
const WARM_UP = 0.5;

export interface InProcessCost {
  readonly pipelineUs: number;
  /** Undefined for a kind that has no reads without HTTP. */
  readonly readsUs?: number;
}

const app = createApp({ dataDir: values.data!, host: "127.0.0.1", trustedProxies: [PROXY] });
const snapshot = app.registry.current()!;
const kind = values.kind as KindName;
const [{ requests }] = makeKinds(snapshot, [kind]) as [ReturnType<typeof makeKinds>[number]];

/** Returns microseconds of processor time of one call; `prepare` is not measured. */
async function measure<T>(prepare: (index: number) => T, run: (prepared: T) => unknown): Promise<number> {
  const seconds = Number(values.seconds);
  const startedMs = performance.now();
  let usedUs = 0;
  let calls = 0;
  let next = 0;
  for (;;) {
    const batch = Array.from({ length: Math.min(BATCH, requests.length) }, () =>
      prepare(next++ % requests.length),
    );
    const before = process.cpuUsage();
    for (const prepared of batch) {
      const pending = run(prepared);
      if (pending instanceof Promise) {
        await pending;
      }
    }
    const { user, system } = process.cpuUsage(before);
    const elapsedS = (performance.now() - startedMs) / 1000;
    if (elapsedS > seconds * WARM_UP) {
      usedUs += user + system;
      calls += batch.length;
    }
    if (elapsedS > seconds * (1 + WARM_UP)) {
      return usedUs / calls;
    }
  }
}

function toRequest(index: number): Request {
  const { path, body, headers } = requests[index]!;
  return new Request(`http://localhost${path}`, {
    headers: { ...headers, authorization: `Bearer ${values.token}` },
    ...(body === undefined ? {} : { method: "POST", body }),
  });
}

const pipelineUs = await measure(toRequest, (request) => app.fetch(request, () => PROXY));
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
