import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { CopyButton } from "../../../kit/client/copy-button.tsx";
import { pickTexts } from "../../../kit/client/texts.ts";

const texts = pickTexts({
  forms: { nl: "Vormen van het verzoek", en: "Forms of the request" },
  copy: { nl: "Kopieer", en: "Copy" },
});

/** Request behind a card, and the record in its answer. */
export interface ShownRequest {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly record: unknown;
}

/** Shows the record as JSON, and the lines that give it on a command line and in TypeScript. */
export function RequestTabs({ request }: { request: ShownRequest }) {
  const contents = [
    ["JSON", JSON.stringify(request.record, null, 2)],
    ["curl", curlLine(request)],
    ["TypeScript", typescriptLines(request)],
  ] as const;
  const tabs = contents.map(([name, text]) => ({ name, content: <CodeBlock text={text} /> }));
  return <Tabs label={texts.forms} tabs={tabs} />;
}

function CodeBlock({ text }: { text: string }) {
  return (
    <div class="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls. */}
      <pre class="code" tabIndex={0}>
        {text}
      </pre>
      <CopyButton label={texts.copy} text={() => text} />
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
    `import { createClient } from "baken-client";`,
    "",
    `const { get } = createClient({ baseUrl: "${location.origin}/api/v1", token });`,
    `const { data } = await get("${path}", { ${values.join(", ")} });`,
  ].join("\n");
}

interface Tab {
  readonly name: string;
  readonly content: ComponentChildren;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs as the ARIA Authoring Practices describe them; arrow keys select. */
function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const [selected, select] = useState(0);
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = (selected + step + tabs.length) % tabs.length;
      select(next);
      document.getElementById(`${id}-tab-${next}`)?.focus();
    }
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ name }, i) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${i}`}
            aria-selected={i === selected}
            aria-controls={`${id}-panel`}
            tabIndex={i === selected ? 0 : -1}
            onClick={() => select(i)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${selected}`} class="tab-panel">
        {tabs[selected]!.content}
      </div>
    </>
  );
}
