/**
 * Plans which of the given deliveries apply to a registry of one date and in which order, and finds the gaps between
 * them.
 */
import { ALL_GEMEENTEN } from "../../registry/file/registry-meta.ts";
import { formatBagDate } from "../extract/dates.ts";
import type { AppliedDelivery } from "../import-log.ts";
import { refuseImport } from "../refuse.ts";
import { type Delivery, deliveryName, formatPeriod } from "./delivery.ts";

/** Days without mutations: after `from`, up to and including `to`. YYYYMMDD. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

export interface DeliveryPlan {
  /** In order of application. */
  readonly deliveries: readonly Delivery[];
  readonly gaps: readonly Gap[];
  readonly skipped: readonly SkippedDelivery[];
}

interface SkippedDelivery {
  readonly delivery: Delivery;
  /** Message to the user. */
  readonly reason: string;
}

export interface OrderOptions {
  /** Reference date of the registry, YYYYMMDD. */
  readonly referenceDate: number;
  /** Area whose mutations the registry needs: codes of gemeenten, or ALL_GEMEENTEN alone. */
  readonly area: readonly string[];
  readonly appliedDeliveries: readonly AppliedDelivery[];
  /** Days whose mutations the registry lacks, although its date covers them. */
  readonly knownGaps: readonly Gap[];
  readonly allowGap: boolean;
}

/**
 * Sorts deliveries by the date that they lead to. A delivery that overlaps the state it applies to is harmless, because
 * its mutations set the voorkomens that they name.
 * - Skips a delivery that leads to no later date than the registry's, one of other gemeenten, and one given twice.
 * - Throws `import_refused` for a delivery that leads to no later date than another one given, and for two different
 *   deliveries of one period and area.
 * - Unless gaps are allowed, throws it also for a delivery that begins after the state it applies to, and when the
 *   deliveries do not lead the registry's whole area to one date.
 */
export function orderDeliveries(given: readonly Delivery[], options: OrderOptions): DeliveryPlan {
  const { referenceDate, area, allowGap } = options;
  const sorted = given.toSorted(compareDeliveries);
  const deliveries: Delivery[] = [];
  const gaps: Gap[] = [];
  const skipped: SkippedDelivery[] = [];
  /** Date that each part of the area has reached. */
  const reachedDates = new Map(area.map((code) => [code, referenceDate]));
  for (const delivery of sorted) {
    const { from, to } = delivery.period;
    const covered = area.filter((code) =>
      delivery.areas.some((one) => one === code || one === ALL_GEMEENTEN),
    );
    const earliest = Math.min(...covered.map((code) => reachedDates.get(code)!));
    if (covered.length === 0 && !area.includes(ALL_GEMEENTEN)) {
      skipped.push({ delivery, reason: "covers no gemeente of the registry" });
    } else if (findSameDelivery(delivery, deliveries) !== undefined) {
      skipped.push({ delivery, reason: "given twice" });
    } else if (to <= referenceDate) {
      skipped.push({ delivery, reason: reasonToSkip(delivery, options) });
    } else {
      if (covered.length > 0 && to <= earliest) {
        refuseSuperseded(delivery, earliest);
      }
      if (covered.length > 0 && from > earliest) {
        gaps.push(gapBefore(delivery, earliest, allowGap));
      }
      deliveries.push(delivery);
      for (const code of covered) {
        reachedDates.set(code, Math.max(to, reachedDates.get(code)!));
      }
    }
  }
  gaps.push(...listLaggingGaps(reachedDates, deliveries, allowGap));
  return { deliveries, gaps: withoutDuplicates(gaps), skipped };
}

/**
 * Sorts by period; within one period, deliveries of gemeenten before the country's, so that each of them adds
 * something.
 */
function compareDeliveries(a: Delivery, b: Delivery): number {
  const breadth = ({ areas }: Delivery) => (areas.includes(ALL_GEMEENTEN) ? 1 : 0);
  return a.period.to - b.period.to || a.period.from - b.period.from || breadth(a) - breadth(b);
}

