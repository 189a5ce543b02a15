/**
 * Returns the most bytes of memory that a process had when it was last looked at: the `maxRSS` of a child begins with
 * that of the process that started it.
 */
export async function watchMemory(child: Bun.Subprocess): Promise<number> {
  let kilobytes = 0;
  for (let isRunning = true; isRunning; isRunning = child.exitCode === null) {
    const status = await Bun.file(`/proc/${child.pid}/status`)
      .text()
      .catch(() => "");
    kilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? kilobytes);
    await Bun.sleep(2);
  }
  return kilobytes * 1024;
}
