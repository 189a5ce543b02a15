/** Which of the given deliveries a registry of one date can take, in which order, and where mutations are missing between them. */
import { COUNTRY } from "../../registry/registry-meta.ts";
import { refuse } from "../refuse.ts";
import { formatDate } from "../voorkomen.ts";
import { type Delivery, deliveryName, formatPeriod } from "./delivery.ts";

/** Days of which no mutations were given: after `from`, up to and including `to`. YYYYMMDD. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** What tells whether a delivery has been applied before. */
export interface AppliedDelivery {
  readonly from: string;
  readonly to: string;
  readonly digest: string;
}

export interface DeliveryPlan {
  /** In the order in which they apply. */
  readonly deliveries: readonly Delivery[];
  readonly gaps: readonly Gap[];
  readonly skipped: readonly SkippedDelivery[];
}

export interface SkippedDelivery {
  readonly delivery: Delivery;
  /** Told to the user. */
  readonly reason: string;
}

export interface OrderOptions {
  /** Of the registry, YYYYMMDD. */
  readonly referenceDate: number;
  /** Of which the registry needs the mutations: codes of gemeenten, or COUNTRY alone. */
  readonly area: readonly string[];
  readonly applied: readonly AppliedDelivery[];
  /** Days of which the registry holds no mutations, although its date covers them. */
  readonly knownGaps: readonly Gap[];
  readonly allowGap: boolean;
}

/**
 * Sorts by the date a delivery leads to. One that overlaps the state it meets is harmless, for its mutations set what
 * they name. Skips one that leads to no later date than the registry's, or is of other gemeenten. Refuses one that leads to
 * no later date than another one given, and, unless gaps are allowed, one that begins after the state it meets, and
 * deliveries that do not lead all of the registry's area to one date.
 */
export function orderDeliveries(given: readonly Delivery[], options: OrderOptions): DeliveryPlan {
  const { referenceDate, area, allowGap } = options;
  const sorted = given.toSorted(compareDeliveries);
  const deliveries: Delivery[] = [];
  const gaps: Gap[] = [];
  const skipped: SkippedDelivery[] = [];
  /** To which date each part of the area has come. */
  const reached = new Map(area.map((code) => [code, referenceDate]));
  for (const delivery of sorted) {
    const { from, to } = delivery.period;
    const covered = area.filter((code) => delivery.areas.some((one) => one === code || one === COUNTRY));
    const first = Math.min(...covered.map((code) => reached.get(code)!));
    if (covered.length === 0 && !area.includes(COUNTRY))
      skipped.push({ delivery, reason: "of no gemeente of the registry" });
    else if (findTwin(delivery, deliveries) !== undefined) skipped.push({ delivery, reason: "given twice" });
    else if (to <= referenceDate) skipped.push({ delivery, reason: reasonToSkip(delivery, options) });
    else {
      if (covered.length > 0 && to <= first) refuseOld(delivery, first);
      if (covered.length > 0 && from > first) gaps.push(gapBefore(delivery, first, allowGap));
      deliveries.push(delivery);
      for (const code of covered) reached.set(code, Math.max(to, reached.get(code)!));
    }
  }
  gaps.push(...listLagging(reached, deliveries, allowGap));
  return { deliveries, gaps: withoutDoubles(gaps), skipped };
}

/** Of one period, those of gemeenten before the country's: each of them tells something then. */
function compareDeliveries(a: Delivery, b: Delivery): number {
  const breadth = ({ areas }: Delivery) => (areas.includes(COUNTRY) ? 1 : 0);
  return a.period.to - b.period.to || a.period.from - b.period.from || breadth(a) - breadth(b);
}

/** The days that the deliveries, which lead to one date, tell nothing about for some of the registry's area. */
function listLagging(
  reached: ReadonlyMap<string, number>,
  deliveries: readonly Delivery[],
  isAllowed: boolean,
): Gap[] {
  const to = deliveries.at(-1)?.period.to ?? 0;
  const lagging = [...reached].filter(([, date]) => date < to);
  if (!isAllowed && lagging.length > 0) {
    const [codes, dates] = [lagging.map(([code]) => code), lagging.map(([, date]) => date)];
    const whose = codes.includes(COUNTRY) ? "the country" : `gemeente ${codes.join(", ")}`;
    refuse(
      `the deliveries lead to ${formatDate(to)}, but those of ${whose} only to ${formatDate(Math.min(...dates))}, and the registry holds it too: ` +
        "give the deliveries that are missing; --allow-gap applies these all the same",
    );
  }
  return lagging.map(([, from]) => ({ from, to }));
}

function withoutDoubles(gaps: readonly Gap[]): Gap[] {
  return [...new Map(gaps.map((gap) => [`${gap.from} ${gap.to}`, gap])).values()];
}

/** The same delivery among those before; refuses another one of the same period and area. */
function findTwin(delivery: Delivery, before: readonly Delivery[]): Delivery | undefined {
  const { period, areas, digest } = delivery;
  const rival = before.find((other) => isSamePeriod(other, delivery) && sharesArea(other, areas));
  if (rival !== undefined && rival.digest !== digest)
    refuse(
      `${rival.file} and ${delivery.file} are different deliveries of one period, ${formatPeriod(period)}; give one of them`,
    );
  return rival;
}

function isSamePeriod(a: Delivery, b: Delivery): boolean {
  return a.period.from === b.period.from && a.period.to === b.period.to;
}

function sharesArea(delivery: Delivery, areas: readonly string[]): boolean {
  return delivery.areas.some((area) => areas.includes(area));
}

function gapBefore(delivery: Delivery, date: number, isAllowed: boolean): Gap {
  const { from } = delivery.period;
  if (isAllowed) return { from: date, to: from };
  return refuse(
    `${delivery.file} begins on ${formatDate(from)}, the registry is of ${formatDate(date)}: the mutations between are missing. ` +
      "Give the deliveries between, or import a newer extract; --allow-gap applies it all the same",
  );
}

function wasApplied({ period, digest }: Delivery, applied: readonly AppliedDelivery[]): boolean {
  const [from, to] = [formatDate(period.from), formatDate(period.to)];
  return applied.some((other) => other.from === from && other.to === to && other.digest === digest);
}

/** The reason, told to the user, for which a delivery that leads to no later date than the registry's is skipped. */
function reasonToSkip(delivery: Delivery, { applied, knownGaps, referenceDate }: OrderOptions): string {
  if (wasApplied(delivery, applied)) return "applied before";
  const { from, to } = delivery.period;
  const gap = knownGaps.find((one) => from < one.to && one.from < to);
  if (gap === undefined) return `the registry of ${formatDate(referenceDate)} covers it`;
  return (
    `of days that the registry of ${formatDate(referenceDate)} lacks (${formatPeriod(gap)}): deliveries apply in the order of their ` +
    "dates, so only an import of a newer extract mends that"
  );
}

function refuseOld(delivery: Delivery, date: number): never {
  return refuse(
    `${deliveryName(delivery)} leads to ${formatDate(delivery.period.to)}; another delivery given leads to ${formatDate(date)}: give only one of the two`,
  );
}
