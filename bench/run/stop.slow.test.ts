import { afterAll, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasPostgres } from "../../test/support/servers/postgres-cluster.ts";

/** Temporary files of the benches; PostgreSQL runs as another user, which must get in. */
const folder = mkdtempSync(join(tmpdir(), "baken-stop-"));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a bench that would take ten minutes, in a group of its own, with PostgreSQL where it is installed. */
function startLongBench() {
  const servers = hasPostgres() ? "baken,postgres" : "baken";
  const args = [
    "--addresses",
    "1000",
    "--servers",
    servers,
    "--kinds",
    "lookup",
    "--rounds",
    "300",
    "--seconds",
    "1",
  ];
  return Bun.spawn([process.execPath, join(import.meta.dir, "../run.ts"), ...args], {
    stdout: "pipe",
    stderr: "pipe",
    detached: true,
    env: { ...process.env, TMPDIR: folder },
  });
}

/** Resolves when the bench has printed a text to its standard error. */
async function untilPrinted(stderr: ReadableStream<Uint8Array>, text: string): Promise<void> {
  let printed = "";
  for await (const chunk of stderr) {
    printed += Buffer.from(chunk);
    if (printed.includes(text)) {
      return;
    }
  }
  throw new Error(`the bench ended without "${text}": ${printed}`);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  test(`a bench that ${signal} stops prints its rounds, and leaves no server and no folder`, async () => {
    const bench = startLongBench();
    await untilPrinted(bench.stderr, "round 2 of");
    // The keyboard sends a signal to every process of the group, `kill` to one.
    process.kill(signal === "SIGINT" ? -bench.pid : bench.pid, signal);
    const table = await new Response(bench.stdout).text();

    expect(await bench.exited).toBe(0);
    expect(table).toMatch(
      /1,000 addresses, .* medians of [2-9] rounds of 1 s\n\none thread[^\n]*\nlookup +[\d,]+ /,
    );
    // Folders of the bench and of PostgreSQL, which is removed when its processes have ended.
    expect(readdirSync(folder).filter((name) => /^baken-(bench|postgres)-/.test(name))).toEqual([]);
  });
}
