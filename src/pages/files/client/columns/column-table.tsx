import { useLayoutEffect, useRef } from "preact/hooks";
import { pickTexts } from "../../../kit/client/texts.ts";
import type { ReadFile } from "../../server/session-state.ts";
import type { FileColumn, Role, RoleOfColumn } from "../answers.ts";
import { formatCount } from "../format.ts";
import { withRole } from "./column-uses.ts";
import { roleTexts } from "./file-facts.ts";

const texts = pickTexts({
  firstRows: { en: "First rows", nl: "Eerste rijen" },
  rowNumber: { en: "Row", nl: "Rij" },
  roleOf: { en: (column: string) => `Column ${column} is`, nl: (column: string) => `Kolom ${column} is` },
  notUsed: { en: "do not use", nl: "niet gebruiken" },
});

/** Roles to choose from; the columns of ids are found. */
const CHOICES = (Object.keys(roleTexts) as Role[]).filter((role) => role !== "id" && role !== "day");

interface ColumnTableProps {
  readonly state: ReadFile;
  readonly uses: readonly RoleOfColumn[];
  /** Takes the columns with another role; absent for columns that cannot be chosen. */
  onChange?(uses: readonly RoleOfColumn[]): void;
}

/** The first rows as a spreadsheet shows them; above each column its role. */
export function ColumnTable({ state, uses, onChange }: ColumnTableProps) {
  const { columns, first_rows, head_rows } = state;
  const roleOf = (index: number) => uses.find((use) => use.index === index)?.role;
  const sheet = useUsedInView();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard.
    <section ref={sheet} class="sheet" tabIndex={0} aria-label={texts.firstRows}>
      <table>
        <thead>
          <tr>
            <th scope="col" class="row-number">
              <span class="visually-hidden">{texts.rowNumber}</span>
            </th>
            {columns.map((column) => (
              <ColumnHead
                key={column.index}
                column={column}
                role={roleOf(column.index)}
                onChange={
                  onChange && ((role) => onChange(withRole(uses, { columns, index: column.index, role })))
                }
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {first_rows.map((row, i) => (
            <tr key={i}>
              <th scope="row" class="row-number">
                {formatCount(head_rows + 1 + i)}
              </th>
              {columns.map(({ index }) => (
                <td key={index} class={roleOf(index) === undefined ? undefined : "used"}>
                  {row[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Scrolls a wide table to its first used column when it is shown. */
function useUsedInView() {
  const sheet = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const table = sheet.current!;
    const used = table.querySelector<HTMLElement>("th.used");
    const numbers = table.querySelector<HTMLElement>("th")!.offsetWidth;
    if (used !== null && used.offsetLeft + used.offsetWidth > table.clientWidth) {
      table.scrollLeft = used.offsetLeft - numbers;
    }
  }, []);
  return sheet;
}

interface ColumnHeadProps {
  readonly column: FileColumn;
  readonly role: Role | undefined;
  readonly onChange: ((role: Role | undefined) => void) | undefined;
}

function ColumnHead({ column: { letter, name }, role, onChange }: ColumnHeadProps) {
  return (
    <th scope="col" class={role === undefined ? undefined : "used"}>
      <span class="column-name">
        <span class="column-letter">{letter}</span> {name}
      </span>
      {onChange === undefined ? (
        <span class="column-role">{role && roleTexts[role]}</span>
      ) : (
        <select
          class="input column-role"
          aria-label={texts.roleOf(name)}
          value={role ?? ""}
          onChange={(event) => onChange((event.currentTarget.value || undefined) as Role | undefined)}
        >
          <option value="">{texts.notUsed}</option>
          {CHOICES.map((each) => (
            <option key={each} value={each}>
              {roleTexts[each]}
            </option>
          ))}
        </select>
      )}
    </th>
  );
}
