/** Holds the pages for operators against the program: messages, commands and the unit of systemd that they quote. */
import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseCommand } from "../../src/cli/command.ts";
import { COMMANDS, commandName } from "../../src/cli/commands/index.ts";
import { hasProgram } from "../support/processes/find-program.ts";

const ROOT = join(import.meta.dir, "../..");
const readPage = (name: string) => readFileSync(join(ROOT, "docs", name), "utf8");
const SOURCES = [
  readFileSync(join(ROOT, "baken"), "utf8"),
  ...readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(join(ROOT, "src", name), "utf8")),
].join("\n");

test("every message that troubleshooting.md quotes is one of the program", () => {
  const messages = [...readPage("troubleshooting.md").matchAll(/^### `(.+)`$/gm)].map(
    ([, text = ""]) => text,
  );
  expect(messages.length).toBeGreaterThan(20);
  // Placeholders of values separate the parts that a source has literally.
  const parts = messages.flatMap((message) => message.split("…").map((part) => part.trim()));
  const isCommon = (part: string) => part.length < 4 || part === "names";
  expect(parts.filter((part) => !isCommon(part) && !SOURCES.includes(part))).toEqual([]);
});

/** Returns the arguments of every command `baken …` of the fenced blocks, as a shell passes them. */
function listCommands(page: string): string[][] {
  const blocks = [...readPage(page).matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, block = ""]) => block);
  const lines = blocks.join("\n").replaceAll(/\$\([^)]*\)/g, "today");
  return [...lines.matchAll(/^(?: *|.* |.*\/sbin\/)baken(?:-new|ctl)? ([a-z].*)$/gm)]
    .map(([, words = ""]) => words.split(" "))
    .filter(([word = ""]) => word !== "find");
}

test("every incident of troubleshooting.md says how to see that it is over", () => {
  const text = readPage("troubleshooting.md");
  const listed = [...text.matchAll(/^\| \[[^\]]+\]\(#([^)]+)\) \|/gm)].map(([, slug = ""]) => slug);
  expect(listed.length).toBeGreaterThan(5);
  const sections = text.split(/^## /m).slice(1);
  const over = sections.filter((section) => section.includes("It is over when"));
  expect(over.map((section) => section.split("\n")[0]!.toLowerCase().replaceAll(" ", "-"))).toEqual(listed);
});

for (const page of ["operations.md", "watch.md", "security.md", "troubleshooting.md"]) {
  test(`the commands of ${page} parse`, async () => {
    for (const argv of listCommands(page)) {
      const name = commandName(argv);
      expect(name, argv.join(" ")).toBeDefined();
      const command = await COMMANDS[name!]!();
      parseCommand(command, argv.slice(name!.split(" ").length));
    }
  });
}

test("there are commands to check", () => {
  expect(listCommands("operations.md").length).toBeGreaterThan(4);
});

const hasSystemd = hasProgram("systemd-analyze", "systemd");
test.skipIf(!hasSystemd)(
  "systemd accepts the unit that operations.md makes, with an exposure below 2",
  () => {
    const [command = ""] = /^sed -e [\s\S]*?baken\.service$/m.exec(readPage("operations.md"))!;
    const folder = mkdtempSync(join(tmpdir(), "baken-unit-"));
    const path = join(folder, "baken.service");
    const run = command.replace("/etc/systemd/system/baken.service", path);
    expect(Bun.spawnSync(["sh", "-ec", run], { cwd: join(ROOT, "release/debian") }).exitCode).toBe(0);
    const unit = readFileSync(path, "utf8");
    expect(unit).toContain("ExecStart=/usr/local/bin/baken serve\n");
    expect(unit).toContain("User=baken\n");
    // The check wants the program to exist.
    writeFileSync(path, unit.replace("/usr/local/bin/baken", "/bin/true"));
    const verify = Bun.spawnSync(["systemd-analyze", "verify", "--man=no", path]);
    const faults = verify.stderr.toString().split("\n");
    expect(faults.filter((line) => line.includes("baken.service"))).toEqual([]);
    const security = Bun.spawnSync(["systemd-analyze", "security", "--offline=true", "--threshold=20", path]);
    rmSync(folder, { recursive: true });
    expect(security.stdout.toString()).toContain("Overall exposure level for baken.service");
    expect(security.exitCode).toBe(0);
  },
);
