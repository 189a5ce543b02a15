/** Runs programs of the system. */

/** Runs a program to its end and returns what it printed. Throws an Error with its messages when it fails. */
export function runProgram(
  command: readonly string[],
  options: { readonly cwd?: string; readonly env?: Record<string, string> } = {},
): Uint8Array<ArrayBuffer> {
  const { cwd, env } = options;
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, ...env },
    stderr: "pipe",
  });
  if (exitCode !== 0) {
    throw new Error(`${command.join(" ")} ended with ${exitCode}: ${stderr.toString().trim()}`);
  }
  return new Uint8Array(stdout);
}
