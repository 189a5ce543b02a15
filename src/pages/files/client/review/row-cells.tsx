import { pickTexts } from "../../../kit/client/texts.ts";
import type { DoubtfulRow, FileColumn, Role } from "../answers.ts";
import { roleTexts } from "../columns/file-facts.ts";

const texts = pickTexts({
  understood: { en: "Understood as", nl: "Zo begrepen" },
  otherCells: {
    en: (n: number) => (n === 1 ? "1 other column" : `${n} other columns`),
    nl: (n: number) => (n === 1 ? "1 andere kolom" : `${n} andere kolommen`),
  },
  emptyCell: { en: "empty", nl: "leeg" },
});

interface RowCellsProps {
  readonly row: DoubtfulRow;
  readonly columns: readonly FileColumn[];
}

/** Cells of a row: cells of the address with the parts read in them, the others on request. */
export function RowCells({ row, columns }: RowCellsProps) {
  const used = columns.filter(({ role }) => role !== null);
  const others = columns.filter((column) => column.role === null && textOf(row, column) !== "");
  return (
    <>
      <Cells row={row} columns={used} />
      {row.match !== "undecided" && (
        <p class="understood">
          <span class="muted">{texts.understood}</span> {understoodText(row) || texts.emptyCell}
        </p>
      )}
      {others.length > 0 && (
        <details class="other-cells">
          <summary class="hint">{texts.otherCells(others.length)}</summary>
          <Cells row={row} columns={others} />
        </details>
      )}
    </>
  );
}

function Cells({ row, columns }: RowCellsProps) {
  return (
    <dl class="cells">
      {columns.map((column) => (
        <div key={column.index}>
          <dt>
            {column.name} {column.role && <span class="muted">{roleTexts[column.role]}</span>}
          </dt>
          <dd>{textOf(row, column) || <span class="muted">{texts.emptyCell}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

function textOf({ cells }: DoubtfulRow, { index }: FileColumn): string {
  return cells.find((cell) => cell.index === index)?.text ?? "";
}

/** Roles in the order in which an address is written. */
const WRITTEN: readonly Role[] = [
  "text",
  "street",
  "number",
  "letter",
  "addition",
  "postcode",
  "place",
  "gemeente",
  "country",
  "position",
];

function understoodText({ understood }: DoubtfulRow): string {
  return WRITTEN.flatMap((role) => understood[role] ?? []).join(" ");
}
