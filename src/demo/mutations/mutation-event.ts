import type { MutationGroup } from "../official-format/mutation-file.ts";
import type { ObjectType } from "../official-format/objects.ts";
import type { TallyChange } from "../tally.ts";

/** What becomes of one object on the day after the reference date. */
export interface DemoChange {
  readonly type: ObjectType;
  readonly identificatie: string;
  readonly kind: "added" | "changed" | "ended" | "removed" | "announced" | "in onderzoek";
}

/** One event: its groups, what they do, and how they change the counts of the day after. */
export interface MutationEvent {
  readonly groups: readonly MutationGroup[];
  /** Groups of the IOMUT files. */
  readonly inOnderzoek?: readonly MutationGroup[];
  readonly changes: readonly DemoChange[];
  readonly tally: readonly TallyChange[];
}
