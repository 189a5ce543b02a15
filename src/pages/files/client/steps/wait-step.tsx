import { fileName, removeAll, type ShownStep } from "../session.ts";
import { texts } from "../texts.ts";

/** Between file and columns: the file is on its way, then read. */
export function WaitStep({
  shown,
}: {
  readonly shown: ShownStep & { readonly kind: "opening" | "sending" };
}) {
  const isSending = shown.kind === "sending" && shown.sent < shown.bytes;
  const name = fileName();
  const title = isSending ? texts.sending(name) : texts.reading(name);
  return (
    <section class="step card wait">
      <h2 tabIndex={-1} class="file-title">
        {title}
      </h2>
      {isSending ? (
        <progress class="bar" aria-label={title} value={shown.sent} max={shown.bytes} />
      ) : (
        <progress class="bar" aria-label={title} />
      )}
      <p class="hint">{texts.readingHint}</p>
      <button type="button" class="button" onClick={() => void removeAll()}>
        {texts.stop}
      </button>
    </section>
  );
}
