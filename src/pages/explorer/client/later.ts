/** Parts that few visitors open, as one script: several would split the code that they share with others. */

export { openOldest } from "./parts/oldest-buildings.tsx";
export { showRequest } from "./parts/request-forms.tsx";
export { openTimeLine } from "./time/time-line.tsx";
export { openYears } from "./time/years.tsx";
