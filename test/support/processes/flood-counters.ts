/**
 * Takes requests of a million addresses at the limit of the demo, within one minute of a test clock (on a busy machine
 * it takes longer). Runs in a separate process, so that the measured memory is its own. Prints how much the memory grew
 * after the first hundred thousand addresses, and how many of the visitors that had used up their limit were forgotten.
 */
import { countersAt } from "./counters-with-clock.ts";

const { counters } = countersAt(Date.UTC(2026, 10, 27, 12));
const consume = (address: string) => counters.consumeForAddress(["demoMinute"], address)[0]!.isWithin;
const exhausted = Array.from({ length: 50 }, (_, n) => `198.51.100.${n}`);
for (const address of exhausted) {
  while (consume(address)) {}
}

flood(0, 100_000);
const before = settledMemory();
flood(100_000, 1_000_000);
const grownBytes = settledMemory() - before;
process.stdout.write(JSON.stringify({ grownBytes, forgotten: exhausted.filter(consume).length }));

function flood(from: number, to: number): void {
  for (let n = from; n < to; n++) {
    consume(`2001:db8:${(n >>> 12).toString(16)}:${(n & 4095).toString(16)}::1`);
  }
}

function settledMemory(): number {
  Bun.gc(true);
  return process.memoryUsage.rss();
}
