/** Longest pause between two turns of the event loop of a thread that was not idle between them, in milliseconds. */
const NO_PAUSE_MS = 1;

/**
 * Creates the clock of a thread that tells for how many milliseconds a request that begins now can have waited while
 * the thread worked on others: at most, because nothing tells when it arrived. The event loop reads requests in turns:
 * those of one turn wait for each other, and those that arrive during a turn begin in the next one.
 */
export function createQueueClock(now: () => number = () => performance.now()): (startedMs: number) => number {
  let isInTurn = false;
  let beganMs = Number.NEGATIVE_INFINITY;
  let endedMs = Number.NEGATIVE_INFINITY;
  let busySinceMs = 0;
  return (startedMs) => {
    if (!isInTurn) {
      isInTurn = true;
      busySinceMs = startedMs - endedMs < NO_PAUSE_MS ? beganMs : startedMs;
      beganMs = startedMs;
      setImmediate(() => {
        isInTurn = false;
        endedMs = now();
      });
    }
    return startedMs - busySinceMs;
  };
}
