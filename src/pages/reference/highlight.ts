/** Splits code into tokens for colours. Shared by server and browser: imports nothing. */

type TokenKind = "plain" | "comment" | "string" | "number" | "keyword" | "property";

export interface CodeToken {
  readonly kind: TokenKind;
  readonly text: string;
}

const DOUBLE = String.raw`"(?:[^"\\\n]|\\.)*"`;
const SINGLE = String.raw`'(?:[^'\\\n]|\\.)*'`;
const NUMBER = String.raw`(?<![\w.-])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\b`;
const SCRIPT_WORDS =
  "import|from|const|let|await|async|new|return|if|else|for|of|throw|try|catch|type|export|function|true|false|null|undefined";
const PYTHON_WORDS = "import|from|as|def|return|if|elif|else|for|in|try|except|raise|with|True|False|None";

/** Patterns of the kinds in order of precedence. */
type Grammar = Readonly<Partial<Record<TokenKind, string>>>;

const SCRIPT: Grammar = {
  comment: String.raw`\/\/[^\n]*|\/\*[^]*?\*\/`,
  string: String.raw`${DOUBLE}|${SINGLE}|\x60(?:[^\x60\\]|\\.)*\x60`,
  keyword: String.raw`\b(?:${SCRIPT_WORDS})\b`,
  number: NUMBER,
};
const SHELL: Grammar = {
  comment: String.raw`(?<![^\s])#[^\n]*`,
  string: String.raw`"(?:[^"\\]|\\.)*"|'[^']*'`,
  keyword: String.raw`(?<![^\s])(?:curl|npm|git|claude|docker|TOKEN|\.\/baken)(?![\w.-])`,
  property: String.raw`(?<![^\s])--?[a-zA-Z][\w-]*`,
};
const JSON_GRAMMAR: Grammar = {
  comment: String.raw`"… [^"\n]*"`,
  property: String.raw`${DOUBLE}(?=\s*:)`,
  string: DOUBLE,
  keyword: String.raw`\b(?:true|false|null)\b`,
  number: NUMBER,
};
const MARKUP: Grammar = {
  comment: "<!--[^]*?-->",
  string: `${DOUBLE}|${SINGLE}`,
  keyword: String.raw`<\/?[a-z][\w-]*|\/?>`,
};

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  json: JSON_GRAMMAR,
  curl: SHELL,
  sh: SHELL,
  bash: SHELL,
  typescript: SCRIPT,
  javascript: SCRIPT,
  ts: SCRIPT,
  js: SCRIPT,
  html: MARKUP,
  xml: MARKUP,
  python: {
    comment: String.raw`(?<![^\s])#[^\n]*`,
    string: `f?(?:${DOUBLE}|${SINGLE})`,
    keyword: String.raw`\b(?:${PYTHON_WORDS})\b`,
    number: NUMBER,
  },
};

/** Returns the code as tokens, all of its characters in order; code of an unknown language is one plain token. */
export function tokenizeCode(code: string, language: string): CodeToken[] {
  const grammar = GRAMMARS[language];
  if (grammar === undefined) {
    return [{ kind: "plain", text: code }];
  }
  const pattern = Object.entries(grammar).map(([kind, source]) => `(?<${kind}>${source})`);
  const tokens: CodeToken[] = [];
  let end = 0;
  for (const match of code.matchAll(new RegExp(pattern.join("|"), "g"))) {
    if (match.index > end) {
      tokens.push({ kind: "plain", text: code.slice(end, match.index) });
    }
    const [kind] = Object.entries(match.groups!).find(([, text]) => text !== undefined)!;
    tokens.push({ kind: kind as TokenKind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) {
    tokens.push({ kind: "plain", text: code.slice(end) });
  }
  return tokens;
}
