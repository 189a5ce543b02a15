/**
 * Returns the most bytes of memory that a process had until it ended. `maxRSS` of Bun is no use here: for a child it
 * starts with the memory of the process that started the child.
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
  if (kilobytes === 0) {
    throw new Error("The process ended before its memory was read.");
  }
  return kilobytes * 1024;
}
