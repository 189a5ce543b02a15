/** Shows the progress of a long task: one bar per stage on a terminal, plain lines elsewhere, for logs. */
import type { Progress, Total } from "../import/progress.ts";

const BAR_WIDTH = 24;
const REDRAW_MS = 100;
const PLAIN_LINE_MS = 10_000;

/** Returns a progress that is shown on standard error. */
export function createStderrProgress(): Progress {
  return createProgress({
    write: (text) => void process.stderr.write(text),
    isTerminal: process.stderr.isTTY === true,
  });
}

/** Creates a progress on this output. Stages without a known size show only that they run and how long they took. */
function createProgress(output: { write(text: string): void; readonly isTerminal: boolean }): Progress {
  return {
    async stage(name, work, total = 0) {
      const startMs = performance.now();
      let done = 0;
      let lastDrawnMs = startMs;
      const draw = (isEnd: boolean) => {
        const elapsedMs = performance.now() - startMs;
        const line = renderStage({ name, done, total: toTotal(total), elapsedMs, isEnd });
        if (output.isTerminal) {
          output.write(`\r\x1b[K${line}${isEnd ? "\n" : ""}`);
        } else {
          output.write(`${line}\n`);
        }
      };
      if (output.isTerminal) {
        draw(false);
      }
      const advance = (units: number) => {
        done += units;
        const nowMs = performance.now();
        if (nowMs - lastDrawnMs < (output.isTerminal ? REDRAW_MS : PLAIN_LINE_MS)) {
          return;
        }
        lastDrawnMs = nowMs;
        draw(false);
      };
      try {
        const result = await work(advance);
        draw(true);
        return result;
      } catch (error) {
        // The message about it begins on a line of its own.
        output.write(output.isTerminal ? "\n" : "");
        throw error;
      }
    },
  };
}

const BYTES = "bytes";

function toTotal(total: number | Total): Total {
  return typeof total === "number" ? { count: total, unit: BYTES } : total;
}

interface StageState {
  name: string;
  done: number;
  total: Total;
  elapsedMs: number;
  isEnd: boolean;
}

function renderStage({ name, done, total, elapsedMs, isEnd }: StageState): string {
  const label = name.padEnd(30);
  const seconds = `${(elapsedMs / 1000).toFixed(1)} s`;
  if (total.count === 0) {
    return isEnd ? `${label} ${seconds}` : `${label} …`;
  }
  const rate = formatRate((done / Math.max(elapsedMs, 1)) * 1000, total.unit);
  if (isEnd) {
    return `${label} ${formatTotal({ ...total, count: done })} in ${seconds}, ${rate}`;
  }
  // The total may be an estimate.
  const fraction = Math.min(1, done / total.count);
  const filled = Math.round(fraction * BAR_WIDTH);
  const bar = "█".repeat(filled) + "░".repeat(BAR_WIDTH - filled);
  const remaining = done === 0 ? "" : `, ${formatSeconds((elapsedMs / 1000) * (1 / fraction - 1))} left`;
  return `${label} ${bar} ${(fraction * 100).toFixed(0).padStart(3)} %  ${rate}${remaining}`;
}

function formatRate(perSecond: number, unit: string): string {
  return unit === BYTES ? `${(perSecond / 1e6).toFixed(0)} MB/s` : `${perSecond.toFixed(0)} ${unit}/s`;
}

function formatTotal({ count, unit }: Total): string {
  return unit === BYTES ? formatBytes(count) : `${count.toLocaleString("en")} ${unit}`;
}

function formatBytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function formatSeconds(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}
