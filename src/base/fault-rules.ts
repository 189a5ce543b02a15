/**
 * Rules that a field of a request can break, each with the text of the interface: Laravel's wording (docs/interface.md,
 * "Wording of messages"). `:attribute` is the name of the field, other words after a colon are values of the fault. The
 * pages read the rule and its values back from a text, to say it in Dutch (pages/reference/client/fault-texts.ts); the
 * first rule that fits a text counts, so the closer ones stand first.
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
  number: "The :attribute field must be a number.",
  date: "The :attribute field must match the format YYYY-MM-DD.",
  uuid: "The :attribute field must be a valid UUID.",
  format: "The :attribute field format is invalid.",
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
  choice_of: "The selected :attribute is invalid. There are :values.",
  choice_unlike: "The selected :attribute is invalid. :existing",
} as const;

export type FaultRule = keyof typeof FAULT_RULES;

/** Returns the text of a fault; `:attribute` stays, for whoever knows the field. */
export function faultText(rule: FaultRule, values: Readonly<Record<string, string | number>> = {}): string {
  return FAULT_RULES[rule].replaceAll(/:(\w+)/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Fills the name into a text as Laravel does: `per page` for `per_page`; a name with brackets stays unchanged. */
export function nameField(text: string, name: string): string {
  return text.replace(":attribute", () => fieldName(name));
}

/** Returns the name of a field as texts have it. */
export function fieldName(name: string): string {
  return name.includes("[") ? name : name.replaceAll("_", " ");
}
