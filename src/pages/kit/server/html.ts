/** Text that is HTML already and is not escaped again. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type Part = string | number | Html | readonly Part[] | undefined | null | false;

/** Template tag for HTML: escapes every inserted string; lists are joined, missing values are left out. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, i) => text + renderPart(parts[i - 1]) + string));
}

/** Escapes text for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function renderPart(part: Part): string {
  if (part === undefined || part === null || part === false) {
    return "";
  }
  if (part instanceof Html) {
    return part.text;
  }
  return Array.isArray(part) ? part.map(renderPart).join("") : escapeHtml(String(part));
}
