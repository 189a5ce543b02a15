import { useEffect, useRef } from "preact/hooks";
import { pickTexts } from "../../../kit/client/texts.ts";
import { formatDate } from "../format.ts";
import { linkHere } from "../map-place.ts";
import { pageData } from "../page-data.ts";

const texts = pickTexts({
  printedOn: {
    nl: (date: string) => `Afgedrukt op ${date}.`,
    en: (date: string) => `Printed on ${date}.`,
  },
});

/** Names the source and date of the data; on paper also the day of printing and the URL. */
export function SourceFoot() {
  const printed = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The paper shows what is in the document when this returns, and Preact draws later.
    const fill = () => {
      printed.current!.textContent = `${texts.printedOn(formatDate(new Date().toISOString()))}\n${linkHere()}`;
    };
    addEventListener("beforeprint", fill);
    return () => removeEventListener("beforeprint", fill);
  }, []);
  return (
    <footer class="hint source">
      <p>{pageData.registry?.source}</p>
      <p class="print-only" ref={printed} />
    </footer>
  );
}
