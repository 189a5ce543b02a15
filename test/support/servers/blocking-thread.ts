/** Entry of a serving thread that answers a request only when the number in shared memory is 2; it sets 1 before. */
import { workerData } from "node:worker_threads";
import { runThread } from "../../../src/http/serving/thread.ts";

void runThread<Int32Array, never, never>(workerData, (gate) => ({
  ready: Promise.resolve(),
  fetch: () => {
    Atomics.store(gate, 0, 1);
    Atomics.wait(gate, 0, 1);
    return new Response("answered");
  },
  onUpdate() {},
  close() {},
}));
