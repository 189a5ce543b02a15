import { useEffect, useState } from "preact/hooks";

const PAUSE_MS = 600;

/** Says a text to screen readers once it has not changed for a moment, as when typing pauses. */
export function LiveText({ text }: { text: string }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p class="visually-hidden" role="status">
      {said}
    </p>
  );
}
