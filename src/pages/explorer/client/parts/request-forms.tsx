import type { ComponentChildren } from "preact";
import { CopyButton } from "../../../kit/client/copy-button.tsx";
import { pickTexts } from "../../../kit/client/texts.ts";

const texts = pickTexts({ copy: { nl: "Kopieer", en: "Copy" } });

/** Request behind a card, and the record in its answer. */
export interface ShownRequest {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly record: unknown;
}

/** Returns the lines that give the record on a command line and in TypeScript, and the record as JSON. */
export function showRequest(request: ShownRequest): ComponentChildren {
  const forms = [
    ["curl", curlLine(request)],
    ["TypeScript", typescriptLines(request)],
    ["JSON", JSON.stringify(request.record, null, 2)],
  ] as const;
  return forms.map(([name, text]) => (
    <section key={name} class="code-block" aria-label={name}>
      <h3>{name}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls. */}
      <pre class="code" tabIndex={0}>
        {text}
      </pre>
      <CopyButton label={texts.copy} text={() => text} />
    </section>
  ));
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
    `import { createClient } from "baken-client";`,
    "",
    `const { get } = createClient({ baseUrl: "${location.origin}/api/v1", token });`,
    `const { data } = await get("${path}", { ${values.join(", ")} });`,
  ].join("\n");
}
