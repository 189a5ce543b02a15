/**
 * Sends requests at a steady rate from inside a machine, every other one over a connection of its own, and prints their
 * outcomes as JSON. Arguments: URL, token, number of requests, seconds.
 */
export interface LoadOutcome {
  /** Answers by status. */
  readonly answers: Readonly<Record<string, number>>;
  /** Requests without an answer, by the error's code. */
  readonly failures: Readonly<Record<string, number>>;
  /** Longest time of a request, in milliseconds. */
  readonly slowestMs: number;
}

const [url = "", token = "", count, seconds] = process.argv.slice(2);
const spacingMs = (Number(seconds) * 1000) / Number(count);
const answers: Record<string, number> = {};
const failures: Record<string, number> = {};
let slowestMs = 0;

async function ask(isAlone: boolean): Promise<void> {
  const startedMs = performance.now();
  const headers = { authorization: `Bearer ${token}` };
  try {
    const response = await fetch(url, {
      keepalive: !isAlone,
      headers: isAlone ? { ...headers, connection: "close" } : headers,
    });
    await response.arrayBuffer();
    answers[response.status] = (answers[response.status] ?? 0) + 1;
  } catch (error) {
    const code = (error as { code?: string }).code ?? String(error);
    failures[code] = (failures[code] ?? 0) + 1;
  }
  slowestMs = Math.max(slowestMs, Math.round(performance.now() - startedMs));
}

const asked: Promise<void>[] = [];
const startedMs = performance.now();
while (asked.length < Number(count)) {
  while (asked.length < Number(count) && asked.length * spacingMs <= performance.now() - startedMs) {
    asked.push(ask(asked.length % 2 === 0));
  }
  await Bun.sleep(1);
}
await Promise.all(asked);
process.stdout.write(JSON.stringify({ answers, failures, slowestMs } satisfies LoadOutcome));
