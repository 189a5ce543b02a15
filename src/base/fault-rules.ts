/**
 * Rules that a field of a request can break, each with its text in Laravel's wording (docs/interface.md, "Wording of
 * messages"). `:attribute` is the name of the field, other words after a colon are values of the fault.
 */
export const FAULT_RULES = {
  required_with: "The :attribute field is required when :other is present.",
  required_without: "The :attribute field is required when :other is not present.",
  missing_with: "The :attribute field must be missing when :other is present.",
  required_without_both: "The :attribute field is required when :first and :second are not present.",
  required: "The :attribute field is required.",
  unknown: "The :attribute field does not exist; the nearest name is :nearest.",
  once: "The :attribute field must be given once.",
  string: "The :attribute field must be a string.",
  integer_beside_parts:
    "The :attribute field must be an integer when letter or addition is given separately.",
  integer: "The :attribute field must be an integer.",
  boolean: "The :attribute field must be true or false.",
  number: "The :attribute field must be a number.",
  date: "The :attribute field must match the format YYYY-MM-DD.",
  uuid: "The :attribute field must be a valid UUID.",
  format: "The :attribute field format is invalid.",
  /** `example` is only for the texts of other languages, because clients compare this text. */
  format_like: "The :attribute field format is invalid.",
  other_days: "The :attribute field must be the next_cursor of a part with the same from and to.",
  each_digits: "Each item of the :attribute field must be :count digits.",
  digits_between: "The :attribute field must be between :min and :max digits.",
  digits: "The :attribute field must be :count digits.",
  min_length: "The :attribute field must be at least :min characters.",
  min: "The :attribute field must be at least :min.",
  max_length: "The :attribute field must not be greater than :max characters.",
  max_at_zoom: "The :attribute field must not be greater than :max at zoom :zoom.",
  max_with: "The :attribute field must not be greater than :max with :other.",
  max: "The :attribute field must not be greater than :max.",
  max_items: "The :attribute field must not have more than :max items.",
  after: "The :attribute field must be a date after :other.",
  max_days: "The :attribute field must not be more than :max days after :other.",
  not_below: "The :attribute field must be greater than or equal to :other.",
  tile_row: "The :attribute field must be a row, from the north, and .mvt.",
  csv_only: "The :attribute field is for csv only.",
  not_for_kind: "The :attribute field does not apply to what=:what, which takes :taken.",
  no_day: "The :attribute field cannot be used here: this path does not answer about one day.",
  today_only_with: "The :attribute field cannot be used with :other, which is of today.",
  not_json: "The :attribute field is not valid JSON.",
  too_deep: "The :attribute field must not be nested more than :max levels deep.",
  area: "The polygon :fault.",
  area_at: "The polygon's :at :fault.",
  choice: "The selected :attribute is invalid.",
  choice_of: "The selected :attribute is invalid. Use one of: :values.",
  choice_unlike: "The selected :attribute is invalid. :existing",
} as const;

export type FaultRule = keyof typeof FAULT_RULES;

/** A broken rule, with the values of its text. */
export interface Fault {
  readonly rule: FaultRule;
  readonly [value: string]: string | number;
}

export function faultOf(rule: FaultRule, values: Readonly<Record<string, string | number>> = {}): Fault {
  return { rule, ...values };
}

/** Returns the text of a fault; `attribute` names the field. */
export function faultText({ rule, ...values }: Fault, attribute: string): string {
  return FAULT_RULES[rule].replaceAll(/:(\w+)/g, (whole, value: string) =>
    value === "attribute" ? attribute : String(values[value] ?? whole),
  );
}

/** Returns a fault as a message of a Zod schema, which can only be text. */
export function faultMessage(rule: FaultRule, values?: Readonly<Record<string, string | number>>): string {
  return FAULT_MARK + JSON.stringify(faultOf(rule, values));
}

/** Reads the fault from a message; other messages of Zod are returned unchanged. */
export function readFaultMessage(message: string): Fault | string {
  return message.startsWith(FAULT_MARK) ? JSON.parse(message.slice(FAULT_MARK.length)) : message;
}

const FAULT_MARK = "fault:";

/** Returns the name of a field as Laravel spells it: `per page` for `per_page`; a name with brackets is unchanged. */
export function fieldName(name: string): string {
  return name.includes("[") ? name : name.replaceAll("_", " ");
}
