/** Measures the time from a keystroke to its first suggestions on the screen, as performance entries. */

/** Entry of each pair, for tests and the tools of browsers. */
const MEASURE = "baken:search-to-paint";
let typedAt: number | undefined;
let typedText = "";

export function typedMark(text: string): void {
  typedAt = performance.now();
  typedText = text;
}

/** Records the measure once the frame with the suggestions of the text has been painted. */
export function shownMark(text: string | undefined): void {
  const start = typedAt;
  if (start === undefined || text !== typedText) {
    return;
  }
  typedAt = undefined;
  // The second frame begins after the first has been painted.
  requestAnimationFrame(() =>
    setTimeout(() => performance.measure(MEASURE, { start, end: performance.now() })),
  );
}
