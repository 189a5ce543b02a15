/**
 * The container image: made twice, and its files run as a container runs them: read-only root, user 65532, /data
 * writable, nothing else of this machine but the kernel and the network.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { printSkipped } from "../support/extracts/reference-files.ts";
import { collectOutcome } from "../support/processes/baken-process.ts";
import { hasProgram } from "../support/processes/find-program.ts";
import { makeRelease, PLATFORM, VERSION } from "../support/release/make-release.ts";
import {
  type Program,
  runProgram,
  startProgram,
  useCommands,
  useServer,
  useStdio,
} from "../support/release/use-program.ts";
import { makeEmptyFolder } from "../support/servers/http-harness.ts";

const base = makeEmptyFolder();
const archive = `baken-${VERSION}-${PLATFORM}-container.tar.gz`;
const root = join(base, "root");
const data = join(base, "data");
const USER_ID = 65532;
afterAll(() => rmSync(base, { recursive: true }));

const MOUNTS = [
  `mount --bind ${root} ${root}`,
  `mount --bind ${data} ${root}/data`,
  `mount -t proc proc ${root}/proc`,
  `mount -o remount,bind,ro ${root}`,
].join(" && ");

/** A program of the image's files, in a mount namespace of its own and in the given `namespaces`. */
function inImage(program: string, ...namespaces: readonly string[]): Program {
  const script = `${MOUNTS} && exec /usr/sbin/chroot --userspec=${USER_ID}:${USER_ID} ${root} ${program} "$@"`;
  const command = ["unshare", "--mount", ...namespaces, "sh", "-c", script, "sh"];
  return { command, folder: data, seenAs: "/data" };
}

function canRun(): boolean {
  if (process.getuid?.() !== 0) {
    printSkipped("images are built and run by root");
    return false;
  }
  return hasProgram("buildah", "buildah") && hasProgram("unshare", "util-linux");
}

describe.if(canRun())("the container image", () => {
  const baken = inImage("/usr/bin/baken");

  beforeAll(() => {
    makeRelease(join(base, "dist"), "container");
    for (const folder of ["image", "root", "data"]) {
      mkdirSync(join(base, folder));
    }
    chownSync(data, USER_ID, USER_ID);
    Bun.spawnSync(["tar", "xzf", join(base, "dist", archive), "-C", join(base, "image")]);
    const [{ Layers }] = JSON.parse(readFileSync(join(base, "image/manifest.json"), "utf8"));
    expect(Bun.spawnSync(["tar", "xf", join(base, "image", Layers[0]), "-C", root]).exitCode).toBe(0);
  }, 300_000);

  test("two builds have the same bytes", () => {
    makeRelease(join(base, "again"), "container");
    const [first, second] = ["dist", "again"].map((name) =>
      readFileSync(join(base, name, "SHA256SUMS"), "utf8"),
    );
    expect(first).toEndWith(`  ${archive}\n`);
    expect(second).toBe(first!);
  }, 300_000);

  test("says how it is run, and holds nothing that baken does not need", async () => {
    const [{ Config, RepoTags }] = JSON.parse(readFileSync(join(base, "image/manifest.json"), "utf8"));
    const { config, architecture } = JSON.parse(readFileSync(join(base, "image", Config), "utf8"));
    expect({ architecture, RepoTags }).toMatchObject({ RepoTags: [`localhost/baken:${VERSION}`] });
    expect(config).toMatchObject({
      User: "65532:65532",
      Entrypoint: ["/usr/bin/baken"],
      Cmd: ["serve"],
      Volumes: { "/data": {} },
      Healthcheck: { Test: ["CMD", "/usr/bin/baken", "status", "--probe"] },
    });
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const names = files.map(({ name }) => name.replace(/\.so.*/, ".so"));
    expect(names.filter((name) => !name.startsWith("lib") && !name.startsWith("ld-")).sort()).toEqual([
      "LICENSE",
      "NOTICE",
      "THIRD-PARTY-LICENSES.txt",
      "baken",
      "copyright",
      "group",
      "passwd",
    ]);
    const { stderr } = await collectOutcome(startProgram(inImage("/bin/sh"), ["-c", "exit 0"]));
    expect(stderr).toMatch(/chroot: failed to run command .\/bin\/sh.: No such file or directory/);
  });

  test("imports, serves, updates and exports in the volume only", async () => {
    await useCommands(baken);
    await useServer(baken);
    await useStdio(baken, VERSION);
  }, 180_000);

  test("without a registry it says which command makes one; as process 1 it stops at SIGTERM", async () => {
    const empty = startProgram(baken, ["serve", "--host", "0.0.0.0", "--port", "0", "--data", "/data/none"]);
    expect(await empty.exited).toBe(1);
    expect(await empty.stderr.text()).toContain("baken import");
    await runProgram(baken, "import", "--sample", "--data", "/data/sample");
    expect(await runProgram(baken, "status", "--data", "/data/sample")).toContain("Sample: Weesp");

    const alone = inImage("/usr/bin/baken", "--pid", "--fork", "--kill-child");
    const child = startProgram(alone, ["serve", "--host", "0.0.0.0", "--port", "0", "--data", "/data/weesp"]);
    await child.stdout.getReader().read();
    const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
    expect(children).toMatch(/^\d+ *$/);
    process.kill(Number(children.trim()), "SIGTERM");
    expect(await child.exited).toBe(0);
    expect(await runProgram(baken, "keys", "list", "--data", "/data/weesp")).toContain("server");
  }, 180_000);
});
