/** What the scanner has learned of a document: its places, and the tags that lead from one to the next. */

/** A place in the document: one element path. */
export interface Place {
  readonly path: string;
  /** Name as written, to match its closing tag. */
  readonly rawName: string;
  readonly parent: Place | undefined;
  readonly depth: number;
  readonly capture: number;
  readonly record: number;
  /** Steps that start here, by tag name as written (closing tags with their slash). */
  readonly steps: Map<string, Step>;
}

/** One tag at one place. */
export interface Step {
  /** The whole tag; or, when its attributes vary, the tag up to and including the name. */
  raw: string;
  isWhole: boolean;
  readonly opens: boolean;
  readonly closes: boolean;
  /** The element the tag opens or closes. */
  readonly element: Place;
  /** Where the document is after the tag. */
  readonly target: Place;
  dimension: number;
  /** The two steps that last followed this one: the expectation. */
  likely: Step | undefined;
  second: Step | undefined;
}

export function newStep(raw: string, parts: Pick<Step, "opens" | "closes" | "element" | "target">): Step {
  return { raw, isWhole: true, dimension: 0, likely: undefined, second: undefined, ...parts };
}

export function startStep(document: Place): Step {
  return newStep("", { opens: false, closes: false, element: document, target: document });
}
