import { tokenize } from "../highlight.ts";
import type { TryOutResult } from "./send-request.ts";
import { TEXTS } from "./texts.ts";

/** Characters that are shown, and those that are coloured: a span for each token of more would slow the page. */
const MAX_SHOWN = 200_000;
const MAX_COLOURED = 60_000;

/** Answer to a request: status, time, limits, advice and body. */
export function TryAnswer({ result }: { result: TryOutResult | "sending" | undefined }) {
  const isEmpty = result === undefined || result === "sending";
  return (
    <section class={isEmpty ? "" : "panel live"} aria-label={TEXTS.answer} aria-live="polite">
      {!isEmpty && (
        <>
          <Summary result={result} />
          {result.advice && <p class="panel-advice">{result.advice}</p>}
          {result.body && <Body {...result.body} />}
          {result.status !== undefined && !result.body && <p class="panel-note">{TEXTS.noBody}</p>}
        </>
      )}
    </section>
  );
}

function Summary({ result: { status, durationMs, limits } }: { result: TryOutResult }) {
  if (status === undefined) {
    return null;
  }
  return (
    <div class="panel-head">
      {TEXTS.answer} <span class={`status s${String(status)[0]}`}>{status}</span>
      <span class="media">{Math.max(1, Math.round(durationMs ?? 0))} ms</span>
      {limits.map((limit) => (
        <span key={limit} class="media">
          {limit}
        </span>
      ))}
    </div>
  );
}

function Body({ text, language }: { text: string; language: string }) {
  const shown = text.slice(0, MAX_SHOWN);
  const tokens = tokenize(shown, shown.length > MAX_COLOURED ? "" : language);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus */}
      <pre tabIndex={0}>
        {tokens.map((token, i) => (
          <span key={i} class={`t-${token.kind}`}>
            {token.text}
          </span>
        ))}
      </pre>
      {shown.length < text.length && (
        <p class="panel-note">{TEXTS.cut(shown.length / 1000, Math.round(text.length / 1000))}</p>
      )}
    </>
  );
}
