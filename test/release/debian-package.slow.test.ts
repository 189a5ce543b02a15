/** Tests the contents of the Debian package, on a small program in place of the executable. */
import { afterAll, expect, test } from "bun:test";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packDeb } from "../../release/debian/deb.ts";
import { readSettings } from "../../src/base/config.ts";
import { hasProgram } from "../support/processes/find-program.ts";
import { makeEmptyFolder } from "../support/servers/http-harness.ts";

const EPOCH = 1_790_000_000;
const folder = makeEmptyFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const isDebian = hasProgram("dpkg-deb", "dpkg") && hasProgram("systemd-analyze", "systemd");

/** Packs in a folder of that name, from a copy of the executable with a time of its own; returns the package's path. */
async function pack(name: string): Promise<string> {
  const dist = join(folder, name);
  mkdirSync(dist);
  const executable = join(dist, "program");
  cpSync("/bin/true", executable);
  const files = { executable, arch: "amd64", version: "1.2.3", dist };
  return join(dist, await packDeb({ ...files, epochSeconds: EPOCH, compression: ["-Zxz", "-z1"] }));
}

function run(...words: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync(words, { env: { ...process.env, LC_ALL: "C" } });
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

test.if(isDebian)("two runs give equal bytes", async () => {
  const [one, other] = [await pack("one"), await pack("other")];
  expect(readFileSync(one).equals(readFileSync(other))).toBe(true);
  expect(run("dpkg-deb", "--field", one, "Version", "Architecture").stdout).toBe(
    "Version: 1.2.3\nArchitecture: amd64\n",
  );
});

test.if(isDebian)("files belong to root, and only root reads the settings", async () => {
  const lines = run("dpkg-deb", "--contents", await pack("listed"))
    .stdout.trim()
    .split("\n");
  expect(lines.filter((line) => !/ root\/root .* 2026-09-21 \d\d:\d\d /.test(line))).toEqual([]);
  const modes = Object.fromEntries(lines.map((line) => [line.split(" ").at(-1), line.slice(0, 10)]));
  expect(modes).toMatchObject({
    "./usr/bin/baken": "-rwxr-xr-x",
    "./etc/baken/baken.env": "-rw-r-----",
    "./usr/lib/systemd/system/baken.service": "-rw-r--r--",
  });
});

test.if(isDebian)("the units expose little", async () => {
  const root = join(folder, "units");
  run("dpkg-deb", "--extract", await pack("exposed"), root);
  for (const name of ["baken", "baken-update"]) {
    const unit = join(root, `usr/lib/systemd/system/${name}.service`);
    const { stdout } = run("systemd-analyze", "security", "--offline=true", "--no-pager", unit);
    const [, exposure] = stdout.match(/Overall exposure level for \S+: ([\d.]+)/) ?? [];
    expect(Number(exposure)).toBeLessThan(2);
  }
});

test.if(isDebian)("baken.env names every setting, and its defaults are those of the program", async () => {
  const root = join(folder, "settings");
  run("dpkg-deb", "--extract", await pack("configured"), root);
  const text = readFileSync(join(root, "etc/baken/baken.env"), "utf8");
  expect(text.split("\n").filter((line) => !/^(# .{1,100}|#BAKEN_\w+=.+|)$/.test(line))).toEqual([]);
  const variables = Object.fromEntries(
    [...text.matchAll(/^#(BAKEN_\w+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
  );
  const { BAKEN_PORT, BAKEN_KEEP_REGISTRIES, BAKEN_EXTRACT_SOURCE } = variables;
  const taken = { BAKEN_PORT, BAKEN_KEEP_REGISTRIES, BAKEN_EXTRACT_SOURCE };
  expect(readSettings({}, taken)).toEqual(readSettings({}, {}));
  expect(Object.keys(variables).length).toBe(Object.keys(readSettings({}, {})).length);
  expect(variables.BAKEN_DATA).toBe("/var/lib/baken");
});

test.if(isDebian && hasProgram("man", "man-db"))(
  "the manual pages have no warnings and name every command",
  async () => {
    const root = join(folder, "manual");
    run("dpkg-deb", "--extract", await pack("described"), root);
    for (const [page, words] of [
      ["man1/baken.1.gz", ["baken keys create", "--allow-gap", "BAKEN_DATA"]],
      ["man8/bakenctl.8.gz", ["as user baken"]],
    ] as const) {
      const path = join(root, "usr/share/man", page);
      const { stdout, stderr } = run("env", "MANWIDTH=100", "man", "--warnings", "--local-file", path);
      expect(stderr).toBe("");
      expect(words.filter((word) => !stdout.includes(word))).toEqual([]);
    }
  },
);

test.if(isDebian && hasProgram("lintian", "lintian"))(
  "lintian finds nothing but what only a compiled executable explains",
  async () => {
    const { stdout } = run("lintian", "--allow-root", "--fail-on=none", await pack("linted"));
    expect(
      stdout
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("I:") && !line.includes("override")),
    ).toEqual([]);
  },
);

test.if(isDebian)("an update takes the deliveries that lie ready, else the newest extract", () => {
  const program = join(folder, "print-words");
  writeFileSync(program, '#!/bin/sh\necho "$@"\n');
  chmodSync(program, 0o755);
  const script = readFileSync(join(import.meta.dir, "../../release/debian/update"), "utf8").replaceAll(
    "/usr/bin/baken",
    program,
  );
  const update = (data: string) => run("env", `BAKEN_DATA=${data}`, "sh", "-c", script).stdout;
  const data = join(folder, "data");
  expect(update(data)).toBe("import --download\n");
  mkdirSync(join(data, "deliveries"), { recursive: true });
  writeFileSync(join(data, "deliveries/b.zip"), "");
  writeFileSync(join(data, "deliveries/a.zip"), "");
  expect(update(data)).toBe(`update ${data}/deliveries/a.zip ${data}/deliveries/b.zip\n`);
});
