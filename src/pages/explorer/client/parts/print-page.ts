/** Printing: lists load their rows before, and on paper all loaded rows are shown. */
import { useEffect, useRef } from "preact/hooks";

/** Rows of a list that are loaded for paper. */
export const PRINTED_ROWS = 1_000;

type Preparation = () => Promise<void>;
const preparations = new Set<Preparation>();

/** Runs `prepare` before the page is printed, while the component is shown. */
export function useBeforePrint(prepare: Preparation): void {
  const latest = useRef(prepare);
  latest.current = prepare;
  useEffect(() => {
    const run = () => latest.current();
    preparations.add(run);
    return () => void preparations.delete(run);
  }, []);
}

/** Prints the page once everything is prepared. */
export async function printPage(): Promise<void> {
  await Promise.all([...preparations].map((prepare) => prepare()));
  // Draws what was loaded.
  await new Promise(requestAnimationFrame);
  print();
}

/** Makes the keys of the browser print as the button does. The browser's menu prints the rows that are loaded. */
export function printByKey(): void {
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (key.toLowerCase() === "p" && (ctrlKey || metaKey) && !shiftKey && !altKey) {
      event.preventDefault();
      void printPage();
    }
  });
}
