import { describe, expect, test } from "bun:test";
import { readHtml } from "../../../../test/support/html/read-html.ts";
import { listHeadings, renderMarkdown } from "./markdown.ts";

const render = (source: string, resolve: (target: string) => string | undefined = () => undefined) =>
  renderMarkdown(`# Title\n\n${source}`, resolve).body.text;

describe("hostile text", () => {
  test.each([
    "<script>alert(1)</script>",
    "text <img src=x onerror=alert(1)> text",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    '[x](https://a.nl/"onmouseover="alert(1))',
    "![<script>](x)",
    "## <script>alert(1)</script>",
    "| <script>a</script> |\n|---|\n| <iframe src=x> |",
    '```"><script>alert(1)</script>\n<script>\n```',
    "`<script>alert(1)</script>`",
    "<!-- <script>alert(1)</script> -->",
    "[<script>x</script>](https://a.nl)",
  ])("%s becomes no element and no attribute", (source) => {
    const { elements, attributes, links } = readHtml(render(source));
    expect([...elements]).not.toContainAnyValues(["script", "img", "iframe", "style"]);
    expect([...attributes].filter((name) => name.startsWith("on") || name === "style")).toEqual([]);
    expect(links.filter((link) => !/^(https:|#)/.test(link))).toEqual([]);
  });

  test("is shown literally", () => {
    expect(readHtml(render("a <b>bold</b> & `<i>`")).text).toContain("a <b>bold</b> & <i>");
  });
});

test("links lead where they are resolved to, and are plain text where they are not", () => {
  const links: Record<string, string> = { "keys.md#browsers": "/docs/guides/keys#browsers" };
  const { links: found, text } = readHtml(
    render(
      "[keys](keys.md#browsers), [code](../src/x.ts), [web](https://example.nl/a?b=1&c=2)",
      (target) => links[target],
    ),
  );
  expect(found).toEqual(["/docs/guides/keys#browsers", "https://example.nl/a?b=1&c=2"]);
  expect(text).toContain("keys, code, web");
});

test("headings have the slugs of GitHub", () => {
  const source = "# GET /a/{b}\n## `x_y`, [Z](z.md)\n```sh\n# no heading\n```\n### Één\n### Één\n";
  expect(listHeadings(source).map(({ slug }) => slug)).toEqual(["get-ab", "x_y-z", "één", "één-1"]);
  const { body, headings } = renderMarkdown(source, () => undefined);
  expect(headings[0]!.text).toBe("GET /a/{b}");
  expect([...readHtml(body.text).ids]).toEqual(["x_y-z", "één", "één-1"]);
});

test("code keeps all its characters", () => {
  const code = "curl -H \"A: $B\" 'x' # & <tag>\n  --data 'a\\b'";
  expect(readHtml(render(`\`\`\`sh\n${code}\n\`\`\``)).text).toContain(code.replaceAll(/\s+/g, " "));
});
