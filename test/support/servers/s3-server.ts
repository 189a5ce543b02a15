/**
 * Runs s3rver, an S3-compatible server, as a process. Unlike Amazon's it accepts any secret, and keeps an object whose
 * upload was cut off.
 */
import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { S3Client } from "bun";

export const BUCKET = "baken";

export interface S3Server {
  readonly pid: number;
  readonly endpoint: string;
  /** Command that gives a process the credentials and the endpoint: a launcher for `startServe`. */
  readonly launcher: readonly string[];
  readonly client: S3Client;
  /** Lists the keys below a prefix. */
  list(prefix?: string): Promise<string[]>;
  /** Makes an object this many hours old. */
  setAge(key: string, hours: number): void;
  /** Ends the server as `kill -9` does; `start` brings it back on the same port with the same objects. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const SCRIPT = `
  import S3rver from "s3rver";
  const [directory, port] = process.argv.slice(-2);
  const configureBuckets = [{ name: "${BUCKET}", configs: [] }];
  const server = new S3rver({ address: "127.0.0.1", port: Number(port), silent: true, directory, configureBuckets });
  console.log((await server.run()).port);`;

/** Starts the server on a free port with one empty bucket. */
export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), "baken-s3-"));
  let running = await run(directory, 0);
  const { port } = running;
  const endpoint = `http://127.0.0.1:${port}`;
  const secrets = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
  const client = new S3Client({ bucket: BUCKET, endpoint, ...secrets });
  return {
    endpoint,
    get pid() {
      return running.child.pid;
    },
    launcher: ["env", "S3_ACCESS_KEY_ID=S3RVER", "S3_SECRET_ACCESS_KEY=S3RVER", `S3_ENDPOINT=${endpoint}`],
    client,
    async list(prefix = "") {
      const { contents = [] } = await client.list({ prefix });
      return contents.map(({ key }) => key).toSorted();
    },
    setAge(key, hours) {
      const seconds = Date.now() / 1000 - hours * 3_600;
      utimesSync(join(directory, BUCKET, `${key}._S3rver_object`), seconds, seconds);
    },
    async kill() {
      running.child.kill("SIGKILL");
      await running.child.exited;
    },
    async start() {
      running = await run(directory, port);
    },
    async close() {
      running.child.kill("SIGKILL");
      await running.child.exited;
      rmSync(directory, { recursive: true });
    },
  };
}

async function run(directory: string, port: number) {
  const child = Bun.spawn([process.execPath, "-e", SCRIPT, directory, `${port}`], {
    cwd: join(import.meta.dir, "../../.."),
    stdout: "pipe",
    stderr: "ignore",
  });
  for await (const line of child.stdout) {
    return { child, port: Number(Buffer.from(line).toString()) };
  }
  throw new Error(`s3rver ended with code ${await child.exited}`);
}
