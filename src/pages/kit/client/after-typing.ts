/** Milliseconds without a key after which suggestions are requested. */
const PAUSE_MS = 200;

/** Resolves after a pause in typing; never, when the signal is aborted first. */
export function afterTyping(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PAUSE_MS);
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  });
}