/**
 * Returns the days for which a part of the registry's area has no deliveries, up to the date that the other deliveries
 * lead to. Throws `import_refused` when there are any and gaps are not allowed.
 */
function listLaggingGaps(
  reachedDates: ReadonlyMap<string, number>,
  deliveries: readonly Delivery[],
  isAllowed: boolean,
): Gap[] {
  const to = deliveries.at(-1)?.period.to ?? 0;
  const lagging = [...reachedDates].filter(([, date]) => date < to);
  if (!isAllowed && lagging.length > 0) {
    const [codes, dates] = [lagging.map(([code]) => code), lagging.map(([, date]) => date)];
    const laggingArea = codes.includes(ALL_GEMEENTEN) ? "the country" : `gemeente ${codes.join(", ")}`;
    refuseImport(
      `the deliveries lead to ${formatBagDate(to)}, but those of ${laggingArea} only to ${formatBagDate(Math.min(...dates))}, and the registry covers it too: ` +
        "give the missing deliveries, or apply these without them by --allow-gap",
    );
  }
  return lagging.map(([, from]) => ({ from, to }));
}

function withoutDuplicates(gaps: readonly Gap[]): Gap[] {
  return [...new Map(gaps.map((gap) => [`${gap.from} ${gap.to}`, gap])).values()];
}

/**
 * Returns the accepted delivery that a delivery repeats; throws `import_refused` for a different one of the same period
 * and area.
 */
function findSameDelivery(delivery: Delivery, accepted: readonly Delivery[]): Delivery | undefined {
  const { period, areas, digest } = delivery;
  const samePeriod = accepted.find((other) => isSamePeriod(other, delivery) && sharesArea(other, areas));
  if (samePeriod !== undefined && samePeriod.digest !== digest) {
    refuseImport(
      `${samePeriod.file} and ${delivery.file} are different deliveries of one period, ${formatPeriod(period)}; give one of them`,
    );
  }
  return samePeriod;
}

function isSamePeriod(a: Delivery, b: Delivery): boolean {
  return a.period.from === b.period.from && a.period.to === b.period.to;
}

function sharesArea(delivery: Delivery, areas: readonly string[]): boolean {
  return delivery.areas.some((area) => areas.includes(area));
}

function gapBefore(delivery: Delivery, date: number, isAllowed: boolean): Gap {
  const { from } = delivery.period;
  if (isAllowed) {
    return { from: date, to: from };
  }
  return refuseImport(
    `${delivery.file} begins on ${formatBagDate(from)}, the registry is of ${formatBagDate(date)}: the mutations between these dates are missing. ` +
      "Give the deliveries of these dates, import a newer extract, or apply this delivery without them by --allow-gap",
  );
}

function wasApplied({ period, digest }: Delivery, appliedDeliveries: readonly AppliedDelivery[]): boolean {
  const [from, to] = [formatBagDate(period.from), formatBagDate(period.to)];
  return appliedDeliveries.some((other) => other.from === from && other.to === to && other.digest === digest);
}

/** Returns the reason, shown to the user, to skip a delivery that leads to no later date than the registry's. */
function reasonToSkip(
  delivery: Delivery,
  { appliedDeliveries, knownGaps, referenceDate }: OrderOptions,
): string {
  if (wasApplied(delivery, appliedDeliveries)) {
    return "applied before";
  }
  const { from, to } = delivery.period;
  const gap = knownGaps.find((one) => from < one.to && one.from < to);
  if (gap === undefined) {
    return `the registry of ${formatBagDate(referenceDate)} contains it already`;
  }
  return (
    `of days that the registry of ${formatBagDate(referenceDate)} lacks (${formatPeriod(gap)}): deliveries can only be applied in order of ` +
    "date, so import a newer extract instead"
  );
}

function refuseSuperseded(delivery: Delivery, date: number): never {
  return refuseImport(
    `${deliveryName(delivery)} leads to ${formatBagDate(delivery.period.to)}; another delivery given leads to ${formatBagDate(date)}: give only one of the two`,
  );
}
