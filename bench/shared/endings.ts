/**
 * Ends servers, clusters and folders of a bench with its process: at its end, at an error, and when it is stopped
 * (Ctrl-C, SIGTERM, a time limit). Only SIGKILL leaves them.
 */

const endings = new Set<() => void>();
let stopping: AbortController | undefined;

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** Registers a synchronous clean-up for the end of the process; returns a function that runs it now, and only once. */
export function endWithProcess(end: () => void): () => void {
  listen();
  endings.add(end);
  return () => {
    if (endings.delete(end)) {
      end();
    }
  };
}

/** From now on the first signal aborts what this returns, and leaves the end to the bench; a second one ends it. */
export function untilStopped(): AbortSignal {
  stopping ??= new AbortController();
  listen();
  return stopping.signal;
}

let isListening = false;

function listen(): void {
  if (isListening) {
    return;
  }
  isListening = true;
  for (const [signal, status] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      if (stopping === undefined || stopping.signal.aborted) {
        process.exit(status);
      }
      stopping.abort();
    });
  }
  process.on("exit", () => {
    // The last that began ends first, as a server reads the folder that was made before it.
    for (const end of [...endings].reverse()) {
      try {
        end();
      } catch (error) {
        process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
      }
    }
  });
}
