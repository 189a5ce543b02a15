/** Values that the server passes to the script of the documentation. Imports nothing else of the server. */
import type { SampleRequest } from "./code-samples.ts";

/** Data of the page. */
export interface DocsPageData {
  readonly baseUrl: string;
  /** Address of the entries of the search. */
  readonly searchIndex: string;
}

/** Data of an operation: the request of its samples, and its parameters. */
export interface OperationData extends Omit<SampleRequest, "baseUrl"> {
  readonly parameters: readonly ParameterData[];
}

export interface ParameterData {
  readonly name: string;
  readonly required: boolean;
  readonly isNumber: boolean;
  /** Values of a closed list. */
  readonly choices?: readonly (string | number)[] | undefined;
  readonly example?: string | number | undefined;
}

/** Entry of the search: kind, title, address, and further text in which words are found. */
export type SearchEntry = readonly [kind: SearchKind, title: string, address: string, text: string];
export type SearchKind = "operation" | "parameter" | "field" | "error" | "guide" | "heading";
