import type { ComponentChildren } from "preact";

interface Column<Row> {
  /** Absent where the cells explain themselves. */
  readonly heading?: string;
  readonly isNumber?: boolean;
  /** Class of the cells. */
  readonly class?: string;
  /** Returns the content of a cell. */
  cell(row: Row): ComponentChildren;
}

export interface TableProps<Row> {
  /** The cells of the first are the headings of their rows. */
  readonly columns: readonly [Column<Row>, ...Column<Row>[]];
  readonly rows: readonly Row[];
  readonly class: string;
  /** Name of the table, for screen readers. */
  readonly label?: string;
  keyOf(row: Row): string | number;
}

/** Table of rows, with the headings of its columns where they have any. */
export function Table<Row>({ columns, rows, class: className, label, keyOf }: TableProps<Row>) {
  return (
    <table class={className} aria-label={label}>
      {columns.some(({ heading }) => heading !== undefined) && <Head columns={columns} />}
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column, i) => (
              <Cell key={i} column={column} row={row} isHeading={i === 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Head<Row>({ columns }: Pick<TableProps<Row>, "columns">) {
  return (
    <thead>
      <tr>
        {columns.map(({ heading, isNumber }, i) =>
          heading === undefined ? (
            <td key={i} />
          ) : (
            <th key={i} scope="col" class={isNumber ? "number" : undefined}>
              {heading}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly isHeading: boolean;
}

/** Cell, which names its column where a narrow page shows each row as a card. */
function Cell<Row>({ column, row, isHeading }: CellProps<Row>) {
  const { heading, isNumber } = column;
  const className = [isNumber && "number", column.class].filter(Boolean).join(" ") || undefined;
  return isHeading ? (
    <th scope="row" class={className}>
      {column.cell(row)}
    </th>
  ) : (
    <td class={className} data-label={heading}>
      {column.cell(row)}
    </td>
  );
}
