/** Opens tables with LibreOffice as a Dutch Excel opens them by a double click. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { findProgram } from "../processes/find-program.ts";
import { readTable } from "./read-table.ts";

/** Filter of CSV: semicolon, quote, UTF-8, first line 1, standard columns, Dutch (1043). */
const CSV_FILTER = "CSV:59,34,76,1,,1043";

interface OpenedTable {
  readonly columns: readonly string[];
  /** Text cells as text, number cells as numbers, days and times as `date …`: no text may become a date. */
  readonly cells: readonly (readonly (string | number)[])[];
}

/** Opens a CSV or xlsx file. */
export async function openInDutch(file: string): Promise<OpenedTable> {
  const folder = mkdtempSync(join(tmpdir(), "baken-dutch-"));
  try {
    const { exitCode, stderr } = Bun.spawnSync(
      [
        findProgram("soffice")!,
        `-env:UserInstallation=file://${folder}/profile`,
        "--headless",
        ...(file.endsWith(".csv") ? [`--infilter=${CSV_FILTER}`] : []),
        "--convert-to",
        "xlsx",
        "--outdir",
        folder,
        file,
      ],
      { env: { ...process.env, LC_ALL: "nl_NL.UTF-8" } },
    );
    if (exitCode !== 0) {
      throw new Error(`soffice: ${stderr}`);
    }
    const { columns, rows } = await readTable(join(folder, basename(file).replace(/\.\w+$/, ".xlsx")));
    const cells = rows.map((row) =>
      row.map((cell) => {
        if (typeof cell === "string") {
          return cell;
        }
        return cell.kind === "number" ? Number(cell.stored) : `${cell.kind} ${cell.text}`;
      }),
    );
    return { columns, cells };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
