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

/**
 * Returns a signal that the first SIGINT or SIGTERM aborts from now on: the bench then ends by itself. A second one
 * ends the process.
 */
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
    // Ends the last one first, because a server reads the folder that was made before it.
    for (const end of [...endings].reverse()) {
      try {
        end();
      } catch (error) {
        process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
      }
    }
  });
}
