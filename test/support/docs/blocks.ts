/** Fenced blocks of README and docs. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dir, "../../..");

export interface Block {
  /** Page with the number of the line of the fence: `docs/use.md:12`. */
  readonly place: string;
  /** Empty for a fence without a language. */
  readonly language: string;
  readonly code: string;
  /** First digits of the SHA-256 of the code. */
  readonly hash: string;
  /** Last line of text above the block; empty when another block is directly above. */
  readonly before: string;
  /** True when only empty lines separate it from the block above. */
  readonly followsBlock: boolean;
}

/** Lists README and the pages of docs, as paths in the repository. */
export function listPages(): string[] {
  const docs = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
  return ["README.md", ...docs.sort().map((name) => `docs/${name}`)];
}

/** Returns the blocks of a page in order. Throws an Error for a fence that is not closed. */
export function blocksOf(page: string, text = readFileSync(join(ROOT, page), "utf8")): Block[] {
  const lines = text.split("\n");
  const blocks: Block[] = [];
  let before = "";
  let followsBlock = false;
  for (let i = 0; i < lines.length; i++) {
    const [, indent, language] = /^( *)```(.*)$/.exec(lines[i]!) ?? [];
    if (indent === undefined) {
      before = lines[i]!.trim() || before;
      followsBlock &&= lines[i]!.trim() === "";
      continue;
    }
    const end = lines.findIndex((line, at) => at > i && line.trim() === "```");
    if (end < 0) {
      throw new Error(`${page}:${i + 1}: the block is not closed`);
    }
    const inside = lines.slice(i + 1, end).map((line) => line.slice(Math.min(indent.length, line.length)));
    const code = `${inside.join("\n")}\n`;
    blocks.push({
      place: `${page}:${i + 1}`,
      language: language!,
      code,
      hash: createHash("sha256").update(code).digest("hex").slice(0, 8),
      before: followsBlock ? "" : before,
      followsBlock,
    });
    i = end;
    before = "";
    followsBlock = true;
  }
  return blocks;
}
