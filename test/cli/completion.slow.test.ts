/** Asks each shell to complete command lines with the script that `baken completion` prints for it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SETTINGS } from "../../src/base/settings.ts";
import { COMMANDS } from "../../src/cli/commands/index.ts";
import { collectOutcome, runBaken, start } from "../support/processes/baken-process.ts";
import { hasProgram } from "../support/processes/find-program.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
const folder = mkdtempSync(join(tmpdir(), "baken-completion-"));
const scriptOf = (shell: string) => join(folder, `baken.${shell}`);
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  mkdirSync(join(folder, "two words"));
  writeFileSync(join(folder, "extract.zip"), "");
  for (const shell of SHELLS) {
    const { exitCode, stdout, stderr } = await runBaken(["completion", shell]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    writeFileSync(scriptOf(shell), stdout);
  }
});

/** Runs a script of the shell, without the user's own files and environment, and returns its lines. */
async function linesOf(command: string[]): Promise<string[]> {
  const { stdout, stderr } = await collectOutcome(
    start(["env", "-i", `HOME=${folder}`, `PATH=${process.env.PATH}`, ...command]),
  );
  expect(stderr).toBe("");
  return stdout.split("\n").filter((line) => line !== "");
}

/** Typed words (the last one is completed), the offered words, and whether these must be all of them. */
const CASES: [typed: string[], offered: string[], isAll: boolean][] = [
  [["se"], ["serve"], true],
  [["keys", ""], ["create", "list", "show", "update", "revoke", "rotate", "uses", "copy"], true],
  [["completion", ""], [...SHELLS], false],
  [["keys", "create", "--type", ""], ["server", "browser", "link"], true],
  [["keys", "update", "--rate", "n"], ["none"], true],
  [["serve", "--base-map", "p"], ["pdok-brt"], true],
  [["update", "--allow"], ["--allow-gap"], true],
  [["export", "--format", ""], ["csv", "json"], false],
  [["find", "--ex"], ["--explain"], true],
];

function expectOffered(offered: readonly string[], expected: readonly string[], isAll: boolean): void {
  if (isAll) {
    expect([...offered].sort()).toEqual([...expected].sort());
  } else {
    expect(offered).toEqual(expect.arrayContaining([...expected]));
  }
}

test("every command, flag and setting is in every script", async () => {
  for (const shell of SHELLS) {
    const script = await Bun.file(scriptOf(shell)).text();
    for (const load of Object.values(COMMANDS)) {
      const { name, flags, settings } = await load();
      const options = [...Object.keys(flags), ...settings.map((setting) => SETTINGS[setting].flag)];
      expect([...name.split(" "), ...options].filter((word) => !script.includes(word))).toEqual([]);
    }
  }
});

test("another shell is refused with the known ones", async () => {
  const { exitCode, stderr } = await runBaken(["completion", "tcsh"]);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining("Expected bash, zsh, fish, but got tcsh.")]);
});

describe.if(hasProgram("bash", "bash"))("bash", () => {
  /** Calls the function as bash does; the sign of `--option=value` is a word of its own. */
  const complete = (typed: readonly string[]) => {
    const words = ["baken", ...typed].map((word) => `'${word}'`).join(" ");
    const call = `COMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _baken; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return linesOf(["bash", "--norc", "-c", `cd '${folder}'; source '${scriptOf("bash")}'; ${call}`]);
  };

  test.each(CASES)("%j", async (typed, offered, isAll) => {
    expectOffered(await complete(typed), offered, isAll);
  });

  test("values after a sign, folders, and nothing where bash completes files itself", async () => {
    expect(await complete(["serve", "--base-map", "=", "p"])).toEqual(["pdok-brt"]);
    expect(await complete(["serve", "--base-map", "="])).toEqual(["none", "pdok-brt"]);
    expect(await complete(["serve", "--data", "t"])).toEqual(["two words"]);
    expect(await complete(["import", "ex"])).toEqual([]);
    expect(await complete(["serve", "nonsense"])).toEqual([]);
  });
});

describe.if(hasProgram("fish", "fish"))("fish", () => {
  const complete = async (typed: readonly string[]) => {
    const line = `baken ${typed.join(" ")}`;
    const script = `cd '${folder}'; source '${scriptOf("fish")}'; complete -C '${line}'`;
    return (await linesOf(["fish", "-N", "-c", script])).map((offered) => offered.split("\t")[0]!);
  };

  test.each(CASES)("%j", async (typed, offered, isAll) => {
    expectOffered(await complete(typed), offered, isAll);
  });

  test("files and folders where they are asked for, and nowhere else", async () => {
    expect(await complete(["import", "ex"])).toEqual(["extract.zip"]);
    expect(await complete(["serve", "--data", "t"])).toEqual([expect.stringContaining("two")]);
    expect(await complete(["serve", "ex"])).toEqual([]);
    expect(await complete(["find", "export", "--fo"])).toEqual([]);
  });
});

describe.if(hasProgram("zsh", "zsh"))("zsh", () => {
  /**
   * Types a line into an interactive zsh, completes it, and prints the resulting line. Waits for the prompt, because
   * the line editor would lose an earlier tab.
   */
  const complete = async (typed: readonly string[]) => {
    const script = `
      zmodload zsh/zpty
      zpty shell 'TERM=dumb zsh -f -i'
      zpty -w shell 'cd ${folder}; autoload -U compinit; compinit -u -D; source ${scriptOf("zsh")}; PROMPT=REA''DY'
      zpty -r shell seen '*READY*'
      zpty -n -w shell $'baken ${typed.join(" ")}\\t\\C-aprint -r RESULT \\n'
      zpty -r shell seen $'*\\nRESULT baken*\\n'
      print -r -- \${\${seen##*RESULT baken }%%$'\\r'*}`;
    return (await linesOf(["zsh", "-f", "-c", script]))[0]?.trimEnd();
  };

  test.each(CASES.filter(([, offered, isAll]) => isAll && offered.length === 1))(
    "%j",
    async (typed, [word = ""]) => {
      expect(await complete(typed)).toBe([...typed.slice(0, -1), word].join(" "));
    },
  );

  test("an option that takes a value, folders, and a list of files", async () => {
    expect(await complete(["serve", "--base-map=p"])).toBe("serve --base-map=pdok-brt");
    expect(await complete(["serve", "--data", "t"])).toBe("serve --data two words");
    expect(await complete(["import", "ex"])).toBe("import extract.zip");
  });
});
