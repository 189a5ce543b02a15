/** Slow tests of pages in a browser, and what each guards. */
import { type SlowTest, testsIn } from "./slow-test.ts";

const EXPLORER = ["src/pages/explorer", "src/pages/kit"];
const FILES_PAGE = ["src/pages/files", "src/pages/kit", "src/exports/sessions"];
/** The form component, and the client with which it asks. */
const FORM = ["src/pages/form", "src/http/client", "release/client"];
const REFERENCE = ["src/pages/reference", "src/pages/kit", "src/http/openapi"];

export const PAGE_TESTS: readonly SlowTest[] = [
  ...testsIn("test/web/explorer", EXPLORER, [
    "address-list-limit",
    "explorer-access",
    "explorer-cards",
    "explorer-download",
    "explorer-edges",
    "explorer-links",
    "explorer-lists",
    "explorer-look",
    "explorer-print",
    "explorer-refusals",
    "explorer-shapes",
    "explorer-states",
    "explorer-time",
    "explorer-truth",
  ]),
  ...testsIn("test/web/files", FILES_PAGE, [
    "files-failures",
    "files-look",
    "files-map",
    "files-recheck",
    "files-refusals",
    "files-review",
  ]),
  ...testsIn("test/files", FILES_PAGE, ["busy-results", "limits", "restart", "session-costs"]),
  ...testsIn("test/web/embed", FORM, [
    "form-autofill",
    "form-failures",
    "form-former",
    "form-frameworks",
    "form-help",
    "form-life",
    "form-search",
  ]),
  ...testsIn("test/web/embed", ["src/pages/form", "src/static"], ["form-static"]),
  ...testsIn("test/web/embed", [...FORM, "docs/checkout.md", "examples"], ["checkout-example"]),
  ...testsIn("test/web/explorer", [...EXPLORER, "src/tiles"], ["explorer-base-map"]),
  ...testsIn("test/operator", ["src/pages/operator", "src/pages/kit"], ["operator-look"]),
  ...testsIn("test/web", ["src/pages"], ["every-state", "pages-look"]),
  ...testsIn("test/web", REFERENCE, ["reference", "reference-samples"]),
  ...testsIn("test/web", [...REFERENCE, "docs"], ["docs-site"]),
];
