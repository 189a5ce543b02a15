/** The section of CHANGELOG.md about the version of a release. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "./program.ts";
import type { Release } from "./release.ts";

/** Headings of Keep a Changelog 1.1. */
const KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
const SECTION = /^## \[(?<version>[^\]]+)\] - (?<date>\d{4}-\d{2}-\d{2}|unreleased)$/;

export function writeChangelog({ version, dist }: Release): string[] {
  const file = `CHANGELOG-${version}.md`;
  writeFileSync(
    join(dist, file),
    extractSection(readFileSync(join(REPOSITORY, "CHANGELOG.md"), "utf8"), version),
  );
  return [file];
}

/**
 * Returns the section of a version, which must be the first one of the file. Throws an Error that names the fault:
 * another heading than `## [1.2.3] - 2026-12-31` (or `unreleased`), another version, an unknown kind, a kind that says
 * nothing.
 */
export function extractSection(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## )/m).slice(1);
  const headings = sections.map((section) => section.split("\n", 1)[0]!);
  const wrong = headings.find((heading) => !SECTION.test(heading));
  if (wrong !== undefined) {
    throw new Error(
      `CHANGELOG.md has the heading "${wrong}"; expected "## [1.2.3] - 2026-12-31" or "unreleased"`,
    );
  }
  const first = headings[0]?.match(SECTION)?.groups?.version;
  if (first !== version) {
    throw new Error(`CHANGELOG.md begins with version ${first ?? "none"}; package.json has ${version}`);
  }
  for (const kind of sections[0]!.split(/^(?=### )/m).slice(1)) {
    checkKind(kind);
  }
  return `${sections[0]!.trimEnd()}\n`;
}

function checkKind(text: string): void {
  const [heading = "", ...lines] = text.trim().split("\n");
  const kind = heading.replace("### ", "");
  if (!KINDS.includes(kind)) {
    throw new Error(`CHANGELOG.md has the heading "${heading}"; expected one of ${KINDS.join(", ")}`);
  }
  if (!lines.some((line) => line.startsWith("- "))) {
    throw new Error(`CHANGELOG.md says nothing below "${heading}"`);
  }
}
