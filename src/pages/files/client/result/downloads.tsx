import { useState } from "preact/hooks";
import { pickTexts } from "../../../kit/client/texts.ts";
import type { DownloadFormat } from "../../server/download-endpoints.ts";
import { refusedText } from "../refusal-texts.ts";
import { fileName, makeDownload, refusalCodeOf } from "../session.ts";

const texts = pickTexts({
  downloadTitle: { en: "Download", nl: "Downloaden" },
  downloadHint: {
    en: "With all your choices so far. The column that ends in decided_by says what you chose yourself.",
    nl: "Met al uw keuzes tot nu toe. Wat u zelf koos, staat in de kolom die eindigt op decided_by.",
  },
  formats: {
    xlsx: { en: "Excel (.xlsx)", nl: "Excel (.xlsx)" },
    csv: { en: "CSV", nl: "CSV" },
    gpkg: { en: "GeoPackage", nl: "GeoPackage" },
    report: { en: "Report (HTML)", nl: "Verslag (HTML)" },
  },
  preparing: { en: "Making the file…", nl: "Het bestand wordt gemaakt…" },
  downloaded: { en: "The file is downloaded.", nl: "Het bestand is gedownload." },
});

const FORMATS = Object.keys(texts.formats) as (keyof typeof texts.formats)[];

type Outcome =
  | { readonly kind: "making"; readonly format: DownloadFormat }
  | { readonly kind: "done" }
  | { readonly kind: "refused"; readonly code: string };

/** Buttons that download the result; the server makes the file when it is asked for. */
export function Downloads({ suffix }: { readonly suffix: string }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const isMaking = outcome?.kind === "making";
  const download = async (format: DownloadFormat) => {
    setOutcome({ kind: "making", format });
    try {
      follow(await makeDownload(format), nameOf(suffix, format));
      setOutcome({ kind: "done" });
    } catch (error) {
      setOutcome({ kind: "refused", code: refusalCodeOf(error) });
    }
  };
  return (
    <section class="stack card downloads" aria-labelledby="download-title">
      <h3 id="download-title">{texts.downloadTitle}</h3>
      <div class="row actions">
        {FORMATS.map((format, i) => (
          <button
            key={format}
            type="button"
            class={`button ${i === 0 ? "primary" : ""}`}
            aria-disabled={isMaking}
            onClick={() => isMaking || void download(format)}
          >
            {texts.formats[format]}
          </button>
        ))}
      </div>
      <p class={outcome?.kind === "refused" ? "note danger" : "hint"} role="status">
        {describe(outcome)}
      </p>
    </section>
  );
}

function describe(outcome: Outcome | undefined): string {
  switch (outcome?.kind) {
    case "making":
      return texts.preparing;
    case "done":
      return texts.downloaded;
    case "refused":
      return refusedText(outcome.code);
  }
  return texts.downloadHint;
}

/** Returns the name of the result: the name of the file, with its kind. */
function nameOf(suffix: string, format: DownloadFormat): string {
  return `${fileName().replace(/\.\w+$/, "")}${suffix}.${format === "report" ? "html" : format}`;
}

/** The browser itself writes the file to disk, however large it is. */
function follow(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}
