/**
 * Database passwords that need percent-encoding. Encoded, they work. No output contains a password, even if the URL
 * cannot be read, or the server is down or refuses the connection.
 */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { BAKEN, collectOutcome } from "../support/processes/baken-process.ts";
import { describeIf } from "../support/processes/describe-if.ts";
import { freePort } from "../support/processes/free-port.ts";
import { until } from "../support/processes/until.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { hasPostgres, startPostgres } from "../support/servers/postgres-cluster.ts";
import { hasRedis, startRedis } from "../support/servers/redis-process.ts";

setDefaultTimeout(60_000);

const dataDir = makeDataFolder();
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Every character with a meaning in a URL, placed between two words that no output may contain. */
const SIGNS = ["/", " ", "%", "%zz", "@", "#", "?", ":", "@/", "/@", '"', "1/2"];
const passwordWith = (sign: string) => (/\d/.test(sign) ? "987654/32109" : `Geheim${sign}Zeewier`);
const WORDS = /Geheim|Zeewier|987654|32109/;
const PASSWORD = SIGNS.map(passwordWith).join("é");

const spawn = (args: readonly string[], env: Record<string, string>) =>
  Bun.spawn([BAKEN, ...args, "--data", dataDir], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: { PATH: process.env.PATH!, ...env },
  });

/** Runs a command; returns its exit code and all that it prints. */
async function run(args: readonly string[], env: Record<string, string>) {
  const { exitCode, stdout, stderr } = await collectOutcome(spawn(args, env));
  return { exitCode, printed: stdout + stderr };
}

/** Starts a server and ends it once its output matches `awaited`; returns all its output. */
async function printedBy(
  args: readonly string[],
  env: Record<string, string>,
  awaited: RegExp,
): Promise<string> {
  const child = spawn(["serve", "--port", "0", "--threads", "1", ...args], env);
  let printed = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    for await (const piece of stream) {
      printed += Buffer.from(piece).toString();
    }
  };
  const ended = Promise.all([collect(child.stdout), collect(child.stderr)]);
  try {
    await until(() => awaited.test(printed) || child.exitCode !== null);
  } finally {
    child.kill("SIGTERM");
    await Promise.all([child.exited, ended]);
  }
  expect(printed).toMatch(awaited);
  return printed;
}

/** Characters that a parser of URLs would misread; service-url.test.ts has more. */
test.each(["/", " ", "%", "1/2"])(
  "a password with %j unencoded: every command says what is wrong, and not the password",
  async (sign) => {
    const password = passwordWith(sign);
    const accounts = { BAKEN_ACCOUNTS: `postgres://baken:${password}@127.0.0.1:1/baken` };
    const outcomes = await Promise.all([
      run(["serve", "--log", "text"], accounts),
      run(["serve"], {
        BAKEN_ACCOUNTS: "postgres://baken@127.0.0.1:1/baken",
        BAKEN_COUNTERS: `redis://:${password}@h`,
      }),
      run(["doctor"], accounts),
      run(["status", "--accounts", accounts.BAKEN_ACCOUNTS], {}),
    ]);
    for (const { exitCode, printed } of outcomes) {
      expect(printed).toContain("user and password must be percent-encoded");
      expect(printed).not.toMatch(WORDS);
      expect(exitCode).toBe(1);
    }
  },
);

test("a value that the shell split at a space is not shown", async () => {
  const { exitCode, printed } = await run(
    ["status", "--accounts", "postgres://baken:Geheim", "Zeewier@h/d"],
    {},
  );
  expect(printed).toContain("Quote a value that contains spaces");
  expect(printed).not.toMatch(WORDS);
  expect(exitCode).toBe(1);
});

test.each(["json", "text"])(
  "a server that cannot reach its database logs no password, as %s",
  async (log) => {
    const env = {
      BAKEN_ACCOUNTS: `postgres://baken:${encodeURIComponent(PASSWORD)}@127.0.0.1:${freePort()}/baken`,
    };
    const outcomes = await Promise.all([
      printedBy(["--log", log], env, /waiting for PostgreSQL/),
      ...["doctor", "status"].map(async (command) => (await run([command], env)).printed),
    ]);
    for (const printed of outcomes) {
      expect(printed).toContain("127.0.0.1");
      expect(printed).not.toMatch(WORDS);
    }
  },
);

describeIf(hasPostgres() && hasRedis(), "against the databases themselves", async () => {
  const encoded = encodeURIComponent(PASSWORD);
  const folder = mkdtempSync(join(tmpdir(), "baken-passwords-"));
  chmodSync(folder, 0o755);
  const hba = join(folder, "pg_hba.conf");
  writeFileSync(hba, "host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n");
  const postgres = startPostgres({ port: `${freePort()}`, options: `-c hba_file=${hba}` });
  const redis = await startRedis({ password: PASSWORD });
  const superuser = new SQL(postgres.url);
  await superuser.unsafe(`CREATE ROLE baken LOGIN PASSWORD '${PASSWORD}'`);
  await superuser.unsafe("CREATE DATABASE baken OWNER baken");
  await superuser.close();
  afterAll(async () => {
    postgres.remove();
    await redis.stop();
    rmSync(folder, { recursive: true });
  });
  const at = (secret: string) => `postgres://baken:${secret}@127.0.0.1:${postgres.port}/baken`;

  test("the encoded password opens both", async () => {
    const env = { BAKEN_ACCOUNTS: at(encoded), BAKEN_COUNTERS: redis.url };
    const created = await run(["keys", "create", "--name", "a", "--type", "server"], {
      BAKEN_ACCOUNTS: at(encoded),
    });
    expect([created.exitCode, created.printed]).toEqual([0, expect.stringMatching(/bkn_/)]);
    const printed = await printedBy([], env, /^ {2}curl .*\n/m);
    expect(printed).not.toMatch(WORDS);
    expect(printed).not.toContain("warn");
    expect(await redis.client.keys("baken:*")).not.toEqual([]);
  });

  test("a server that is refused by either does not show the password", async () => {
    const wrong = `${encoded}x`;
    const counters = `redis://:${wrong}@127.0.0.1:${redis.port}`;
    const refused = await run(["serve", "--port", "0"], { BAKEN_ACCOUNTS: at(wrong) });
    expect([refused.exitCode, refused.printed]).toEqual([
      1,
      expect.stringContaining("check user and password"),
    ]);
    const env = { BAKEN_ACCOUNTS: at(encoded), BAKEN_COUNTERS: counters };
    const printed = await printedBy([], env, /Redis cannot be used/);
    expect(refused.printed + printed).not.toMatch(WORDS);
  });
});
