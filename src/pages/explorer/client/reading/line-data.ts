import type { ComponentChildren } from "preact";
import type { AnswerOf } from "../../../../http/client/client.ts";
import type { AddressData } from "../kinds/address.tsx";
import type { Address } from "../known-addresses.ts";
import type { nearParameters } from "../map-place.ts";
import type { PostcodeRange, ShownSuggestion } from "../search/suggestions.ts";
import type { FormerAddress } from "../time/former-parts.tsx";
import type { ReadingTrace } from "./mark-line.ts";

/** Data of the card of a typed line. */
export interface LineData {
  /** Draws the card; its script is loaded in parallel with the data. */
  readonly Body: (props: { readonly data: LineData }) => ComponentChildren;
  readonly line: string;
  /** Position that the search preferred. */
  readonly near: ReturnType<typeof nearParameters>;
  /** The one address that is meant; absent when none is certain. */
  readonly answer?: AddressData & { readonly match: AnswerOf<"/geocode/forward">["data"]["match"] };
  /** Reason of a refusal, as the interface gives it (docs/search.md, "Refusals"). */
  readonly reason?: { readonly why: string } | undefined;
  /** Former addresses that the line names, when no address is as it says. */
  readonly former?: readonly FormerAddress[];
  /** Things that the whole line names, such as a place by its code. */
  readonly named?: readonly ShownSuggestion[];
  /** Existing postcode that the line begins with. */
  readonly postcode?: PostcodeRange | undefined;
  /** Best first; candidates of the search where the refusal has none. */
  readonly candidates: readonly Address[];
  readonly total: number;
  /** Absent with a browser key. */
  readonly trace?: ReadingTrace;
}

/** Returns true when the candidates are only near the number typed, which the street does not have. */
export function lacksNumber({ reason }: Pick<LineData, "reason">): boolean {
  return reason?.why === "no such number";
}
