import type { TargetedDragEvent } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { pickTexts } from "../../../kit/client/texts.ts";
import { useConnection } from "../../../kit/client/trouble/connection.ts";
import { formatCount, formatSize } from "../format.ts";
import { pageData } from "../page-data.ts";
import { refusedText } from "../refusal-texts.ts";
import { type ShownStep, sendFile } from "../session.ts";

const texts = pickTexts({
  drop: { en: "Drop your file here", nl: "Sleep uw bestand hierheen" },
  dropOr: { en: "or", nl: "of" },
  choose: { en: "Choose a file", nl: "Kies een bestand" },
  dropHint: {
    en: (size: string, rows: string) =>
      `Excel (.xlsx) or CSV, at most ${size} and ${rows} rows. Titles, empty rows and other columns may stay.`,
    nl: (size: string, rows: string) =>
      `Excel (.xlsx) of CSV, hoogstens ${size} en ${rows} rijen. Titels, lege rijen en andere kolommen mogen blijven staan.`,
  },
  privacyTitle: { en: "What happens to your file", nl: "Wat er met uw bestand gebeurt" },
  privacy: {
    en: [
      "It goes to this server only, and only this tab can reach it.",
      "It is deleted an hour after you last looked at it, or at once with one button.",
      "Your rows and columns stay as they are: columns are only added.",
    ],
    nl: [
      "Het gaat alleen naar deze server, en alleen dit tabblad kan erbij.",
      "Het wordt een uur na uw laatste bezoek gewist, of meteen met één knop.",
      "Uw rijen en kolommen blijven zoals ze zijn: er komen alleen kolommen bij.",
    ],
  },
  deleted: { en: "Everything is deleted.", nl: "Alles is gewist." },
  gone: {
    en:
      "The last file is no longer on the server: sending it was interrupted, nobody looked at it for an hour, or it was " +
      "deleted.",
    nl: "Het vorige bestand is niet meer op de server: het versturen is afgebroken, het is een uur niet bekeken, of het is gewist.",
  },
  failedTitle: { en: "This file cannot be used", nl: "Dit bestand is niet te gebruiken" },
});

const ACCEPTED =
  ".xlsx,.csv,.txt,.tsv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** First step: a file is dropped or chosen; and why the last one was refused. */
export function ChooseStep({ shown }: { readonly shown: ShownStep & { readonly kind: "none" | "refused" } }) {
  const [fault, setFault] = useState<string>();
  const needsKey = useConnection().trouble?.kind.startsWith("key-") ?? false;
  const give = (files: FileList | null | undefined) => {
    const [file, another] = files ?? [];
    setFault(another === undefined ? undefined : "one_only");
    if (file !== undefined && another === undefined) {
      void sendFile(file);
    }
  };
  const code = fault ?? (shown.kind === "refused" ? shown.code : undefined);
  return (
    <section class="stack step">
      {code !== undefined && (
        <div class="note danger" role="alert">
          <p>
            <b>{texts.failedTitle}</b>
          </p>
          <p>{refusedText(code)}</p>
        </div>
      )}
      {shown.kind === "none" && shown.note !== undefined && (
        <p class={`note ${shown.note === "deleted" ? "ok" : "warn"}`} role="status">
          {texts[shown.note]}
        </p>
      )}
      {!needsKey && <DropZone onFiles={give} />}
      <Privacy />
    </section>
  );
}

function DropZone({ onFiles }: { onFiles(files: FileList | null | undefined): void }) {
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const { fileBytes, rows } = pageData.limits;
  const drop = (event: TargetedDragEvent<HTMLElement>) => {
    event.preventDefault();
    setIsOver(false);
    onFiles(event.dataTransfer?.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for everyone.
    <div
      class="drop-zone"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
        <path d="M12 6h16l9 9v27H12Z" />
        <path d="M28 6v9h9M17 23h15M17 29h15M17 35h15M22 23v12" />
      </svg>
      <p class="row drop-text">
        <span class="drop-word">
          <b>{texts.drop}</b> {texts.dropOr}
        </span>
        <button
          type="button"
          class="button primary"
          aria-describedby={hint}
          onClick={() => input.current?.click()}
        >
          {texts.choose}
        </button>
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        onChange={(event) => {
          onFiles(event.currentTarget.files);
          event.currentTarget.value = "";
        }}
      />
      <p class="hint" id={hint}>
        {texts.dropHint(formatSize(fileBytes), formatCount(rows))}
      </p>
    </div>
  );
}

function Privacy() {
  return (
    <section class="stack privacy">
      <h2 tabIndex={-1}>{texts.privacyTitle}</h2>
      <ul>
        {texts.privacy.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
