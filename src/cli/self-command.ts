/** Returns the command that runs this program as it runs now: the same runtime, the same sources. */
export function selfCommand(args: readonly string[]): string[] {
  return [process.execPath, ...process.execArgv, process.argv[1]!, ...args];
}
