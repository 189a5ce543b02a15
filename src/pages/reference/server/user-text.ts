/** Pages of docs for readers without the repository: sections and sentences about its files are left out. */

/** Headings of sections for those who change the code. */
const DEVELOPERS = /^## (?:For developers|Tests and benches)$/;
/** Files in parentheses, behind the thing that they hold. */
const ASIDE = /\s\((?:`[^`]*(?:\b(?:src|test|bench)\/|\w\.ts\b)[^`]*`(?:,\s|\sand\s)?)+\)/g;
const NAMES_FILE = /`[^`]*\b(?:src|test|bench)\/[^`]*`/;
const SENTENCE_END = /(?<=[.:]\)?)\s+(?=[A-Z`*[])/;

/** Returns the Markdown of a page without what only the repository has. */
export function withoutRepository(source: string): string {
  return source
    .split(/^(?=## )/m)
    .filter((section) => !DEVELOPERS.test(section.split("\n")[0]!))
    .flatMap((section) => section.split(/(^```[\s\S]*?^```$)/m))
    .map((part) => (part.startsWith("```") ? part : withoutFiles(part)))
    .join("");
}

/** Leaves out files in parentheses, and sentences of paragraphs that name a file; lists and tables stay. */
function withoutFiles(markdown: string): string {
  return markdown
    .replaceAll(ASIDE, "")
    .split(/(\n\n+|^#.*\n)/m)
    .map((block) => (NAMES_FILE.test(block) && /^[\w`*[]/.test(block) ? withoutSentences(block) : block))
    .join("");
}

function withoutSentences(paragraph: string): string {
  return paragraph
    .split(SENTENCE_END)
    .filter((sentence) => !NAMES_FILE.test(sentence))
    .join(" ");
}
