import { AppError } from "../../base/errors.ts";
import { defineCommand } from "../command.ts";
import { writeBash, writeFish, writeZsh } from "../completion/completion-stubs.ts";
import { listWords } from "../completion/word-list.ts";
import { printResult } from "../output.ts";

const WRITERS = { bash: writeBash, zsh: writeZsh, fish: writeFish };

export const completion = defineCommand({
  name: "completion",
  summary: "Print the completion of a shell: commands, options and their values.",
  positionals: { placeholder: "bash|zsh|fish", completes: ["bash", "zsh", "fish"], min: 1, max: 1 },
  flags: {},
  settings: [],
  async run({ positionals: [shell = ""] }, loadCommands) {
    if (!Object.hasOwn(WRITERS, shell)) {
      throw new AppError("usage", `Expected ${Object.keys(WRITERS).join(", ")}, but got ${shell}.`);
    }
    printResult(WRITERS[shell as keyof typeof WRITERS](listWords(await loadCommands())).trimEnd());
  },
});
