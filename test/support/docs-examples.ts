/** Code blocks of a page of docs, to run them. */

/** Code block with the output that the page shows below it. */
export interface Example {
  readonly language: string;
  readonly code: string;
  /** File name under which the text before the block says to save it. */
  readonly file: string | undefined;
  /** Content of the `text` block that follows; undefined without one. */
  readonly output: string | undefined;
}

const BLOCK = /(?:save as `([\w.-]+)`:\n)?^```(\w+)\n([\s\S]*?)^```\n(?:```text\n([\s\S]*?)^```$)?/gm;

/** Returns the code blocks of a page, in order. */
export function examplesOf(page: string): Example[] {
  return [...page.matchAll(BLOCK)].map(([, file, language, code, output]) => ({
    language: language!,
    code: code!,
    file,
    output,
  }));
}
