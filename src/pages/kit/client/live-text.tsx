import { useEffect, useState } from "preact/hooks";

const PAUSE_MS = 600;

/**
 * Says a text to screen readers once it has not changed for a moment, as when typing pauses. Two regions take turns, so
 * that the same text is said again after another search.
 */
export function LiveText({ text }: { text: string }) {
  const [said, setSaid] = useState(["", ""]);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(([first]) => (first === "" ? [text, ""] : ["", text])), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div class="visually-hidden">
      <div role="status" aria-live="polite">
        {said[0]}
      </div>
      <div role="status" aria-live="polite">
        {said[1]}
      </div>
    </div>
  );
}
