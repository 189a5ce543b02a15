/** Styles of a sheet: one for each number format in it. */
import { BUILT_IN_FORMATS } from "../number-formats.ts";
import { escapeXml } from "./xlsx-text.ts";

const BUILT_IN_IDS = new Map(Object.entries(BUILT_IN_FORMATS).map(([id, code]) => [code, Number(id)]));
/** Number of the first format that has a code of its own. */
const FIRST_CUSTOM_ID = 164;
/** Format of cells that keep their text when somebody edits them: leading zeros, numbers of 16 digits. */
export const TEXT_FORMAT = "@";

/** Collects the number formats of a sheet; a style's number is its place in the list. */
export class SheetStyles {
  readonly #styles = new Map<string, number>();

  /** Returns the number of the style of a format; 0 is the general one. */
  styleOf(format: string): number {
    const known = this.#styles.get(format);
    if (known !== undefined) {
      return known;
    }
    const style = this.#styles.size + 1;
    this.#styles.set(format, style);
    return style;
  }

  /** Returns styles.xml. */
  toXml(): string {
    const customs = [...this.#styles.keys()].filter((code) => !BUILT_IN_IDS.has(code));
    const idOf = (code: string) => BUILT_IN_IDS.get(code) ?? FIRST_CUSTOM_ID + customs.indexOf(code);
    const formats = customs.map(
      (code) => `<numFmt numFmtId="${idOf(code)}" formatCode="${escapeXml(code)}"/>`,
    );
    const styles = [...this.#styles.keys()].map(
      (code) =>
        `<xf numFmtId="${idOf(code)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    );
    return (
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
      (formats.length > 0 ? `<numFmts count="${formats.length}">${formats.join("")}</numFmts>` : "") +
      '<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>' +
      '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
      '<fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `<cellXfs count="${styles.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
      `${styles.join("")}</cellXfs>` +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    );
  }
}
