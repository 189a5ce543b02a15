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

/** Buttons that download the result; the server makes the file when it is asked for. */
export function Downloads({ suffix }: { readonly suffix: string }) {
  const [text, setText] = useState(texts.downloadHint);
  const [state, setState] = useState<"making" | "refused">();
  const download = async (format: DownloadFormat) => {
    setState("making");
    setText(texts.preparing);
    try {
      follow(await makeDownload(format), nameOf(suffix, format));
      setState(undefined);
      setText(texts.downloaded);
    } catch (error) {
      setState("refused");
      setText(refusedText(refusalCodeOf(error)));
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
            aria-disabled={state === "making"}
            onClick={() => state === "making" || void download(format)}
          >
            {texts.formats[format]}
          </button>
        ))}
      </div>
      <p class={state === "refused" ? "note danger" : "hint"} role="status">
        {text}
      </p>
    </section>
  );
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
