/** What few visitors open, as one script: each script of its own would split the parts that it shares with others. */

export { openOldest } from "./parts/oldest-buildings.tsx";
export { RequestTabs } from "./parts/request-tabs.tsx";
export { openTimeLine } from "./time/time-line.tsx";
export { openYears } from "./time/years.tsx";
