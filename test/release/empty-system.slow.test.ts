/** Runs the commands of README on an empty Debian 12 that has only Node and npm: run it, ask it, test it. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { blocksOf, ROOT } from "../support/docs/blocks.ts";
import { canMakeMachines, inRoot, makeDebianRoot, removeRoot } from "../support/machines/debian-root.ts";
import { findProgram } from "../support/processes/find-program.ts";
import { freePort } from "../support/processes/free-port.ts";

setDefaultTimeout(900_000);

const README = blocksOf("README.md").filter(({ language }) => language === "sh");
const RUN = README.find(({ code }) => code.startsWith("npm ci && ./baken serve"))!.code;
const TEST = README.find(({ code }) => code.startsWith("npm ci && npm test"))!.code;
const ASK = README.filter(({ code }) => code.includes("BAKEN_KEY") || code.includes("baken geocode"));
/** Settings of this machine that npm needs to reach a registry. */
const NETWORK = /cert|cainfo|ca_bundle|proxy|^npm_config_registry/i;

/** Root has the Node of this machine; another user has the Node of TEST_NODE, by default the newest. */
const SYSTEMS = [
  { name: "root", user: "root", home: "/root", node: () => realpathSync(findProgram("node")!) },
  {
    name: "a user",
    user: "nobody",
    home: "/home/user",
    node: () => process.env.TEST_NODE ?? join(ROOT, "node_modules/node/bin/node"),
  },
];

describe.if(canMakeMachines()).each(SYSTEMS)("an empty system, $name", ({ user, home, node }) => {
  let root = "";
  const port = freePort();

  beforeAll(() => {
    root = makeDebianRoot();
    copyFileSync(node(), join(root, "usr/bin/node"));
    const npm = dirname(dirname(realpathSync(findProgram("npm")!)));
    cpSync(npm, join(root, "usr/lib/node_modules/npm"), { recursive: true });
    symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/bin/npm"));
    for (const path of ["/etc/resolv.conf", "/etc/hosts", process.env.NODE_EXTRA_CA_CERTS ?? ""]) {
      if (existsSync(path)) {
        mkdirSync(join(root, dirname(path)), { recursive: true });
        copyFileSync(path, join(root, path));
      }
    }
    const folder = join(root, home, "baken");
    mkdirSync(folder, { recursive: true });
    const checkout = `git -C '${ROOT}' archive HEAD | tar -x -C '${folder}' && chroot '${root}' chown -R ${user} ${home}`;
    expect(Bun.spawnSync(["sh", "-c", checkout]).stderr.toString()).toBe("");
  });
  afterAll(() => removeRoot(root));

  /** Starts lines in the folder of the sources, with a shell of the system. */
  function start(lines: string) {
    const settings = Object.entries(process.env).filter(([name]) => NETWORK.test(name));
    const variables = [
      ...settings,
      ["HOME", home],
      ["BAKEN_PORT", port],
      ["PATH", "/usr/sbin:/usr/bin:/sbin:/bin"],
    ];
    const env = ["env", "-i", ...variables.map(([name, value]) => `${name}=${value}`)];
    const script = join(root, "tmp", "lines.sh");
    writeFileSync(script, `cd ${home}/baken\n${lines}`, { mode: 0o755 });
    const command = inRoot(root, [...env, "bash", "-eu", "/tmp/lines.sh"], user);
    return Bun.spawn(command, { stdout: "pipe", stderr: "pipe", detached: true });
  }

  test("one line runs it, and README's requests are answered", async () => {
    const server = start(RUN);
    const errors = server.stderr.text();
    let printed = "";
    for await (const piece of server.stdout) {
      printed += Buffer.from(piece).toString();
      if (/^ {2}curl .*\n/m.test(printed)) {
        break;
      }
    }
    expect(printed, printed === "" ? await errors : "").toContain("Listening on");
    const lines = ASK.map(({ code }) => code)
      .join("\n")
      .replace(/BAKEN_URL=\S+/, `BAKEN_URL=http://127.0.0.1:${port}`);
    const asked = start(lines);
    const [said, wrong] = await Promise.all([asked.stdout.text(), asked.stderr.text()]);
    expect([await asked.exited, wrong]).toEqual([0, expect.anything()]);
    expect(said.match(/"nummeraanduiding_id":"0457200000521750"/g)?.length).toBe(2);
    expect(existsSync(join(root, home, "baken/customers-geocoded.csv"))).toBe(true);
    // The whole group: the shell waits for the server.
    process.kill(-server.pid, "SIGTERM");
    await server.exited;
  });

  // CI itself runs this line; short rounds of the gate (TEST_ROUNDS) would run all fast tests twice.
  const isWhole = user === "root" && process.env.TEST_ROUNDS === undefined;
  test.if(isWhole)("one line tests it, and says what was skipped", async () => {
    const tested = start(TEST);
    const [said, wrong] = await Promise.all([tested.stdout.text(), tested.stderr.text()]);
    expect([await tested.exited, said.slice(-4_000), wrong.slice(-4_000)]).toEqual([
      0,
      expect.anything(),
      expect.anything(),
    ]);
    expect(said).toContain("skipped: PostgreSQL is not installed");
    expect(said.split("\n").length).toBeLessThan(60);
  });
});
