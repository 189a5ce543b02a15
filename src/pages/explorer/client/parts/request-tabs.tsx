import { texts } from "../texts.ts";
import { CopyButton } from "./copy-button.tsx";
import { Tabs } from "./tabs.tsx";

/** Request that gives what a card shows, and the record in its answer. */
export interface ShownRequest {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly record: unknown;
}

/** Shows the record as JSON, and the lines that give it on a command line and in TypeScript. */
export function RequestTabs({ request }: { request: ShownRequest }) {
  const contents = [
    [texts.json, JSON.stringify(request.record, null, 2)],
    [texts.curl, curlLine(request)],
    [texts.typescript, typescriptLines(request)],
  ] as const;
  const tabs = contents.map(([name, text]) => ({ name, content: <CodeBlock text={text} /> }));
  return (
    <section class="card-section">
      <h3>{texts.useIt}</h3>
      <Tabs label={texts.useIt} tabs={tabs} />
    </section>
  );
}

function CodeBlock({ text }: { text: string }) {
  return (
    <div class="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls. */}
      <pre class="code" tabIndex={0}>
        {text}
      </pre>
      <CopyButton text={text} />
    </div>
  );
}

function curlLine({ path, parameters }: ShownRequest): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(parameters)) {
    if (path.includes(`{${name}}`)) {
      filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    } else {
      query.set(name, String(value));
    }
  }
  const url = `${location.origin}/api/v1${filled}${query.size === 0 ? "" : `?${query}`}`;
  return `curl -H "Authorization: Bearer $BAKEN_KEY" '${url.replaceAll("'", "%27")}'`;
}

function typescriptLines({ path, parameters }: ShownRequest): string {
  const values = Object.entries(parameters).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [
    `import { createClient } from "baken/client";`,
    "",
    `const { get } = createClient({ baseUrl: "${location.origin}/api/v1", token });`,
    `const { data } = await get("${path}", { ${values.join(", ")} });`,
  ].join("\n");
}
