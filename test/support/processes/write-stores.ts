/**
 * Writes to all stores of a place: keys, audit, uses, login links, and jobs, which it also takes and completes.
 * Arguments: the place as JSON, the number of repetitions. Prints the number of jobs that it has completed.
 */
import { openStores } from "../../../src/accounts/open-accounts.ts";
import { retryQuery } from "../../../src/accounts/retry-query.ts";
import type { Claim } from "../../../src/exports/job.ts";
import { openJobAdmin } from "../../../src/exports/open-job-store.ts";

const [place, rounds] = [JSON.parse(process.argv[2]!), Number(process.argv[3])];
const LIMITS = { perKey: 10_000, overall: 10_000, bytesPerKey: 1e12 };
const by = { kind: "session", name: `${process.pid}` } as const;
const { keys, audit, links, close } = await openStores(place);
const jobs = await openJobAdmin(place);
let completed = 0;

async function complete({ id, attempt, ...claim }: Claim): Promise<void> {
  const file = { name: `${id}.${attempt}.csv`, sizeBytes: 1, version: "v", retentionMs: 3_600_000 };
  if (await retryQuery(() => jobs.complete({ ...claim, id, attempt }, 1, file))) {
    completed++;
  }
}

for (let round = 0; round < rounds; round++) {
  const name = `${process.pid} ${round}`;
  const { key } = await retryQuery(() => keys.create({ name, kind: "server" }, by));
  await retryQuery(() => keys.update(key.id, { ratePerMinute: round + 100 }, by));
  const use = { keyId: 1, network: "192.0.2.0/24", requests: 1, lastMs: Date.now() };
  await retryQuery(() => audit.addUses([use]));
  const link = await retryQuery(() => links.create(Date.now(), by));
  await retryQuery(() => links.use(link, Date.now()));
  const work = { kind: "export", request: { filter: {}, format: "csv" } } as const;
  await retryQuery(() => jobs.add({ ...work, keyId: key.id, totalRecords: 1 }, LIMITS));
  const claim = await retryQuery(() => jobs.claim("export", `here/${process.pid}/x`, () => false));
  if (claim !== undefined) {
    await complete(claim);
  }
}
close();
jobs.close();
process.stdout.write(`${completed}\n`);
