import { expect, test } from "bun:test";
import { extractSection } from "./changelog.ts";

const INTRODUCTION = "# Changelog\n\nBy hand.\n\n";
const OLDER = "## [0.1.0] - 2026-01-31\n\n### Added\n- All.\n";

test("the section of a version is what stands below its heading, up to the next", () => {
  const newest =
    "## [0.2.0] - 2026-12-31\n\n### Added\n- One.\n\n### Fixed\nOf main:\n- Two,\n  in two lines.\n";
  expect(extractSection(`${INTRODUCTION}${newest}\n${OLDER}`, "0.2.0")).toBe(newest);
  expect(extractSection(INTRODUCTION + OLDER, "0.1.0")).toBe(OLDER);
  const unreleased = "## [0.2.0] - unreleased\n\n### Security\n- One.\n";
  expect(extractSection(INTRODUCTION + unreleased, "0.2.0")).toBe(unreleased);
});

test.each([
  ["", "begins with version none; package.json has 0.2.0"],
  [OLDER, "begins with version 0.1.0; package.json has 0.2.0"],
  [
    `## 0.2.0 (unreleased)\n\n- One.\n${OLDER}`,
    'has the heading "## 0.2.0 (unreleased)"; expected "## [1.2.3]',
  ],
  [`## [0.2.0] - soon\n\n${OLDER}`, 'has the heading "## [0.2.0] - soon"'],
  [
    "## [0.2.0] - unreleased\n\n### New\n- One.\n",
    'has the heading "### New"; expected one of Added, Changed,',
  ],
  ["## [0.2.0] - unreleased\n\n### Added\n\n### Fixed\n- One.\n", 'says nothing below "### Added"'],
])("%j is refused", (sections, message) => {
  expect(() => extractSection(INTRODUCTION + sections, "0.2.0")).toThrow(message);
});
