/** Turns a page of `/docs` into one of a static site: links lead to files, and what needs a server is left out. */

const DOCS = "/docs";
const ASSETS = "/assets/";
/** File of the search index, next to the first page. */
export const SEARCH_INDEX = "search.json";

/** Returns the file of a path below `/docs`: `guides/start.html`, or `index.html` for the first page. */
export function fileOf(path: string): string {
  const page = path.slice(DOCS.length + 1);
  return page === "" ? "index.html" : `${page}.html`;
}

/** Lists the paths below `/docs` that a page links, without query and anchor. */
export function listPages(document: string): string[] {
  const links = [...document.matchAll(/href="(\/docs[^"#?]*)/g)].map(([, path = ""]) => path);
  return [...new Set(links)];
}

/** Lists the paths of the scripts, styles and images that a page, script or style loads. */
export function listAssets(text: string): string[] {
  const named = [...text.matchAll(/["'(](?:\/assets\/|\.\/)([\w.-]+\.(?:js|css|svg|woff2|png))["')]/g)];
  return [...new Set(named.map(([, name = ""]) => ASSETS + name))];
}

/** Returns the page with links that are relative to its file, so that the site works below any path. */
export function toStaticPage(document: string, file: string): string {
  const toRoot = "../".repeat(file.split("/").length - 1);
  const relative = (address: string) => toRelative(address, toRoot);
  const rewriter = new HTMLRewriter()
    // Other parts of a server, the name of its data, and a choice that only a server can make.
    .on('.site-header nav a:not([href="/docs"]), .site-notice, [data-language]', {
      element: (element) => void element.remove(),
    })
    .on(".site-brand", { element: (element) => void element.setAttribute("href", `${toRoot}index.html`) })
    // Without it the script offers no requests: there is no server to send them to.
    .on("[data-operation]", { element: (element) => void element.removeAttribute("data-operation") })
    .on("a[href], link[href]", {
      element: (element) => void element.setAttribute("href", relative(element.getAttribute("href")!)),
    })
    .on("[src]", {
      element: (element) => void element.setAttribute("src", relative(element.getAttribute("src")!)),
    })
    .on("body", {
      element(element) {
        const data = JSON.parse(decode(element.getAttribute("data-page")!));
        const page = { ...data, searchIndex: `${toRoot}${SEARCH_INDEX}` };
        element.setAttribute("data-page", JSON.stringify(page).replaceAll("&", "&amp;"));
      },
    });
  return rewriter.transform(document);
}

/** Returns the page at the address of a former guide, which leads to `page#heading` in the same folder. */
export function toRefreshPage(target: string): string {
  const [page = "", anchor] = target.split("#");
  const address = `${page}.html${anchor === undefined ? "" : `#${anchor}`}`;
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>baken</title>` +
    `<meta http-equiv="refresh" content="0; url=${address}"><a href="${address}">${address}</a></html>\n`
  );
}

/** Returns the search index with addresses relative to its file. */
export function toStaticIndex(index: string): string {
  const entries = JSON.parse(index) as [string, string, string, string][];
  return JSON.stringify(
    entries.map(([kind, title, address, text]) => [kind, title, toRelative(address, ""), text]),
  );
}

function toRelative(address: string, toRoot: string): string {
  if (address.startsWith(ASSETS)) {
    return `${toRoot}assets/${address.slice(ASSETS.length)}`;
  }
  if (address !== DOCS && !address.startsWith(`${DOCS}/`) && !address.startsWith(`${DOCS}#`)) {
    return address;
  }
  const [path = "", anchor] = address.split("#");
  return toRoot + fileOf(path) + (anchor === undefined ? "" : `#${anchor}`);
}

/** Attributes come as `escapeHtml` of src/pages/kit/server/html.ts writes them. */
function decode(attribute: string): string {
  return attribute.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}
