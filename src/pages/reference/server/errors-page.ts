import { ERROR_CODES, type ErrorCode } from "../../../base/errors.ts";
import { inEachLanguage } from "../../../base/language.ts";
import { type Html, html } from "../../kit/server/html.ts";
import { listFields, renderFields } from "./fields.ts";
import { type DocsPage, FRAME_TEXTS } from "./layout.ts";
import { englishMark, inlineText } from "./prose.ts";
import { type DocsView, docsLink, resolve } from "./site.ts";

const TEXTS = inEachLanguage({
  usedBy: { en: "In", nl: "In" },
  errorsText: {
    en: "Every error has the same body: a problem as RFC 9457 defines it. Programs look at `code`; the text is for people.",
    nl: "Elke fout heeft dezelfde body: een probleem volgens RFC 9457. Programma's kijken naar `code`; de tekst is voor mensen.",
  },
  errorBody: { en: "The body", nl: "De body" },
  codes: { en: "All codes", nl: "Alle codes" },
  code: { en: "Code", nl: "Code" },
  status: { en: "Status", nl: "Status" },
});

/** Shows every error of HTTP, including errors that any path may give, which the document does not list. */
export function errorsPage(view: DocsView): DocsPage {
  const texts = TEXTS[view.language];
  const { site } = view;
  const problem = site.document.components.schemas.Problem;
  const rows = listCodes().map((code) => renderCode(view, code));
  const content = html`<header class="page-head"><h1>${FRAME_TEXTS[view.language].errors}</h1><p class="lead">${inlineText(texts.errorsText)}</p></header>
<h2 id="codes">${texts.codes}</h2>
<div class="table-scroll" tabindex="0"><table class="table codes"><thead><tr><th>${texts.status}</th><th>${texts.code}</th><th>${FRAME_TEXTS[view.language].meaning}</th></tr></thead>
<tbody>${rows}</tbody></table></div>
<h2 id="body">${texts.errorBody}</h2>
${problem && renderFields(view, listFields(problem))}`;
  return { path: "errors", title: FRAME_TEXTS[view.language].errors, content };
}

/** Codes of the command line, which no request gives. */
const OF_COMMANDS: readonly ErrorCode[] = ["usage", "import_refused"];

/** Lists the codes that a request may give, by status. */
export function listCodes(): ErrorCode[] {
  const codes = (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => !OF_COMMANDS.includes(code));
  return codes.toSorted((a, b) => ERROR_CODES[a].status - ERROR_CODES[b].status);
}

function renderCode(view: DocsView, code: ErrorCode): Html {
  const { status, meaning } = ERROR_CODES[code];
  const users = listUsers(view, code);
  return html`<tr id="${code}"><td><span class="status s${String(status)[0]}">${status}</span></td><td><code>${code}</code></td>
<td><span${englishMark(view)}>${inlineText(meaning)}</span>${users.length > 0 && html`<span class="users">${TEXTS[view.language].usedBy} ${users}</span>`}</td></tr>
`;
}

/** Operations that most paths share would make long lists. */
const MAX_USERS = 6;

/** Links the operations that give a code, where they are few. */
function listUsers(view: DocsView, code: ErrorCode): Html[] {
  const { document, sections } = view.site;
  const users = sections.flatMap(({ slug, operations }) =>
    operations
      .filter(({ operation }) =>
        Object.values(operation.responses).some((response) =>
          resolve(document, response)["x-error-codes"]?.includes(code),
        ),
      )
      .map(({ id, path }) => html`<a href="${docsLink(view, slug, id)}"><code>${path}</code></a> `),
  );
  return users.length > MAX_USERS ? [] : users;
}
