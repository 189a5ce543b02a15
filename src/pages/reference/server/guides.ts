/** Pages of docs that the server shows as guides. */
import { existsSync, readFileSync } from "node:fs";
import { computeOnce } from "../../../base/memoize.ts";
import { programFile } from "../../../base/program-files.ts";
import { EXAMPLE_ORIGIN } from "../../../http/openapi/examples.ts";
import { Html } from "../../kit/server/html.ts";
import { listHeadings, type RenderedMarkdown, renderMarkdown } from "./markdown.ts";
import { type DocsView, docsLink } from "./site.ts";

/** Names of the pages by group, in the order of the navigation; a page that a package does not have is left out. */
const GROUPS = {
  guides: [
    "use",
    "checkout",
    "search",
    "http",
    "limits",
    "tiles",
    "embed",
    "static",
    "geocode",
    "recheck",
    "files-page",
    "export",
    "export-columns",
    "changes",
    "time",
    "analysis",
    "clients",
    "migrate-from-pdok",
    "mcp",
  ],
  background: ["interface", "records", "glossary", "coordinates", "bag-format"],
  operating: [
    "start",
    "install",
    "debian",
    "operations",
    "watch",
    "upgrade",
    "security",
    "troubleshooting",
    "explorer",
    "operator",
    "keys",
    "import",
    "update",
    "configuration",
    "cli",
    "proxies",
    "cluster",
    "performance",
    "data-folder",
  ],
} as const;
/** Names of former pages, with the page and heading that now have their contents; their addresses redirect. */
export const FORMER_GUIDES: ReadonlyMap<string, string> = new Map([
  ["errors", "http#errors"],
  ["area-history", "time#changes-of-objects"],
  ["user-needs", "search#certainty"],
  ["demo", "start#1-serve"],
  ["migrate-from-locatieserver", "migrate-from-pdok#locatieserver"],
  ["disk-full", "troubleshooting#the-disk-is-full"],
  ["data-wrong", "troubleshooting#the-data-is-wrong"],
  ["key-leaked", "troubleshooting#a-key-has-leaked"],
  ["slow", "troubleshooting#the-service-is-slow"],
  ["port-taken", "troubleshooting#the-port-is-taken"],
  ["node-lost", "troubleshooting#a-node-is-lost"],
  ["storage-lost", "troubleshooting#storage-is-lost"],
  ["scaling", "cluster#how-much-a-machine-serves"],
]);

type GuideGroup = keyof typeof GROUPS;

export interface Guide {
  readonly name: string;
  readonly group: GuideGroup;
  readonly title: string;
  readonly source: string;
}

/** Address of a server in the examples of docs. */
const LOCAL_SERVER = "http://127.0.0.1:8080";

/** Lists the guides; reads them once. */
export const listGuides = computeOnce((): readonly Guide[] =>
  (Object.keys(GROUPS) as GuideGroup[]).flatMap((group) =>
    GROUPS[group].flatMap((name) => readGuide(name, group)),
  ),
);

function readGuide(name: string, group: GuideGroup): Guide[] {
  const path = programFile(`docs/${name}.md`);
  if (!existsSync(path)) {
    return [];
  }
  const source = readFileSync(path, "utf8");
  return [{ name, group, source, title: listHeadings(source)[0]?.text ?? name }];
}

/** Renders a guide with links to other guides; examples for users of the interface name this server. */
export function renderGuide(view: DocsView, { source, group }: Guide): RenderedMarkdown {
  const rendered = renderMarkdown(source, (target) => resolveGuideLink(view, target));
  if (group !== "guides") {
    return rendered;
  }
  return { ...rendered, body: new Html(rendered.body.text.replaceAll(LOCAL_SERVER, EXAMPLE_ORIGIN)) };
}

function resolveGuideLink(view: DocsView, target: string): string | undefined {
  const [file = "", anchor] = target.split("#");
  if (file === "") {
    return `#${anchor}`;
  }
  const name = file.replace(/\.md$/, "");
  return listGuides().some((guide) => guide.name === name)
    ? docsLink(view, `guides/${name}`, anchor)
    : undefined;
}
