/** Answers of the routes below `/files` (docs/files-page.md), as their handlers return them. */
import type { DoubtfulRows, RowPoints } from "../server/review-endpoints.ts";
import type { FilesState, ReadFile } from "../server/session-state.ts";

export type PreviewState = FilesState & { readonly phase: "preview" };
/** State of a run over the rows of a file. */
export type RunState = Extract<FilesState, { readonly by_match: unknown }>;

export type FileColumn = ReadFile["columns"][number];
export type Role = NonNullable<FileColumn["role"]>;
export interface RoleOfColumn {
  readonly role: Role;
  readonly index: number;
}
export type FileTrait = ReadFile["file"]["traits"][number];

export type DecidedCounts = RunState["decided"];
export type RowPoint = RowPoints["points"][number];

export type DoubtfulRow = DoubtfulRows["data"][number];
export type Decision = NonNullable<DoubtfulRow["decision"]>;
export type FormerAddress = NonNullable<DoubtfulRow["former"]>;
export type FoundAddress = DoubtfulRow["suggestions"][number];
export type MatchKind = DoubtfulRow["match"];
export type RowReason = NonNullable<DoubtfulRow["reason"]>["why"];
