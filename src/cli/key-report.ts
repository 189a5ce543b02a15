/** Renders keys for the `keys` commands, without their secrets. */
import { overlapEnd, stateOf } from "../accounts/key-json.ts";
import type { KeyReport } from "../accounts/key-store.ts";
import { visitorRateOf } from "../accounts/visitor-rate.ts";
import { alignColumns } from "./align-columns.ts";

/** Renders one line for each key, under a heading. */
export function renderKeyList(keys: readonly KeyReport[]): string {
  const rows = keys.map((key) => [
    String(key.id),
    key.name,
    key.kind,
    stateOf(key),
    Number.isFinite(key.ratePerMinute) ? String(key.ratePerMinute) : "none",
    key.kind === "browser" ? showVisitorRate(key) : "-",
    key.monthlyQuota === undefined ? "none" : String(key.monthlyQuota),
    String(key.requestsThisMonth),
    showTime(key.lastUsedAt),
  ]);
  const heading = [
    "id",
    "name",
    "type",
    "state",
    "rate/min",
    "visitor/min",
    "quota/month",
    "this month",
    "last used",
  ];
  return alignColumns([heading, ...rows]);
}

export function renderKey(key: KeyReport): string {
  return alignColumns([
    ["id", String(key.id)],
    ["name", key.name],
    ["type", key.kind],
    ["state", stateOf(key)],
    ["rate", Number.isFinite(key.ratePerMinute) ? `${key.ratePerMinute} per minute` : "none"],
    ...(key.kind === "browser" ? [["visitor rate", visitorRateText(key)]] : []),
    ["quota", key.monthlyQuota === undefined ? "none" : `${key.monthlyQuota} per month`],
    ["this month", `${key.requestsThisMonth} requests`],
    ["origins", key.origins.join(", ") || "none"],
    ["addresses", key.ipRanges.join(", ") || "any"],
    ["expires", showTime(key.expiresAt)],
    ["created", showTime(key.createdAt)],
    ["last used", showTime(key.lastUsedAt)],
    ["old secret", overlapEnd(key) === undefined ? "refused" : `works until ${showTime(overlapEnd(key))}`],
  ]);
}

function showVisitorRate(key: KeyReport): string {
  return String(visitorRateOf(key) ?? "none");
}

function visitorRateText(key: KeyReport): string {
  const rate = showVisitorRate(key);
  if (rate === "none") {
    return rate;
  }
  const origin = key.visitorRatePerMinute === undefined ? " (half of the rate, at least 30)" : "";
  return `${rate} per minute and address${origin}`;
}

function showTime(time: string | undefined): string {
  return time === undefined ? "never" : `${time.slice(0, 19)}Z`;
}
