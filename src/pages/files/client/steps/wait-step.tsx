import { LiveText } from "../../../kit/client/live-text.tsx";
import { pickTexts } from "../../../kit/client/texts.ts";
import { fileName, removeAll, type ShownStep } from "../session.ts";

const texts = pickTexts({
  sending: { en: (name: string) => `Sending ${name}`, nl: (name: string) => `${name} wordt verstuurd` },
  reading: { en: (name: string) => `Reading ${name}`, nl: (name: string) => `${name} wordt gelezen` },
  readingHint: {
    en: "Finding where the table begins and which columns contain the addresses.",
    nl: "We zoeken waar de tabel begint en welke kolommen de adressen bevatten.",
  },
  stop: { en: "Stop", nl: "Stop" },
});

/** Between file and columns: the file is on its way, then read. */
export function WaitStep({
  shown,
}: {
  readonly shown: ShownStep & { readonly kind: "opening" | "sending" };
}) {
  const isSending = shown.kind === "sending" && shown.sent < shown.bytes;
  const title = texts[isSending ? "sending" : "reading"](fileName());
  return (
    <section class="stack step card wait">
      <h2 tabIndex={-1} class="file-title">
        {title}
      </h2>
      <progress aria-label={title} {...(isSending && { value: shown.sent, max: shown.bytes })} />
      <p class="hint">{texts.readingHint}</p>
      <button type="button" class="button" onClick={() => void removeAll()}>
        {texts.stop}
      </button>
      <LiveText text={title} />
    </section>
  );
}
