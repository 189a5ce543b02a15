import { setPriority } from "node:os";

/** Nice value of threads that work beside those that serve. */
const LOW_PRIORITY = 10;

/**
 * Lowers the priority of this thread, so that requests go first. On Linux only: elsewhere that would apply to the whole
 * process. Returns the reason when the call is denied, as containers and systemd may do.
 */
export function lowerPriority(): string | undefined {
  try {
    if (process.platform === "linux") {
      setPriority(0, LOW_PRIORITY);
    }
    return undefined;
  } catch (error) {
    return String(error);
  }
}
