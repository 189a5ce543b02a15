/** First argument with which a server starts this program to geocode the file of one job; no command for users. */
export const GEOCODE_JOB = "--geocode-job";
/** First argument with which an import starts this program to read a file of names or borders on trial. */
export const CHECK_COMPANION = "--check-companion";

/** Returns the command that runs this program as it runs now: the same executable, or the same runtime and files. */
export function selfCommand(args: readonly string[]): string[] {
  if (Bun.isStandaloneExecutable) {
    return [process.execPath, ...args];
  }
  return [process.execPath, ...process.execArgv, process.argv[1]!, ...args];
}
