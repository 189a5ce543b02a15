/**
 * Two publishers at once to a folder and to S3-compatible storage, killed with `kill -9` at random moments: at any time
 * the manifest names a complete registry. `TEST_ROUNDS=20` runs more rounds than the suite does.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { BAKEN, type Child, collectOutcome, kill, start } from "../support/processes/baken-process.ts";
import { until } from "../support/processes/until.ts";
import { createPublisher } from "../support/registries/publish-copies.ts";
import { testRandom } from "../support/seed.ts";
import { type ConditionalS3, startConditionalS3 } from "../support/servers/conditional-s3.ts";
import { BUCKET, type S3Server, startS3 } from "../support/servers/s3-server.ts";

const ROUNDS = Number(process.env.TEST_ROUNDS ?? 3);
const root = mkdtempSync(join(tmpdir(), "baken-two-publishers-"));
const random = testRandom();
let s3: S3Server;
let front: ConditionalS3;
let demo: string;
let publishCopy: (dataDir: string) => string;
beforeAll(async () => {
  s3 = await startS3();
  front = startConditionalS3(s3);
  demo = await makeDemoFolder(3_000);
  publishCopy = createPublisher(join(demo, readFileSync(join(demo, "current"), "utf8").trim()));
}, 60_000);
afterAll(async () => {
  await front.stop();
  await s3.close();
  rmSync(root, { recursive: true });
  rmSync(demo, { recursive: true });
});

const startBaken = (...args: string[]) => start([...front.launcher, BAKEN, ...args]);
const run = (...args: string[]) => collectOutcome(startBaken(...args));

for (const [kind, place] of [
  ["a folder", join(root, "source")],
  ["S3", `s3://${BUCKET}/registries`],
] as const) {
  test(
    `${ROUNDS} rounds of two publishers to ${kind}, some killed: a whole registry is published`,
    async () => {
      const folders = [mkdtempSync(join(root, "one-")), mkdtempSync(join(root, "two-"))];
      const publish = (dataDir: string) => startBaken("publish", "--data", dataDir, "--to", place);
      const expectWhole = async () =>
        expect(await run("publish", "--verify", "--to", place)).toMatchObject({
          exitCode: 0,
          stderr: expect.anything(),
        });
      publishCopy(folders[0]!);
      expect((await collectOutcome(publish(folders[0]!))).exitCode).toBe(0);
      const tally = { killed: 0, published: 0, refused: 0 };
      for (let round = 0; round < ROUNDS; round++) {
        folders.map(publishCopy);
        const publishers = folders.map((folder) => watch(publish(folder)));
        await killSome(publishers, round);
        for (const { exitCode, stderr } of await Promise.all(publishers.map(({ outcome }) => outcome))) {
          tally[exitCode === 0 ? "published" : exitCode === 1 ? "refused" : "killed"]++;
          // A publish is refused only if another publish was faster.
          expect(exitCode === 1 ? stderr : "published meanwhile").toContain("published meanwhile");
        }
        await expectWhole();
        const node = mkdtempSync(join(root, "node-"));
        expect(await run("fetch", "--data", node, "--registry-source", place)).toMatchObject({ exitCode: 0 });
        rmSync(node, { recursive: true });
      }
      process.stderr.write(`two publishers to ${kind}: ${JSON.stringify(tally)}\n`);
      expect(tally.killed).toBeGreaterThan(0);
      // A killed publisher does not block later publishes.
      expect((await collectOutcome(publish(folders[1]!))).exitCode).toBe(0);
      await expectWhole();
    },
    ROUNDS * 60_000,
  );
}

interface Publisher {
  readonly child: Child;
  readonly outcome: Promise<{ readonly exitCode: number | null; readonly stderr: string }>;
  /** Resolves when the publish has reported so many stages, one line each, or has ended. */
  untilReported(stages: number): Promise<void>;
}

function watch(child: Child): Publisher {
  let stderr = "";
  let hasEnded = false;
  const reading = (async () => {
    for await (const piece of child.stderr) {
      stderr += Buffer.from(piece).toString();
    }
    await child.exited;
    hasEnded = true;
    return { exitCode: child.exitCode, stderr };
  })();
  const untilReported = (stages: number) =>
    until(() => hasEnded || stderr.split("\n").length > stages, 60_000);
  return { child, outcome: reading, untilReported };
}

/**
 * Kills one publisher, in every third round both, up to 40 ms after its first or second stage: while it writes its
 * objects or the manifest.
 */
async function killSome(publishers: readonly Publisher[], round: number): Promise<void> {
  const victims = round % 3 === 2 ? publishers : [publishers[round % 2]!];
  await Promise.all(
    victims.map(async ({ child, untilReported }, index) => {
      await untilReported(1 + ((round + index) % 2));
      await Bun.sleep(random() * 40);
      await kill(child);
    }),
  );
}
