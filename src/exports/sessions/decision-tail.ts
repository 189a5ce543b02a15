/** Places and counts of the decisions about a file. */
import { LineTail } from "./line-tail.ts";

/** Place of the line of a decision, in bytes. */
export interface Place {
  readonly at: number;
  readonly length: number;
  /** True for a decision that the row has no address. */
  readonly isNone: boolean;
}

/** A whole entry as decisions.ts writes it: the row, and whether a decision was taken back, or is for no address. */
const LINE = /^\{"index":(\d+),"decision":(?:(null)\}|\{"address":(null|\{).*\}\}$)/s;

export class DecisionTail extends LineTail {
  /** Decisions in force by the index of their row. */
  readonly rows = new Map<number, Place>();
  /** Number of rows that were decided to have no address. */
  none = 0;
  /** Number of entries. */
  revision = 0;

  /** Adds the decision of a line; ignores a torn line. */
  protected add(line: string, at: number): void {
    const [, row, isTakenBack, address] = LINE.exec(line) ?? [];
    if (row === undefined) {
      return;
    }
    this.revision++;
    const index = Number(row);
    this.none -= this.rows.get(index)?.isNone ? 1 : 0;
    if (isTakenBack !== undefined) {
      this.rows.delete(index);
      return;
    }
    const isNone = address === "null";
    this.none += isNone ? 1 : 0;
    this.rows.set(index, { at, length: line.length, isNone });
  }

  protected clear(): void {
    this.rows.clear();
    this.none = 0;
    this.revision = 0;
  }
}
