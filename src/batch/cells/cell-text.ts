import type { Cell } from "../../tables/table.ts";

/** Returns the text of a cell without spaces around it. */
export function cellText(cell: Cell | undefined): string {
  return cell === undefined ? "" : (typeof cell === "string" ? cell : cell.text).trim();
}
