/** Reads PDF files with Poppler. */
import { hasProgram } from "./processes/find-program.ts";

/** True where PDF files can be read; throws in CI where they cannot. */
export const CAN_READ_PDF = hasProgram("pdftotext", "poppler-utils");

function run(command: readonly string[], pdf: Uint8Array): Buffer {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { stdin: pdf });
  if (exitCode !== 0) {
    throw new Error(`${command[0]}: ${stderr}`);
  }
  return stdout;
}

/** Returns the lines of text of a PDF file, white space collapsed. */
export function linesOfPdf(pdf: Uint8Array): string[] {
  const text = run(["pdftotext", "-layout", "-", "-"], pdf).toString();
  return text.split(/[\n\f]/).map((line) => line.trim().replaceAll(/\s+/g, " "));
}

/** Returns how many pixels of the first page have each colour, as `#rrggbb`. */
export function coloursOfPdf(pdf: Uint8Array): Map<string, number> {
  const ppm = run(["pdftoppm", "-r", "60", "-l", "1", "-"], pdf);
  const pixels = ppm.subarray(/^P6\s+\d+\s+\d+\s+255\s/.exec(ppm.toString("latin1", 0, 32))![0].length);
  const counts = new Map<string, number>();
  for (let at = 0; at < pixels.length; at += 3) {
    const colour = `#${pixels.toString("hex", at, at + 3)}`;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return counts;
}
